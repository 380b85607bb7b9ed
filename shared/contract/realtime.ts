import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import type { FileRef, WarningCode } from '../protocol/part.ts';
import type { TurnTimes } from '../protocol/turn-latency.ts';
import { identifier } from './connections.ts';
import { call, duplex, out } from './define.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const number = (from: number, to: number) => z.number().check(z.minimum(from), z.maximum(to));

/** Format of the events that Patchbay sends. Both are always understood. */
export const realtimeDialects = ['beta', 'ga'] as const;
export type RealtimeDialect = (typeof realtimeDialects)[number];

export const realtimeAudio = ['pcm16', 'g711_ulaw', 'g711_alaw'] as const;

/** When a turn of the user ends. */
const turns = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('server-vad'),
    threshold: z.optional(number(0, 1)),
    prefixMs: z.optional(number(0, 10_000)),
    silenceMs: z.optional(number(0, 10_000)),
    createResponse: z.optional(z.boolean()),
    interruptResponse: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('semantic-vad'),
    eagerness: z.optional(z.enum(['low', 'medium', 'high', 'auto'])),
    createResponse: z.optional(z.boolean()),
    interruptResponse: z.optional(z.boolean()),
  }),
  /** The user decides, with `commit` and `respond`. */
  z.object({ kind: z.literal('manual') }),
]);

/** Settings of a session, independent of the dialect; an absent one is not sent. */
export const realtimeSettings = z.object({
  instructions: z.optional(text(200_000)),
  voice: z.optional(text(120)),
  /** `transcript`: a transcription session, which has input only. */
  output: z._default(z.enum(['audio', 'text', 'transcript']), 'audio'),
  inputFormat: z.optional(z.enum(realtimeAudio)),
  outputFormat: z.optional(z.enum(realtimeAudio)),
  transcription: z.optional(
    z.object({ model: text(200), language: z.optional(text(20)), prompt: z.optional(text(10_000)) }),
  ),
  turns: z.optional(turns),
  noiseReduction: z.optional(z.enum(['near_field', 'far_field'])),
  speed: z.optional(number(0.25, 4)),
  temperature: z.optional(number(0, 2)),
  maxTokens: z.optional(z.union([number(1, 100_000), z.literal('inf')])),
  /** A JSON array of tools. */
  tools: z.optional(text(200_000)),
  toolChoice: z.optional(text(120)),
});
export type RealtimeSettings = z.output<typeof realtimeSettings>;

export const sessionDraft = z.object({
  connectionId: identifier,
  keyId: z.optional(identifier),
  model: text(300),
  dialect: z._default(z.enum(realtimeDialects), 'ga'),
  /** Try the other dialect once when the gateway refuses this one. */
  flipDialect: z._default(z.boolean(), true),
  /** Never both: new-api reads the key from the subprotocol as soon as there is one. */
  auth: z._default(z.enum(['header', 'subprotocol']), 'header'),
  query: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  headers: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  settings: z._default(realtimeSettings, { output: 'audio' }),
  /** Outputs by tool name, sent as soon as the response that calls the tool is complete. Other tools wait for an act. */
  toolOutputs: z._default(z.record(text(120), text(1_000_000)), {}),
  /** Reconnect automatically after a transient disconnection. */
  reconnect: z._default(z.boolean(), true),
  /** An earlier session whose conversation is sent again (as text) at the start. */
  continueFrom: z.optional(identifier),
});
export type SessionDraft = z.output<typeof sessionDraft>;
export type SessionDraftInput = z.input<typeof sessionDraft>;

