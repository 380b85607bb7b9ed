import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import type { MediaFile } from './intake/media-stream.ts';

/** What a reader may know of an answer before its first body byte. */
export interface ResponseHead {
  status: number;
  statusText: string;
  /** Names and values as received, in order, duplicates kept. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The request's path names the route and at most a model. */
  fixedPath?: boolean | undefined;
  /** The request asked for a stream. The answer may do otherwise: the bytes decide. */
  streamAsked: boolean;
}

/** One event of a stream as it stood on the wire, or the whole body of an unstreamed answer (index 0). */
export interface TrafficEvent {
  index: number;
  /** Offset of the event's first byte in the decoded body, and its length with the blank line that ends it. */
  offset: number;
  sizeBytes: number;
  /** SSE `event:` field, `null` when absent. */
  name: string | null;
  /** The joined `data:` lines, or the raw text of a line that is no SSE at all. */
  data: string;
  /** `data` could not be read as JSON where JSON was expected. */
  malformed: boolean;
  /** What was read from it. */
  parts: readonly Part[];
  /** What it is and says in a few words, where its parts do not tell. */
  kind?: string;
  summary?: string;
}

/** How an answer ended, judged by what it said and not by how the transport closed. */
export interface Ending {
  /** Parts that only became whole at the end (tool calls, the last text), never `run-end`. */
  parts: Part[];
  /**
   * `complete`: there is semantic evidence (a finish reason, a terminal event, a full parse). `truncated`: something
   * arrived and the evidence is missing. `empty`: the answer is well formed and holds nothing. `failed`: the answer is
   * an error, or nothing in it could be read.
   */
  verdict: 'complete' | 'truncated' | 'empty' | 'failed';
  finishReason: string | null;
  /** Set for `failed`, `truncated` and `empty`. */
  error: Failure | null;
}

/** A body that is to be read as one piece, and is too large to be read while others wait. */
export interface LargeBody {
  /** In order, each of a memory of its own. The base64 of large media in it is replaced by stand-ins. */
  blocks: Uint8Array[];
  /** Of the body as it came. */
  sizeBytes: number;
}

/**
 * Turns the bytes of one answer into parts. Pure and synchronous: the same bytes in any split give the same parts, so
 * a recording can be read again later. Never throws for anything the bytes hold.
 */
export interface Reader {
  /** Takes the next bytes (content coding already undone) and returns the parts that are now whole. */
  read(bytes: Uint8Array): Part[];
  /** The answer has said all it will say; the socket may be closed without waiting for its end. */
  readonly finished: boolean;
  /** Another number whenever something of the reply itself arrived: keep-alive comments, pings and blanks are not. */
  readonly heard: number;
  /** The file that sound or a film makes of the bytes so far; `null` when the answer is none. */
  readonly media: MediaFile | null;
  /**
   * Gives away a body that takes long to read, when no byte will follow: another reader of the same kind and head has to
   * read it, in another thread. `null` for all others: `end` is quick then.
   */
  takeLarge(): LargeBody | null;
  /** Call once, when no byte will follow. */
  end(): Ending;
}

export interface ReaderOptions {
  /** Sees every event with the parts read from it, in order. */
  onEvent?: (event: TrafficEvent) => void;
  /** Gets the bytes of sound or of a film as they are read, in order. They are good until the next `read`. */
  onMedia?: (bytes: Uint8Array) => void;
  /** Largest single event in bytes before the answer is given up as `too-large`. Default 32 MiB. */
  maxEventBytes?: number;
  /** Largest unstreamed body in bytes, the base64 of large media not counted. Default 128 MiB. */
  maxBodyBytes?: number;
}

export type OpenReader = (kind: ReaderKind, head: ResponseHead, options?: ReaderOptions) => Reader;
