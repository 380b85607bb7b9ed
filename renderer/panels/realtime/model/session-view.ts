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
import { isObject, member, parseJson } from '#shared/protocol/json.ts';

/** One item of the conversation: a message or a tool call. Times are milliseconds after the start of the session. */
export interface SessionItem {
  itemId: string;
  who: Speaker;
  text: string;
  /** The text is a transcript of audio. */
  spoken: boolean;
  done: boolean;
  startMs: number;
  /** End of its audio, or of its text if there is no audio; grows while it continues. */
  endMs: number;
  /** Duration of the audio that arrived. */
  audioMs: number;
  /** When the last of it arrived: audio arrives faster than it is played. */
  arrivedMs: number;
  failure: Failure | null;
  /** How much of a reply was played before it was interrupted. */
  truncatedMs: number | null;
  tool: {
    callId: string;
    name: string;
    arguments: string;
    isAnswered: boolean;
    automatic: 'sent' | 'withheld' | null;
  } | null;
}

/** Tokens as the gateway reported them at the end of each response; nothing is estimated. */
export interface SessionUsage {
  input: number;
  output: number;
  /** Responses that ended, and how many of them without a usage. */
  replies: number;
  unreported: number;
}

/** A `session.update` of a live session, and the gateway's response to it. */
export interface SettingsChange {
  atMs: number;
  eventId: string | null;
  /** What was sent, as JSON. */
  session: string;
  /** `session.updated`, as JSON; `null` while there is none. */
  confirmed: { atMs: number; session: string } | null;
  rejected: Failure | null;
}

type PartOf<T extends SessionPart['type']> = Extract<SessionPart, { type: T }>;

export type Gap = PartOf<'gap'>;
export type Problem = PartOf<'problem'>;

/** A response that failed. `n` is the number of the part that reported it. */
interface FailedResponse {
  n: number;
  atMs: number;
  failure: Failure;
}
export type Closed = PartOf<'closed'>;

/** Everything the panel shows of a session, folded from its parts. */
export interface SessionView {
  stage: SessionStage;
  /** How far the latest connection came, also after it has ended: the WebSocket opened, the session was configured. */
  reached: 'nothing' | 'socket' | 'session';
  note: string | null;
  dialect: RealtimeDialect;
  /** Number of the socket, from 0: above 0 the session reconnected. */
  socket: number;
  /** When the next attempt starts, milliseconds since 1970. */
  retryAtMs: number | null;
  items: readonly SessionItem[];
  /** Grows in place, since a copy per frame would cost more than the frame; `frameCount` shows that it grew. */
  frames: FrameRow[];
  frameCount: number;
  frameBytes: number;
  gaps: readonly Gap[];
  problems: readonly Problem[];
  failedResponses: readonly FailedResponse[];
  warnings: readonly PartOf<'warning'>[];
  latencies: readonly TurnLatency[];
  expectations: readonly PartOf<'expectation'>[];
  isUserSpeaking: boolean;
  /** The item that the user is speaking. */
  spokenItemId: string | null;
  /** A response is being generated. */
  answering: boolean;
  configured: string | null;
  /** Changes of the settings that were sent while the session was live. */
  changes: readonly SettingsChange[];
  /** The connection has sent audio of the model: from then on its voice is fixed. */
  hasOutputAudio: boolean;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
  rttMs: number | null;
  limits: PartOf<'limits'>['limits'];
  playing: PartOf<'playing'> | null;
  closed: Closed | null;
  ended: PartOf<'ended'> | null;
  usage: SessionUsage;
  /** The latest known time. */
  atMs: number;
  /** Number of the next expected part. */
  nextPart: number;
}

export const emptyView = (): SessionView => ({
  stage: 'preparing',
  reached: 'nothing',
  note: null,
  dialect: 'ga',
  socket: 0,
  retryAtMs: null,
  items: [],
  frames: [],
  frameCount: 0,
  frameBytes: 0,
  gaps: [],
  problems: [],
  failedResponses: [],
  warnings: [],
  latencies: [],
  expectations: [],
  isUserSpeaking: false,
  spokenItemId: null,
  answering: false,
  configured: null,
  changes: [],
  hasOutputAudio: false,
  expiresAt: null,
  rttMs: null,
  limits: [],
  playing: null,
  closed: null,
  ended: null,
  usage: { input: 0, output: 0, replies: 0, unreported: 0 },
  atMs: 0,
  nextPart: 0,
});

/** Returns true if no more parts can arrive. */
export const isOver = ({ ended }: SessionView): boolean => ended !== null;

/** Returns true if actions reach the gateway now. */
export const isLive = ({ stage, ended }: SessionView): boolean => stage === 'live' && ended === null;

/** A session that the page subscribes to. */
export interface LiveSession {
  readonly id: string;
  readonly view: StoreApi<SessionView>;
  /** Why the subscription ended; the session itself may continue. */
  readonly subscription: StoreApi<{ failure: Failure | null }>;
  /**
   * Performs an action in the session. Returns false while the connection to the core is lost: nothing was done, and
   * the user sees why.
   */
  act(act: SessionActInput): boolean;
  /** Calls back with each part as it arrives, before it is rendered; returns the unsubscribe function. */
  onPart(listener: (part: SessionPart) => void): () => void;
  detach(): void;
}

/** Instructions and voice, as a session contains them in either API version; `null` where they are not in it. */
interface ReportedSettings {
  instructions: string | null;
  voice: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads a session as JSON, of the gateway or of a `session.update`. */
export function reportedSettings(json: string | null): ReportedSettings {
  const session: unknown = json === null ? null : JSON.parse(json);
  if (!isObject(session)) return { instructions: null, voice: null };
  const output = isObject(session.audio) && isObject(session.audio.output) ? session.audio.output : {};
  return { instructions: textOf(session.instructions), voice: textOf(session.voice) ?? textOf(output.voice) };
}

/** Returns the settings of a change that the gateway reports with another value, or not at all. */
export function unconfirmedSettings(sent: string, reported: string): (keyof ReportedSettings)[] {
  const [wanted, found] = [reportedSettings(sent), reportedSettings(reported)];
  return (['instructions', 'voice'] as const).filter((name) => wanted[name] !== null && wanted[name] !== found[name]);
}

/** Returns true for the settings of a transcription session, in which no model replies. */
export function isTranscription(configured: string | null): boolean {
  const session = parseJson(configured ?? '');
  return member(session, 'type') === 'transcription' || member(session, 'object') === 'realtime.transcription_session';
}