/** What the user does in a session. Audio is always PCM, 16-bit little endian, 24 kHz, mono; the core converts it. */
export const sessionAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('audio'), base64: text(4_000_000) }),
  /** Plays a WAV file as if it were the microphone, in real time or as fast as possible. */
  z.object({ kind: z.literal('play'), fileId: identifier, pace: z._default(z.enum(['real', 'fast']), 'real') }),
  z.object({ kind: z.literal('stop-play') }),
  /** A typed turn, replied to at once. */
  z.object({ kind: z.literal('say'), text: text(1_000_000) }),
  z.object({ kind: z.literal('commit') }),
  z.object({ kind: z.literal('clear') }),
  z.object({ kind: z.literal('respond') }),
  z.object({ kind: z.literal('cancel') }),
  /** The user began to speak: the reply is truncated to what was played of it. */
  z.object({
    kind: z.literal('interrupt'),
    itemId: text(200),
    contentIndex: z._default(number(0, 1000), 0),
    playedMs: number(0, 86_400_000),
  }),
  z.object({
    kind: z.literal('tool-output'),
    callId: text(300),
    output: text(1_000_000),
    respond: z._default(z.boolean(), true),
  }),
  /** Changes settings of the live session with a `session.update` of its own; absent ones stay as they are. */
  z.object({
    kind: z.literal('settings'),
    settings: z.object({ instructions: z.optional(text(200_000)), voice: z.optional(text(120)) }),
  }),
  /** A handwritten event; sent unchanged if it is a JSON object with a `type`. */
  z.object({ kind: z.literal('event'), text: text(16_000_000) }),
  /** Disconnects the socket for a while, as a test. */
  z.object({ kind: z.literal('cut'), ms: number(0, 600_000) }),
  z.object({ kind: z.literal('reconnect') }),
  z.object({ kind: z.literal('end') }),
]);
export type SessionAct = z.output<typeof sessionAct>;
export type SessionActInput = z.input<typeof sessionAct>;

export type SessionStage =
  | 'preparing'
  | 'connecting'
  | 'authorizing'
  | 'configuring'
  | 'live'
  | 'waiting-to-reconnect'
  | 'ending'
  | 'ended';

export type Speaker = 'person' | 'model';

/** One frame, as a row. `frame` returns its whole text. */
export interface FrameRow {
  index: number;
  direction: 'in' | 'out';
  /** After the start of the session. */
  atMs: number;
  sizeBytes: number;
  /** `type` of the event; `binary`, `malformed`, `ping`, `pong` or `close` for frames that are not events. */
  kind: string;
  /** A short summary: the delta, an id, an error. Redacted, without audio. */
  summary: string;
  /** Which socket of the session, from 0. */
  socket: number;
  /** The tool call whose output this frame carries. */
  answeredCall?: string;
  /** The settings that this frame sends, as JSON, and the id by which an error refers to it. */
  sentSettings?: { session: string; eventId: string | null };
}

/** All times of one turn. */
export interface TurnLatency extends TurnTimes {
  turn: number;
  responseMs: number | null;
  doneMs: number | null;
}

/** What the gateway reports about a response that ended. */
export interface ResponseEnd {
  id: string | null;
  status: string;
  reason: string | null;
  /** The error that ended it, classified like any other; absent where the gateway reports none. */
  failure?: Failure;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Tokens of audio among them; absent where the service does not report them apart from text. */
  audio?: { inputTokens: number; outputTokens: number };
  /** Input tokens read from a cache; absent where there are none. */
  cachedTokens?: number;
}

