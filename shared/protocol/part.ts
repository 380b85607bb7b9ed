import type { Failure, RunState, SentFlag } from './failure.ts';
import type { JsonObject } from './json.ts';
import type { TaskState } from './task-words.ts';

/** Token counts as the gateway reported them; `null` where it reported nothing. A count is never guessed. */
export interface Usage {
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  cachedTokens: number | null;
  totalTokens: number | null;
  /** Counts in units other than tokens, if the gateway reported any. */
  units?: UsageUnits;
}

/** What is billed in units other than tokens, or separately. Contains only what the gateway reported. */
export interface UsageUnits {
  images?: number;
  /** Of rerank services. */
  searchUnits?: number;
  /** Of audio. */
  seconds?: number;
  /** Input and output tokens of audio. */
  audioInputTokens?: number;
  audioOutputTokens?: number;
  /** Input and output tokens of images. */
  imageInputTokens?: number;
  imageOutputTokens?: number;
}

/** One model of a listing, tolerant of every listing dialect. */
export interface ModelRecord {
  id: string;
  /** Display name, if the listing has one. */
  name: string | null;
  owner: string | null;
  /** `supported_endpoint_types` (compatible) or `supportedGenerationMethods` (native); empty when absent. */
  endpoints: string[];
  inputTokenLimit: number | null;
  outputTokenLimit: number | null;
  /** The record as received. */
  raw: Record<string, unknown>;
}

/** Bytes too large for a message, stored in the file store. */
export interface FileRef {
  id: string;
  name: string;
  type: string;
  sizeBytes: number;
}

/** Stage of an exchange before the first byte of the response. */
export type Stage = 'preparing' | 'connecting' | 'sending' | 'waiting' | 'receiving';

/**
 * Marks in milliseconds after `startedAt`, on the monotonic clock; `null` for what did not happen (a reused connection
 * has no `dns`, `connect` or `tls`).
 */
export interface Timeline {
  /** Wall clock, milliseconds since 1970. */
  startedAt: number;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  /** When the last byte of the request was handed to the socket. */
  sentMs: number | null;
  headersMs: number | null;
  firstByteMs: number | null;
  /** First visible text, reasoning or tool delta. */
  firstTokenMs: number | null;
  endMs: number | null;
  chunks: number;
  longestGapMs: number | null;
  /** Before content decoding. */
  sentBytes: number;
  receivedBytes: number;
}

/**
 * How the values of a vector were encoded: JSON numbers, 32-bit floats in base64, 16-bit floats, or quantized: bytes, or
 * one bit per dimension (as values 1 and -1).
 */
export type VectorEncoding = 'float' | 'base64' | 'float16' | 'int8' | 'uint8' | 'binary' | 'ubinary';

/** An image of a response. A reader sets `base64` or `url`; once the bytes are stored, `ref` replaces them. */
export interface ImagePart {
  type: 'image';
  /** Detected from its first bytes if possible, else as labeled. */
  mediaType: string;
  base64?: string;
  /** Its URL at the gateway; kept next to `ref` when it was downloaded from there. */
  url?: string;
  /** Index of a preview of an unfinished image. */
  partial?: number;
  /** Index among the images of one response, from 0. */
  index?: number;
  ref?: FileRef;
  /** The prompt as the model understood it. */
  revisedPrompt?: string;
  /** As reported by the gateway, which may differ from what was requested. */
  size?: string;
  quality?: string;
  background?: string;
  format?: string;
}

/** What was said from `start` to `end`, in seconds. `null` for what the gateway omitted. */
export interface TranscriptSegment {
  start: number | null;
  end: number | null;
  text: string;
  speaker: string | null;
  /** Probability from 0 to 1, where the gateway reported one. */
  confidence?: number;
}

export interface TranscriptWord {
  word: string;
  start: number | null;
  end: number | null;
}

/** A piece of the text as the model wrote it, and its probability from 0 to 1. */
export interface TranscriptToken {
  text: string;
  confidence: number;
}

/** A token of a reply with its natural log probability; `null` where JSON could not hold it (minus infinity). */
export interface LogprobToken {
  text: string;
  logprob: number | null;
  /** The tokens that were most likely in its place, as the service lists them. */
  alternatives: { text: string; logprob: number | null }[];
}

/** State of a task, as one response reports it. */
export interface TaskPart {
  type: 'task-state';
  taskId: string;
  state: TaskState;
  /** The gateway's own value for the state; `null` when it gave none. */
  statusWord: string | null;
  /** From 0 to 1. Services also report 1 for a failed task: only `state` means success. */
  progress: number | null;
  /** URLs of the result, best first: `http(s)` or `data:`. Those on other hosts expire soon. */
  resultUrls: string[];
  /** Why it failed, in the gateway's words. */
  errorMessage: string | null;
  /** When the result is removed, in milliseconds since 1970. */
  expiresAt: number | null;
  model: string | null;
  /** The record of the task as received, without envelopes. */
  raw: Record<string, unknown>;
}

/**
 * How long no content of the reply has arrived, and how long no byte: keep-alives count only as bytes. Milliseconds.
 */
export interface Silence {
  contentMs: number;
  bytesMs: number;
}

/**
 * The first reply of a response in the form in which the next request contains it, with everything that the provider
 * demands back: signatures, reasoning, ids, fields that Patchbay does not know. `compose/reply-form.ts` has the rules.
 */
