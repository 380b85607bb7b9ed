import type { Failure, RunState, SentFlag } from './failure.ts';

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

/** One typed thing read from an answer. `choice` is the index of the answer it belongs to when several were asked for. */
export type Part =
  | { type: 'run-start'; exchangeId: string; attempt: number }
  | { type: 'progress'; stage: Stage; sentBytes?: number; totalBytes?: number; note?: string }
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
  | { type: 'audio'; mediaType: string; base64?: string; transcript?: string }
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
  | { type: 'ranking'; results: { index: number; score: number; text: string | null }[] }
  | { type: 'task-state'; taskId: string; state: string; progress: number | null; raw: Record<string, unknown> }
  | { type: 'file'; ref: FileRef; savedAs?: string }
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
  'events-lost',
  'finish-odd',
  'html-suspected',
  'invalid-utf8',
  'items-odd',
  'json-for-stream',
  'length-unchecked',
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