/** One thing that happened in a session. `n` counts them from 0, so that a client that disconnected can resume. */
export type SessionPart = { n: number; atMs: number } & (
  | {
      type: 'stage';
      stage: SessionStage;
      note: string | null;
      socket: number;
      dialect: RealtimeDialect;
      retryAtMs?: number;
    }
  | { type: 'frame'; frame: FrameRow }
  /** `session.created` or `session.updated`: the settings in force, as the gateway reports them. */
  | { type: 'configured'; text: string; expiresAt: number | null }
  | { type: 'item'; itemId: string; who: Speaker; previousId: string | null }
  | { type: 'speech'; state: 'started' | 'stopped'; itemId: string | null }
  | { type: 'words'; itemId: string; who: Speaker; delta: string }
  /** The whole text of an item. `spoken`: a transcript of audio. */
  | { type: 'words-done'; itemId: string; who: Speaker; text: string; spoken: boolean }
  | { type: 'words-failed'; itemId: string; failure: Failure }
  /** PCM, 16-bit little endian, 24 kHz, mono, whatever was received. */
  | { type: 'audio'; itemId: string; contentIndex: number; base64: string }
  | { type: 'tool-call'; itemId: string; callId: string; name: string; arguments: string }
  /** The output of a call is sent without the user, or withheld: there were too many automatic outputs in a row. */
  | { type: 'automatic-output'; callId: string; state: 'sent' | 'withheld' }
  | { type: 'response'; state: 'started'; id: string | null }
  | { type: 'response'; state: 'done'; end: ResponseEnd }
  | { type: 'truncated'; itemId: string; playedMs: number }
  | { type: 'latency'; latency: TurnLatency }
  | {
      type: 'limits';
      limits: { name: string; limit: number | null; remaining: number | null; resetSeconds: number | null }[];
    }
  | { type: 'alive'; rttMs: number }
  /** Progress of a file that is played in place of the microphone. */
  | { type: 'playing'; name: string; playedMs: number; totalMs: number; done: boolean }
  /** The gateway's `error` event, or a problem that Patchbay found; the session continues unless `fatal`. */
  | {
      type: 'problem';
      failure: Failure;
      fatal: boolean;
      eventId: string | null;
      /** Type of the sent event that the gateway refused, where it names its id. */
      refused?: string | undefined;
    }
  /** Something in the session was odd, or a reply is incomplete; each oddity is reported once. */
  | { type: 'warning'; code: WarningCode; message: string }
  /** Between two sockets. `droppedAudioMs`: audio of the user that was never sent; the recording contains it. */
  | {
      type: 'gap';
      fromMs: number;
      toMs: number | null;
      why: string;
      replayed: 'none' | 'text';
      droppedAudioMs: number;
      cutAnswer: boolean;
    }
  | { type: 'closed'; code: number; reason: string; meaning: string; byUs: boolean; socket: number }
  | { type: 'expectation'; text: string; met: boolean; found: string }
  | { type: 'ended'; state: 'done' | 'interrupted' | 'failed' | 'cancelled'; failure: Failure | null }
);

/** A session in the list. */
export interface SessionSummary {
  /** The id of its exchange, so the inspector lists it under the same id. */
  id: string;
  connectionId: string;
  connectionName: string;
  keyAlias: string | null;
  model: string;
  dialect: RealtimeDialect;
  title: string;
  startedAt: number;
  durationMs: number | null;
  state: 'running' | 'done' | 'interrupted' | 'failed' | 'cancelled';
  turns: number;
  frames: number;
  gaps: number;
}

/** Both sides of a session as audio: WAV files of equal length, silent where that side did not speak. */
export interface SessionTracks {
  person: FileRef | null;
  model: FileRef | null;
}

const byId = z.object({ id: identifier });

/** Conversations over `/v1/realtime`. They run in the core: a page may disconnect and return. */
export const realtime = {
  /** Starts a session; it continues without a client for at most two minutes. */
  start: call(sessionDraft, out<{ id: string }>()),
  /**
   * Streams the parts of a session from part `from` on (earlier ones are replayed first) and accepts acts.
   * Disconnecting does not end the session. For a session that has ended, the recorded parts are sent and the stream
   * ends.
   */
  attach: duplex(z.object({ id: identifier, from: z._default(number(0, 1e9), 0) }), sessionAct, out<SessionPart>()),
  sessions: call(z.object({ limit: z._default(number(1, 500), 100) }), out<SessionSummary[]>()),
  /** Returns rows of recorded frames, from an offset on. */
  frames: call(
    z.object({ id: identifier, from: z._default(number(0, 1e9), 0), limit: z._default(number(1, 5000), 1000) }),
    out<FrameRow[]>(),
  ),
  /** Returns a frame as it was sent or received, redacted; at most 4 MB of it, with its true size. */
  frame: call(
    z.object({ id: identifier, index: number(0, 1e9) }),
    out<{ text: string; sizeBytes: number; binary: boolean }>(),
  ),
  tracks: call(byId, out<SessionTracks>()),
  /**
   * Both voices as one stereo WAV, the user left and the model right, at their times since the start of the session.
   * `null` without any audio.
   */
  stereo: call(byId, out<FileRef | null>()),
  /** `jsonl`: every frame; `text`: the conversation as readable text. For HAR see `exchanges.har`. */
  export: call(z.object({ id: identifier, form: z.enum(['jsonl', 'text']) }), out<FileRef>()),
  rename: call(z.object({ id: identifier, title: text(300) }), out<void>()),
  /** Starts a session that follows a script; see `shared/contract/session-script.ts`. */
  runScript: call(
    z.object({
      draft: sessionDraft,
      script: text(1_000_000),
      fileIds: z._default(z.record(text(200), identifier), {}),
    }),
    out<{ id: string }>(),
  ),
};