export interface ReplyForm {
  /** The protocol that it was received in. */
  protocol: 'chat.completions' | 'responses' | 'native';
  /** One assistant message (chat), output items (responses), or the parts of one content (native), in order. */
  entries: JsonObject[];
  /** Files whose base64 the entries contain as tokens, see `compose/inline-file.ts`. */
  files?: FileRef[];
  /** The gateway said that it does not store the response, so its items cannot be referred to by id. */
  isUnstored?: true;
}

/** One typed item read from a response. `choice` is the index of the reply when several were requested. */
export type Part =
  | { type: 'run-start'; exchangeId: string; attempt: number }
  /** `totalBytes`: if known. `silence`: every second while it lasts. `events`: how many arrived, while they arrive. */
  | {
      type: 'progress';
      stage: Stage;
      sentBytes?: number;
      receivedBytes?: number;
      totalBytes?: number;
      note?: string;
      silence?: Silence;
      events?: number;
    }
  | { type: 'answer-start'; status: number; streamed: boolean; requestId: string | null }
  | { type: 'answer-id'; id: string | null; model: string | null }
  | { type: 'text-delta'; text: string; choice?: number }
  | { type: 'reasoning-delta'; text: string; choice?: number }
  | { type: 'refusal-delta'; text: string; choice?: number }
  | { type: 'tool-delta'; index: number; id?: string; name?: string; arguments?: string; choice?: number }
  /** A completed tool call. `valid` is false when `arguments` is not JSON; the raw text is kept as received. */
  | { type: 'tool-call'; index: number; id: string; name: string; arguments: string; valid: boolean; choice?: number }
  /** Probabilities of the next tokens of the reply, where the request asked for them. */
  | { type: 'logprobs'; tokens: LogprobToken[]; choice?: number }
  /** The provider's own text of the whole reply, when it differs from the joined deltas. */
  | { type: 'text-final'; text: string; choice?: number }
  /** Once, at the end of a complete reply, and only when its text and tool calls are not all that belongs to it. */
  | ({ type: 'reply-form' } & ReplyForm)
  /** An output item that has no part of its own (web search, code execution, compaction), as received. */
  | { type: 'item'; kind: string; item: Record<string, unknown> }
  | { type: 'citation'; url: string; title: string | null }
  | ImagePart
  /**
   * `streamed`: a chunk of streamed speech. The `file` at the end contains all chunks. `url`: where the gateway stored
   * the audio; a `file` follows once it is downloaded.
   */
  | { type: 'audio'; mediaType: string; base64?: string; transcript?: string; streamed?: true; url?: string }
  /** Additional facts about a recording besides its text. `duration` in seconds. */
  | {
      type: 'transcript';
      duration: number | null;
      language: string | null;
      segments: TranscriptSegment[];
      words: TranscriptWord[];
      /** The whole text in tokens, where the gateway reported their probabilities. */
      tokens?: TranscriptToken[];
    }
  | { type: 'models'; models: ModelRecord[]; nextPage: string | null }
  /** `invalid`: indexes of `values` that were not numbers; they are set to 0. */
  | {
      type: 'vector';
      index: number;
      dimensions: number;
      values: number[];
      encoding?: VectorEncoding;
      invalid?: number[];
    }
  /** Best first. `score` is as received, of any size and sign; `null` if the service returned only an order. */
  | { type: 'ranking'; results: { index: number; score: number | null; text: string | null }[] }
  | TaskPart
  /** `partial`: the response was cut off, and this is what arrived. */
  | { type: 'file'; ref: FileRef; savedAs?: string; partial?: true }
  | ({ type: 'usage-report' } & Usage & { raw: Record<string, unknown> })
  /** The provider stated why the reply ended, which proves that it is complete. */
  | { type: 'finish'; reason: string; choice?: number }
  | { type: 'warning'; code: WarningCode; message: string }
  /** A JSON response that no other part covers (`/edits`, a custom route). */
  | { type: 'raw-event'; name: string | null; data: string }
  | RunEnd;

export interface RunEnd {
  type: 'run-end';
  state: RunState;
  finishReason: string | null;
  sent: SentFlag;
  error: Failure | null;
  exchangeId: string;
  timeline: Timeline;
  events?: number;
}

/** Oddities that did not prevent the response from being read. */
export const warningCodes = [
  'bad-event',
  'bad-arguments',
  'bad-audio',
  'binary-frames',
  'cut-short',
  'events-lost',
  'filtered',
  'finish-odd',
  'html-suspected',
  'invalid-utf8',
  'items-odd',
  'json-for-stream',
  'length-unchecked',
  'media-short',
  'no-end-mark',
  'not-kept',
  'proxy-buffers',
  'stream-for-json',
  'surplus-bytes',
  'truncated-arguments',
  'unknown-shape',
  'duplicate-events',
  'retried',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Warnings that mean a well-formed reply is incomplete. */
export const cutWarnings: ReadonlySet<string> = new Set<WarningCode>(['cut-short', 'filtered', 'media-short']);

/** Joins two adjacent deltas of one kind and one reply; returns `undefined` when they cannot be joined. */
export function joinParts(first: Part, second: Part): Part | undefined {
  const isText = first.type === 'text-delta' || first.type === 'reasoning-delta' || first.type === 'refusal-delta';
  if (!isText || first.type !== second.type || first.choice !== second.choice) return undefined;
  return { ...first, text: first.text + second.text };
}
