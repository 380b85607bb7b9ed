import type { StoreApi } from 'zustand/vanilla';
import type {
  FrameRow,
  RealtimeDialect,
  SessionActInput,
  SessionPart,
  SessionStage,
  Speaker,
  TurnLatency,
} from '#shared/contract/realtime.ts';
import type { Failure } from '#shared/protocol/failure.ts';

/** One thing that was said, or one call of a tool. Times are milliseconds after the start of the session. */
export interface Saying {
  itemId: string;
  who: Speaker;
  text: string;
  /** The text is a transcript of sound. */
  spoken: boolean;
  done: boolean;
  startMs: number;
  /** End of its sound, or of its words where there is no sound; grows while it goes on. */
  endMs: number;
  /** Length of its sound that arrived. */
  audioMs: number;
  /** When the last of it arrived: audio comes faster than it is heard. */
  arrivedMs: number;
  failure: Failure | null;
  /** How much of an answer was heard before it was interrupted. */
  truncatedMs: number | null;
  tool: { callId: string; name: string; arguments: string; isAnswered: boolean } | null;
}

type Of<T extends SessionPart['type']> = Extract<SessionPart, { type: T }>;

export type Gap = Of<'gap'>;
export type Problem = Of<'problem'>;
export type Closed = Of<'closed'>;

/** All that the panel shows of a session, folded from its parts. */
export interface SessionView {
  stage: SessionStage;
  note: string | null;
  dialect: RealtimeDialect;
  /** Counts sockets from 0: above 0 it was connected again. */
  socket: number;
  /** When the next try begins, milliseconds since 1970. */
  retryAtMs: number | null;
  sayings: readonly Saying[];
  /** Grows in place, for a copy per frame would cost more than the frame; `frameCount` tells that it grew. */
  frames: FrameRow[];
  frameCount: number;
  frameBytes: number;
  gaps: readonly Gap[];
  problems: readonly Problem[];
  latencies: readonly TurnLatency[];
  expectations: readonly Of<'expectation'>[];
  personSpeaks: boolean;
  /** The saying that is being spoken by the person. */
  spokenItemId: string | null;
  /** An answer is being made. */
  answering: boolean;
  configured: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
  rttMs: number | null;
  limits: Of<'limits'>['limits'];
  playing: Of<'playing'> | null;
  closed: Closed | null;
  ended: Of<'ended'> | null;
  tokens: { input: number; output: number };
  /** The newest moment that is known. */
  atMs: number;
  /** Number of the next part that is wanted. */
  nextPart: number;
}

export const emptyView = (): SessionView => ({
  stage: 'preparing',
  note: null,
  dialect: 'ga',
  socket: 0,
  retryAtMs: null,
  sayings: [],
  frames: [],
  frameCount: 0,
  frameBytes: 0,
  gaps: [],
  problems: [],
  latencies: [],
  expectations: [],
  personSpeaks: false,
  spokenItemId: null,
  answering: false,
  configured: null,
  expiresAt: null,
  rttMs: null,
  limits: [],
  playing: null,
  closed: null,
  ended: null,
  tokens: { input: 0, output: 0 },
  atMs: 0,
  nextPart: 0,
});

/** Whether anything can still come. */
export const isOver = ({ ended }: SessionView): boolean => ended !== null;

/** Whether acts reach the gateway now. */
export const isLive = ({ stage, ended }: SessionView): boolean => stage === 'live' && ended === null;

/** A session that the page listens to. */
export interface LiveSession {
  readonly id: string;
  readonly view: StoreApi<SessionView>;
  /** Why the session can no longer be listened to; the session itself may go on. */
  readonly trouble: StoreApi<{ failure: Failure | null }>;
  /** Does something in the session. False while the line to the core is broken: nothing was done, and the person sees why. */
  act(act: SessionActInput): boolean;
  /** Tells each part as it comes, before it is painted; returns the way to stop. */
  onPart(listener: (part: SessionPart) => void): () => void;
  detach(): void;
}
