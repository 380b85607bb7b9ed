import type { Failure, RunState, SentFlag } from './failure.ts';
import type { TaskState } from './task-words.ts';

/** Token counts as the gateway reported them; `null` where it said nothing. A count is never guessed. */
export interface Usage {
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  cachedTokens: number | null;
  totalTokens: number | null;
  /** Counts in other units than tokens, where the gateway gave any. */
  units?: UsageUnits;
}

/** What is billed otherwise than by token, or apart from other tokens. Only what the gateway named is there. */
export interface UsageUnits {
  images?: number;
  /** Of rerank services. */
  searchUnits?: number;
  /** Of sound. */
  seconds?: number;
  /** Of the input tokens, those of sound. */
  audioInputTokens?: number;
  /** Of the input and output tokens, those of pictures. */
  imageInputTokens?: number;
  imageOutputTokens?: number;
}

/** One model of a listing, tolerant of every listing dialect. */
export interface ModelRecord {
  id: string;
  /** Name to show when the listing has a better one than the id. */
  name: string | null;
  owner: string | null;
  /** `supported_endpoint_types` (compatible) or `supportedGenerationMethods` (native); empty when not said. */
  endpoints: string[];
  inputTokenLimit: number | null;
  outputTokenLimit: number | null;
  /** The record as received. */
  raw: Record<string, unknown>;
}

/** Bytes that do not belong in a message, kept by the file store. */
export interface FileRef {
  id: string;
  name: string;
  type: string;
  sizeBytes: number;
}

/** Where an exchange is before its first byte of answer. */
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
  /** The last byte of the request was handed to the socket. */
  sentMs: number | null;
  headersMs: number | null;
  firstByteMs: number | null;
  /** First visible text, reasoning or tool delta. */
  firstTokenMs: number | null;
  endMs: number | null;
  chunks: number;
  longestGapMs: number | null;
  /** On the wire, before content decoding. */
  sentBytes: number;
  receivedBytes: number;
}

/** How the values of a vector came: as JSON numbers, or as 32-bit floats in base64. */
export type VectorEncoding = 'float' | 'base64';

/** A picture of an answer. A reader gives `base64` or `url`; once the bytes are stored, `ref` stands for them. */
export interface ImagePart {
  type: 'image';
  /** By its first bytes where they tell, else as labelled. */
  mediaType: string;
  base64?: string;
  /** Where the gateway put it; kept beside `ref` when it was fetched from there. */
  url?: string;
  /** A preview of a picture that is still being drawn, and which one. */
  partial?: number;
  /** Place among the pictures of one answer, from 0. */
  index?: number;
  ref?: FileRef;
  /** The prompt as the model understood it. */
  revisedPrompt?: string;
  /** Facts as the gateway reported them; it may not have done what was asked. */
  size?: string;
  quality?: string;
  background?: string;
  format?: string;
}

/** What was said from `start` to `end`, in seconds. `null` for what the gateway left out. */
export interface TranscriptSegment {
  start: number | null;
  end: number | null;
  text: string;
  speaker: string | null;
}

export interface TranscriptWord {
  word: string;
  start: number | null;
  end: number | null;
}

/** How far a task is, as one answer tells it. */
export interface TaskPart {
  type: 'task-state';
  taskId: string;
  state: TaskState;
  /** The gateway's own word for the state; `null` when it gave none. */
  statusWord: string | null;
  /** From 0 to 1. Services also report 1 for a task that failed: only `state` tells success. */
  progress: number | null;
  /** Where the result can be had, best first: `http(s)` or `data:` addresses. Those of other hosts expire soon. */
  resultUrls: string[];
  /** Why it failed, in the gateway's words. */
  errorMessage: string | null;
  /** When the result is removed, in milliseconds since 1970. */
  expiresAt: number | null;
  model: string | null;
  /** The record of the task as received, without envelopes. */
  raw: Record<string, unknown>;
}

