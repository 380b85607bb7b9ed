import { mask } from '../../../lib/inspector/header-origins.ts';
import { transportHeaders } from '../../../lib/recognize/auth-headers.ts';
import type { CurlArguments, CurlField } from '../../../lib/recognize/curl-command.ts';

/** One recorded request of a HAR file. */
export interface HarEntry {
  /** Its position in the file. */
  id: string;
  method: string;
  address: string;
  /** `null` without a response. */
  status: number | null;
  /** Milliseconds since 1970; `null` when the file does not state it. */
  startedAt: number | null;
  durationMs: number | null;
  /** The request, split into the parts of a cURL command. */
  words: CurlArguments;
}

/** What a text was read as; a HAR file without requests has no entries. */
export type HarReading = { kind: 'not-har' } | { kind: 'har'; creator: string | null; entries: HarEntry[] };

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the requests of a HAR 1.1 or 1.2 file. Entries without a method and a URL are left out. Never throws. */
export function readHar(text: string): HarReading {
  let log: Json;
  try {
    log = objectOf(objectOf(JSON.parse(text)).log);
  } catch {
    return { kind: 'not-har' };
  }
  if (!Array.isArray(log.entries)) return { kind: 'not-har' };
  const entries = listOf(log.entries).flatMap((entry, at) => entryOf(entry, String(at)) ?? []);
  return { kind: 'har', creator: textOf(objectOf(log.creator).name) || null, entries };
}

function entryOf(entry: Json, id: string): HarEntry | null {
  const request = objectOf(entry.request);
  const [method, address] = [textOf(request.method).toUpperCase(), textOf(request.url)];
  if (method === '' || address === '') return null;
  const status = objectOf(entry.response).status;
  const startedAt = Date.parse(textOf(entry.startedDateTime));
  const { time } = entry;
  return {
    id,
    method,
    address,
    status: typeof status === 'number' && status > 0 ? status : null,
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
    durationMs: typeof time === 'number' && time >= 0 ? time : null,
    words: wordsOf(method, address, request),
  };
}

function wordsOf(method: string, address: string, request: Json): CurlArguments {
  const post = objectOf(request.postData);
  const fields = listOf(post.params).map(fieldOf);
  const text = textOf(post.text);
  return {
    method,
    address: withoutRedacted(address),
    headers: listOf(request.headers).flatMap(headerOf),
    data: text !== '' && fields.length === 0 ? [text] : [],
    dataFiles: [],
    fields,
    isQuery: false,
    query: [],
    others: [],
    expansions: [],
    further: [],
  };
}

/** Drops headers that a browser adds and keys that were redacted: they say nothing about the request. */
function headerOf({ name, value }: Json): [name: string, value: string][] {
  const [header, text] = [textOf(name), textOf(value)];
  const isOwn = header !== '' && !header.startsWith(':') && !transportHeaders.test(header);
  return isOwn && !text.includes(mask) ? [[header, text]] : [];
}

const fieldOf = ({ name, value, fileName }: Json): CurlField => ({
  name: textOf(name),
  value: textOf(fileName) || textOf(value),
  isFile: typeof fileName === 'string',
});

/** Removes a redacted key from the query. */
function withoutRedacted(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const redacted = [...url.searchParams].filter(([, value]) => value.includes(mask));
  for (const [name] of redacted) url.searchParams.delete(name);
  return redacted.length > 0 ? url.href : address;
}
