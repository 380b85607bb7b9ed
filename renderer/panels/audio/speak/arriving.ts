import { createStore } from 'zustand/vanilla';
import { readWavHead } from '#shared/media/wav.ts';
import type { Part } from '#shared/protocol/part.ts';
import { fromBase64 } from '../../../lib/media/base64.ts';
import { decodeArriving } from '../../../lib/media/decode.ts';
import { fromPcm16 } from '../../../lib/media/pcm.ts';
import { createPcmPlayer, type PcmPlayer } from '../../../lib/media/pcm-player.ts';
import { isRaw } from '../../../lib/media/stored-audio.ts';
import { createGrowingPeaks, type PeakCounter } from '../../../lib/media/waveform.ts';
import type { AudioCall } from '../model/audio-document.ts';

/** Speech that is played while it is still arriving. */
interface Arriving {
  callId: string | null;
  peaks: number[];
  /** Seconds that have arrived, and seconds that were played. */
  seconds: number;
  played: number;
}

const none: Arriving = { callId: null, peaks: [], seconds: 0, played: 0 };
export const arriving = createStore<Arriving>(() => none);

/** The call to play from its first audio on. A call that is resumed after a reload stays silent. */
let expected: { callId: string; isRaw: boolean; rate: number } | null = null;
let playback: Playback | null = null;

interface Playback {
  push(bytes: Uint8Array<ArrayBuffer>): void;
  end(): void;
  stop(): void;
}

/**
 * Plays the audio of a call as it arrives.
 *
 * @param isRaw samples without a header were requested, at `rate` Hz.
 */
export function expectAudio(callId: string, isRaw: boolean, rate: number): void {
  stopArriving();
  expected = { callId, isRaw, rate };
}

/** Stops playback; the rest of the audio still arrives. */
export function stopArriving(): void {
  expected = null;
  playback?.stop();
  playback = null;
  arriving.setState(none);
}

export function partArrived(call: AudioCall, part: Part): void {
  if (call.id !== expected?.callId) return;
  if (part.type === 'audio' && part.base64 !== undefined) {
    playback ??= startPlayback(call.id, isRaw(part.mediaType) || expected.isRaw, expected.rate);
    playback.push(fromBase64(part.base64));
  }
  if (part.type === 'run-end') playback?.end();
}

/** Columns of the growing waveform, and columns per second. */
const columns = 480;
const perSecond = 40;

function startPlayback(callId: string, mayBeRaw: boolean, rate: number): Playback {
  let player: PcmPlayer | null = null;
  let peaks: PeakCounter | null = null;
  let isOver = false;
  let received = 0;
  const clock = setInterval(tick, 80);
  function tick() {
    const position = player?.playing();
    if (position) arriving.setState({ played: position.playedMs / 1000 });
    if (isOver && (player === null || player.waitingMs() === 0)) stopArriving();
  }
  const play = (samples: Float32Array<ArrayBuffer>, sampleRate: number) => {
    player ??= createPcmPlayer(sampleRate);
    peaks ??= createGrowingPeaks(columns, Math.round(sampleRate / perSecond));
    player.push(callId, samples);
    peaks.push(samples);
    received += samples.length / sampleRate;
    arriving.setState({ callId, peaks: peaks.peaks(), seconds: received });
  };
  const source = createSource(mayBeRaw, rate, play);
  return {
    push: source.push,
    end() {
      source.end().then(
        () => {
          isOver = true;
        },
        () => {
          isOver = true;
        },
      );
    },
    stop() {
      clearInterval(clock);
      player?.flush();
      void player?.close();
    },
  };
}

interface Source {
  push(bytes: Uint8Array<ArrayBuffer>): void;
  /** Resolves when everything that arrived was passed on. */
  end(): Promise<void>;
}

/** Decodes bytes as they arrive: raw samples and WAV directly, anything else with the browser's decoders. */
function createSource(
  mayBeRaw: boolean,
  rate: number,
  play: (samples: Float32Array<ArrayBuffer>, sampleRate: number) => void,
): Source {
  let start: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let inner: Source | null = null;
  return {
    push(bytes) {
      if (inner) return inner.push(bytes);
      start = joined(start, bytes);
      if (start.length < 64) return;
      const head = readWavHead(start, null);
      if (head && head.fault === 'broken' && start.length < 65_536) return;
      const isPlain = head?.fault === 'none' && head.coding === 1 && head.bits === 16 && head.channels === 1;
      inner = isPlain
        ? rawSource(head.sampleRate, play)
        : mayBeRaw && head === null
          ? rawSource(rate, play)
          : decodedSource(play);
      inner.push(isPlain ? start.slice(head.dataAt) : start);
    },
    end: async () => inner?.end(),
  };
}

function rawSource(sampleRate: number, play: (samples: Float32Array<ArrayBuffer>, rate: number) => void): Source {
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  return {
    push(bytes) {
      const all = joined(rest, bytes);
      const whole = all.length - (all.length % 2);
      rest = all.slice(whole);
      play(fromPcm16(all.subarray(0, whole)), sampleRate);
    },
    end: async () => undefined,
  };
}

function decodedSource(play: (samples: Float32Array<ArrayBuffer>, rate: number) => void): Source {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const drained = (async () => {
    for await (const { samples, sampleRate } of decodeArriving(readable)) play(samples, sampleRate);
  })();
  // Audio that the browser cannot decode as a stream is only playable once it is complete.
  drained.catch(() => undefined);
  return {
    push: (bytes) => void writer.write(bytes).catch(() => undefined),
    async end() {
      await writer.close().catch(() => undefined);
      await drained;
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
