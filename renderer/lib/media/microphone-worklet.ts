/** Runs on the audio thread: collects the blocks of 128 samples into chunks and sends them to the page. */

interface ProcessorScope {
  AudioWorkletProcessor: new () => { readonly port: MessagePort };
  registerProcessor(name: string, processor: unknown): void;
  readonly sampleRate: number;
}

const scope = globalThis as unknown as ProcessorScope;
/** Seconds per chunk: short enough for low latency, long enough to be few. */
const chunkSeconds = 0.02;

class Collector extends scope.AudioWorkletProcessor {
  #piece = new Float32Array(Math.round(scope.sampleRate * chunkSeconds));
  #filled = 0;

  /** Called by the browser for every block. Channels are mixed to one. */
  process([input]: Float32Array[][]): boolean {
    const length = input?.[0]?.length ?? 0;
    for (let at = 0; at < length; at += 1) {
      let sum = 0;
      for (const channel of input ?? []) sum += channel[at] ?? 0;
      this.#piece[this.#filled] = sum / (input?.length ?? 1);
      this.#filled += 1;
      if (this.#filled === this.#piece.length) this.#send();
    }
    return true;
  }

  #send(): void {
    const full = this.#piece;
    this.#piece = new Float32Array(full.length);
    this.#filled = 0;
    this.port.postMessage(full, [full.buffer]);
  }
}

scope.registerProcessor('patchbay-microphone', Collector);
