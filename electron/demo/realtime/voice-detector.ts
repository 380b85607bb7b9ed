import { findWords, joined } from '../media/audio/samples.ts';
import type { TurnDetection } from './session-settings.ts';

const rate = 24_000;
const frameSamples = 480;
const frameMs = 20;
/** Minimum duration before speech counts. */
const beginMs = 60;
/** Silence that ends a turn, by the model's eagerness; a finished sentence needs less. */
const eagerMs: Readonly<Record<string, number>> = { low: 2000, medium: 1000, auto: 1000, high: 500 };
const sentenceMs = 300;

export interface VoiceDetectorEvents {
  /** `atMs` counts from the first sample of the session. */
  onStart(atMs: number): void;
  onStop(atMs: number, samples: Float32Array): void;
}

/**
 * Detects turns in the audio of a client as it arrives: loudness separates speech from silence, and for the semantic
 * mode the words that the demo finds in it decide whether a sentence is finished. Time is counted in samples, so audio
 * may arrive faster than real time.
 */
export class VoiceDetector {
  readonly #events: VoiceDetectorEvents;
  #chunks: Float32Array[] = [];
  #samples = 0;
  /** Samples before the first buffered one. */
  #past = 0;
  #rest = new Float32Array(0);
  #loudMs = 0;
  #quietMs = 0;
  #speaks = false;

  constructor(events: VoiceDetectorEvents) {
    this.#events = events;
  }

  /** Milliseconds of audio in the buffer. */
  get heldMs(): number {
    return (this.#samples * 1000) / rate;
  }

  /** Adds audio. Without `turns` nothing is detected in it, and the client decides when a turn ends. */
  add(samples: Float32Array, turns: TurnDetection | null): void {
    this.#chunks.push(samples);
    this.#samples += samples.length;
    if (turns === null) return;
    let rest = joined([this.#rest, samples]);
    let endMs =
      this.#nowMs - ((rest.length % frameSamples) * 1000) / rate - Math.floor(rest.length / frameSamples) * frameMs;
    for (; rest.length >= frameSamples; rest = rest.subarray(frameSamples)) {
      endMs += frameMs;
      this.#frame(rest.subarray(0, frameSamples), endMs, turns);
    }
    this.#rest = rest.slice();
  }

  /** Returns the buffered audio, and starts over. */
  take(): Float32Array {
    const samples = joined(this.#chunks);
    this.#past += this.#samples;
    this.#chunks = [];
    this.#samples = 0;
    this.#speaks = false;
    this.#loudMs = 0;
    this.#quietMs = 0;
    return samples;
  }

  get #nowMs(): number {
    return ((this.#past + this.#samples) * 1000) / rate;
  }

  #frame(frame: Float32Array, endMs: number, turns: TurnDetection): void {
    let sum = 0;
    for (const sample of frame) sum += sample * sample;
    const isLoud = Math.sqrt(sum / frame.length) > 0.04 * turns.threshold;
    this.#loudMs = isLoud ? this.#loudMs + frameMs : 0;
    this.#quietMs = isLoud ? 0 : this.#quietMs + frameMs;
    if (!this.#speaks && this.#loudMs >= beginMs) {
      this.#speaks = true;
      this.#forgetBefore(endMs - this.#loudMs - turns.prefixMs);
      this.#events.onStart(Math.max(0, endMs - this.#loudMs - turns.prefixMs));
    } else if (this.#speaks && this.#quietMs >= this.#silenceOf(turns))
      this.#events.onStop(endMs - this.#quietMs, this.take());
  }

  #silenceOf(turns: TurnDetection): number {
    if (turns.type === 'server_vad') return turns.silenceMs;
    const longest = eagerMs[turns.eagerness] ?? 1000;
    if (this.#quietMs < sentenceMs) return longest;
    const last = findWords(joined(this.#chunks)).at(-1)?.word ?? '';
    return /[.!?。！？]["')\]]*$/u.test(last) ? sentenceMs : longest;
  }

  /** Drops audio that belongs to no turn. */
  #forgetBefore(atMs: number): void {
    const surplus = Math.max(0, Math.round((atMs * rate) / 1000) - this.#past);
    const samples = joined(this.#chunks).slice(surplus);
    this.#past += surplus;
    this.#chunks = [samples];
    this.#samples = samples.length;
  }
}
