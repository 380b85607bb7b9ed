import { levelOf } from './pcm.ts';

/** Plays pieces of sound one after the other, without a gap, from the first piece on. */
export interface PcmPlayer {
  /** Adds the next samples of a piece of sound that is named by `id`; another id follows when the first is over. */
  push(id: string, samples: Float32Array<ArrayBuffer>): void;
  /** Stops at once and drops what waits. */
  flush(): void;
  /** What is heard now, and how many milliseconds of it were; `null` in silence. */
  heard(): { id: string; playedMs: number } | null;
  /** Loudness of what is heard now, from 0 to 1. */
  level(): number;
  /** Milliseconds that still wait. */
  waitingMs(): number;
  close(): Promise<void>;
}

interface Piece {
  id: string;
  /** On the clock of the sound context, in seconds. */
  startsAt: number;
  seconds: number;
  samples: Float32Array;
  node: AudioBufferSourceNode;
}

/** Room before the first piece, so that a slow second one does not tear a hole. */
const leadSeconds = 0.06;

/**
 * A player for mono samples of a rate in Hz. Pieces are placed by counting samples, so that neither rounding nor the time
 * at which they arrive is heard.
 */
export function createPcmPlayer(sampleRate: number, context: AudioContext = new AudioContext()): PcmPlayer {
  let pieces: Piece[] = [];
  let nextAt = 0;
  const played = new Map<string, number>();
  const now = () => context.currentTime;

  /** Forgets what is over, and counts it. */
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
    heard() {
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
