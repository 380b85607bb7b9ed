import { levelOf } from './pcm.ts';

/** Plays audio chunks one after the other, without a gap, from the first chunk on. */
export interface PcmPlayer {
  /** Adds the next samples of the clip `id`; another id is played after the first has ended. */
  push(id: string, samples: Float32Array<ArrayBuffer>): void;
  /** Stops at once and drops what is queued. */
  flush(): void;
  /** Returns the clip that is playing now, and how many milliseconds of it have played; `null` in silence. */
  playing(): { id: string; playedMs: number } | null;
  /** Returns the level of what is playing now, from 0 to 1. */
  level(): number;
  /** Returns the milliseconds that are queued. */
  waitingMs(): number;
  close(): Promise<void>;
}

interface Piece {
  id: string;
  /** On the clock of the audio context, in seconds. */
  startsAt: number;
  seconds: number;
  samples: Float32Array;
  node: AudioBufferSourceNode;
}

/** Lead time before the first chunk, so that a slow second one does not leave a gap. */
const leadSeconds = 0.06;

/**
 * Creates a player for mono samples of a rate in Hz. Chunks are scheduled by counting samples, so that neither rounding
 * nor their time of arrival is audible.
 */
export function createPcmPlayer(sampleRate: number, context: AudioContext = new AudioContext()): PcmPlayer {
  let pieces: Piece[] = [];
  let nextAt = 0;
  const played = new Map<string, number>();
  const now = () => context.currentTime;

  /** Removes what has ended, and counts it. */
  const settle = () => {
    while (pieces[0] && pieces[0].startsAt + pieces[0].seconds <= now()) {
      const { id, seconds } = pieces.shift() as Piece;
      played.set(id, (played.get(id) ?? 0) + seconds);
    }
  };
  const current = () => {
    settle();
    const [first] = pieces;
    return first && first.startsAt <= now() ? first : null;
  };

  return {
    push(id, samples) {
      if (samples.length === 0) return;
      settle();
      void context.resume();
      const buffer = context.createBuffer(1, samples.length, sampleRate);
      buffer.copyToChannel(samples, 0);
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.connect(context.destination);
      const startsAt = Math.max(nextAt, now() + (nextAt > now() ? 0 : leadSeconds));
      node.start(startsAt);
      nextAt = startsAt + samples.length / sampleRate;
      pieces.push({ id, startsAt, seconds: samples.length / sampleRate, samples, node });
    },
    flush() {
      for (const { node } of pieces) node.stop();
      pieces = [];
      nextAt = 0;
    },
    playing() {
      const piece = current();
      if (!piece) return null;
      const before = played.get(piece.id) ?? 0;
      return { id: piece.id, playedMs: Math.round((before + now() - piece.startsAt) * 1000) };
    },
    level() {
      const piece = current();
      if (!piece) return 0;
      const at = Math.floor((now() - piece.startsAt) * sampleRate);
      return levelOf(piece.samples.subarray(at, at + Math.floor(sampleRate / 20)));
    },
    waitingMs: () => Math.max(0, (nextAt - now()) * 1000),
    close: () => context.close(),
  };
}