/** For how long nothing of the reply has arrived, and for how long no byte: keep-alives are bytes alone. Milliseconds. */
export interface Silence {
  contentMs: number;
  bytesMs: number;
}

/** One typed thing read from an answer. `choice` is the index of the answer it belongs to when several were asked for. */
export type Part =
  | { type: 'run-start'; exchangeId: string; attempt: number }
  /** `totalBytes` of what is sent, or of what is received, where that is known. `silence`: told every second while it lasts. */
  | {
      type: 'progress';
      stage: Stage;
      sentBytes?: number;
      receivedBytes?: number;
      totalBytes?: number;
      note?: string;
      silence?: Silence;
    }
  | { type: 'answer-start'; status: number; streamed: boolean; requestId: string | null }
  | { type: 'answer-id'; id: string | null; model: string | null }
  | { type: 'text-delta'; text: string; choice?: number }
  | { type: 'reasoning-delta'; text: string; choice?: number }
  | { type: 'refusal-delta'; text: string; choice?: number }
  | { type: 'tool-delta'; index: number; id?: string; name?: string; arguments?: string; choice?: number }
  /** A call is whole. `valid` is false when `arguments` is not JSON; the raw text is kept as it came. */
  | { type: 'tool-call'; index: number; id: string; name: string; arguments: string; valid: boolean; choice?: number }
  /** The provider's own text of the whole answer, when it differs from the joined deltas. */
  | { type: 'text-final'; text: string; choice?: number }
  /** An output item that has no part of its own (web search, code run, compaction ...), as received. */
  | { type: 'item'; kind: string; item: Record<string, unknown> }
  | { type: 'citation'; url: string; title: string | null }
  | ImagePart
  /** `streamed`: a piece of speech on its way. The pieces follow each other, and a `file` at the end holds them all. */
  | { type: 'audio'; mediaType: string; base64?: string; transcript?: string; streamed?: true }
  /** Beside the text: what else is known of a recording. `duration` in seconds. */
  | {
      type: 'transcript';
      duration: number | null;
      language: string | null;
      segments: TranscriptSegment[];
      words: TranscriptWord[];
    }
  | { type: 'models'; models: ModelRecord[]; nextPage: string | null }
  /** `invalid`: places of `values` that hold no number; 0 stands there. */
  | {
      type: 'vector';
      index: number;
      dimensions: number;
      values: number[];
      encoding?: VectorEncoding;
      invalid?: number[];
    }
  /** Best first. `score` is as the gateway gave it, of any size and sign. */
  /** Best first. `score` is `null` where the service gave only an order. */
  | { type: 'ranking'; results: { index: number; score: number | null; text: string | null }[] }
  | TaskPart
  /** `partial`: the answer broke off, and this is what had come of it. */
  | { type: 'file'; ref: FileRef; savedAs?: string; partial?: true }
  | ({ type: 'usage-report' } & Usage & { raw: Record<string, unknown> })
  /** The provider said why the answer ended: the evidence that it is whole. */
  | { type: 'finish'; reason: string; choice?: number }
  | { type: 'warning'; code: WarningCode; message: string }
  /** A whole JSON answer that no other part covers (an `/edits` answer, a custom route). */
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
}

/** Things that are odd but did not stop the answer from being read. */
export const warningCodes = [
  'bad-event',
  'bad-arguments',
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

/** Warnings that say that a well-formed reply is not all that the model would have said. */
export const cutWarnings: ReadonlySet<string> = new Set<WarningCode>(['cut-short', 'filtered', 'media-short']);

/** Joins two neighbouring deltas of one kind and one answer, or returns `undefined` when they do not join. */
export function joinParts(first: Part, second: Part): Part | undefined {
  if (
    (first.type === 'text-delta' || first.type === 'reasoning-delta' || first.type === 'refusal-delta') &&
    first.type === second.type &&
    first.choice === second.choice
  )
    return { ...first, text: first.text + second.text };
  return undefined;
}
