import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteId } from '#shared/protocol/route.ts';

/** What the service sends in return for one request. */
export interface WireResponse {
  /** Default 200. */
  status?: number;
  /** Content type; default `application/json`. */
  type?: string;
  headers?: Record<string, string>;
  /** Lines are joined by line feeds; an object is sent as JSON. */
  body?: string | string[] | Record<string, unknown>;
  /** Bytes, instead of `body`. */
  base64?: string;
}

/** One request of a case and its response. Equal requests are answered in the order of the file. */
interface WireExchange {
  /** Method and target, such as `POST /v1/chat/completions`. */
  request: string;
  /** Fields that the JSON body of the request must contain. */
  sends?: Record<string, unknown>;
  response: WireResponse;
}

/** A WebSocket conversation: what the service sends at the start, and after each event of the client. */
interface WireSession {
  opens: readonly WireFrame[];
  /** By the `type` of the client's event. */
  replies?: Record<string, readonly WireFrame[]>;
}

/** An event, text as it is sent, binary bytes, or the end of the connection. */
export type WireFrame =
  | { event: Record<string, unknown> }
  | { text: string }
  | { binary: string }
  | { close: number | null; reason?: string };

/** A recording of what a service sent, and the right reading of it. */
export interface WireCase {
  /** What is read, as a fact. */
  title: string;
  /** Which service sends this, and where it was reported. */
  source: string;
  /** The reader's route, for `reading`. */
  route?: RouteId;
  streamed?: boolean;
  /** The parts of the first response in short form, see `told`. Read whole, byte by byte, and cut at every byte. */
  reading?: string[];
  /** The entries of the reply as the next request contains them; empty for a reply of which text and calls are all. */
  form?: unknown[];
  /** How the response ends: `complete`, `truncated`, `empty` or `failed`. */
  verdict?: string;
  /** The code of its failure. */
  code?: string;
  exchanges?: WireExchange[];
  session?: WireSession;
  /** The command line without its gateway; none for a case that only has a reading. */
  args?: string[];
  input?: string;
  exit?: number;
  /** Texts that standard output and standard error must contain, and must not. */
  stdout?: string[];
  stderr?: string[];
  never?: string[];
}

const folder = path.join(import.meta.dirname, '../../wire/cases');

/** Returns every case of the corpus with its file, in the order of their names. */
export function readCases(): { file: string; wire: WireCase }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, wire: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as WireCase }));
}

/** Returns the bytes of a response's body. */
export function bodyOf({ body = '', base64 }: WireResponse): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(Array.isArray(body) ? body.join('\n') : JSON.stringify(body));
}
