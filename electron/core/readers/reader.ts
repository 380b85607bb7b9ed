import type { Asked } from '#shared/protocol/asked.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import type { MediaFile } from './intake/media-signature.ts';

/** What a reader may know of a response before its first body byte. */
export interface ResponseHead {
  status: number;
  statusText: string;
  /** Names and values as received, in order, duplicates included. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The request's path consists of the route and at most a model. */
  fixedPath?: boolean | undefined;
  /** Tags around reasoning in a text, besides the known ones. */
  reasoningTags?: readonly (readonly [open: string, close: string])[] | undefined;
  /** What the request asked for and the response may not repeat. */
  asked?: Asked | undefined;
  /** The request asked for a stream. The response may differ: the bytes decide. */
  streamAsked: boolean;
}

/** One event of a stream as received, or the whole body of an unstreamed response (index 0). */
export interface TrafficEvent {
  index: number;
  /** Offset of the event's first byte in the decoded body, and its length including the blank line that ends it. */
  offset: number;
  sizeBytes: number;
  /** SSE `event:` field, `null` when absent. */
  name: string | null;
  /** The joined `data:` lines, or the raw text of a line that is not SSE. */
  data: string;
  /** `data` could not be read as JSON where JSON was expected. */
  malformed: boolean;
  parts: readonly Part[];
  /** A short kind and summary, where the parts do not provide one. */
  kind?: string;
  summary?: string;
}

/** How a response ended, judged by its content and not by how the transport closed. */
export interface Ending {
  /** Parts that only became complete at the end (tool calls, the last text), never `run-end`. */
  parts: Part[];
  /**
   * `complete`: there is semantic evidence (a finish reason, a terminal event, a full parse). `truncated`: something
   * arrived and the evidence is missing. `empty`: the response is well formed and has no content. `failed`: the
   * response is an error, or nothing in it could be read.
   */
  verdict: 'complete' | 'truncated' | 'empty' | 'failed';
  finishReason: string | null;
  /** Set for `failed`, `truncated` and `empty`. */
  error: Failure | null;
}

/** A body that is read as one document, and is too large to be read without blocking. */
export interface LargeBody {
  /** In order, each with an ArrayBuffer of its own. The base64 of large media is replaced by placeholders. */
  blocks: Uint8Array[];
  /** Of the body as received. */
  sizeBytes: number;
}

/**
 * Turns the bytes of one response into parts. Pure and synchronous: the same bytes in any chunking give the same parts,
 * so a recording can be read again later. Never throws, whatever the bytes are.
 */
export interface Reader {
  /** Takes the next bytes (content coding already decoded) and returns the parts that are now complete. */
  read(bytes: Uint8Array): Part[];
  /** The response is over; the socket may be closed without waiting for its end. */
  readonly finished: boolean;
  /** Changes whenever something of the reply itself arrives: keep-alive comments, pings and whitespace do not count. */
  readonly activity: number;
  /** The audio or video file that the bytes form so far; `null` when the response is not one. */
  readonly media: MediaFile | null;
  /**
   * Hands over a body that takes long to read, when no byte will follow: another reader of the same kind and head has
   * to read it, in another thread. `null` for all others: `end` is quick then.
   */
  takeLarge(): LargeBody | null;
  /** Call once, after the last byte. */
  end(): Ending;
}

export interface ReaderOptions {
  onEvent?: (event: TrafficEvent) => void;
  /** Receives the bytes of audio or video as they are read, in order. They are valid until the next `read`. */
  onMedia?: (bytes: Uint8Array) => void;
  /** Largest single event in bytes before the response is abandoned as `too-large`. Default 32 MiB. */
  maxEventBytes?: number;
  /** Largest unstreamed body in bytes, not counting the base64 of large media. Default 128 MiB. */
  maxBodyBytes?: number;
}

export type OpenReader = (kind: ReaderKind, head: ResponseHead, options?: ReaderOptions) => Reader;
