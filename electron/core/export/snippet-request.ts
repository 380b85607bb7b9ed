import { percentDecoded } from '#shared/percent.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { usualPrefixes } from '#shared/protocol/route-path.ts';
import { pathParameters, routes } from '#shared/protocol/table.ts';
import { redactedKey } from '../redaction/redact.ts';

/** A field of a form; a file has the name and the type of its part. */
export type SnippetField = { name: string; value: string } | { name: string; file: string; type: string };

/** A file whose base64 replaces a token. */
export interface InlineFile {
  token: string;
  name: string;
}

export type SnippetBody =
  | { kind: 'none' }
  /** As sent, except for the tokens of files. */
  | { kind: 'text'; text: string; inline: readonly InlineFile[] }
  /** Too long to be inlined in a program: it reads a file. */
  | { kind: 'file'; name: string; sizeBytes: number }
  | { kind: 'form'; fields: readonly SnippetField[] };

/** A request to be written as a program. Redacted: it never contained a secret. */
export interface SnippetRequest {
  method: string;
  address: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: SnippetBody;
  routeId: RouteId;
  /** The request asks for a stream. */
  streamed: boolean;
  /** Sentences about what the program does differently from Patchbay. */
  notes: readonly string[];
}

/** The environment variable that holds the key. */
export const keyVariable = 'PATCHBAY_API_KEY';

const keyHeader = /^(?:authorization|x-vendor-api-key|x-goog-api-key)$/i;

/** Returns the variable for what was redacted in a header: the key, or a custom secret named after the header. */
export const variableFor = (header: string) =>
  keyHeader.test(header) ? keyVariable : `PATCHBAY_${header.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/** Tells whether a header is the one that carries the key. */
export const isKeyHeader = (name: string) => keyHeader.test(name);

/** Splits a text at redacted secrets: one piece more than there were secrets. */
export const aroundSecrets = (text: string): string[] => text.split(redactedKey);

export const hasSecret = (text: string) => text.includes(redactedKey);

/** Headers of the connection: every library writes them itself. */
const ofTheConnection = new Set(['host', 'content-length', 'connection', 'accept-encoding']);

/**
 * Returns the headers that a program sets itself, without white space around their values, which recipients strip. The
 * content type of a form is left to the library, which creates its own boundary.
 */
export const sentHeaders = ({ headers, body }: SnippetRequest): [name: string, value: string][] =>
  headers
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !ofTheConnection.has(lower) && !(body.kind === 'form' && lower === 'content-type');
    })
    .map(([name, value]) => [name, value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')]);

/**
 * What a program does with the response: print its lines as they arrive, save its bytes as a file, or print it whole.
 */
type ResponseKind = { kind: 'lines' } | { kind: 'file'; name: string } | { kind: 'text' };

export function responseKindOf({ routeId, streamed }: SnippetRequest): ResponseKind {
  const { reader } = routes[routeId];
  if (reader === 'video') return { kind: 'file', name: 'video.mp4' };
  if (streamed) return { kind: 'lines' };
  return reader === 'speech' ? { kind: 'file', name: 'speech.audio' } : { kind: 'text' };
}

/** The address of a request, split by its route. */
export interface RoutePlace {
  /** Everything before the route's own path: base URL and prefix. */
  base: string;
  /** From the route's own path on, as in the address. */
  path: string;
  /** Including `?`, or empty. */
  query: string;
  /** Values of the path parameters, decoded. */
  params: Record<string, string>;
}

/** Returns `null` for an address that does not end in the route's path. */
export function placeOfRoute({ address, routeId }: Pick<SnippetRequest, 'address' | 'routeId'>): RoutePlace | null {
  const route = routes[routeId];
  const mark = address.indexOf('?');
  const place = mark === -1 ? address : address.slice(0, mark);
  const value = route.family === 'native' ? '(.+)' : '([^/]+)';
  const prefix = route.family === 'custom' ? '' : usualPrefixes[route.family];
  const pattern = route.path
    .slice(prefix.length)
    .split(/\{\w+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(value);
  const found = new RegExp(`${pattern}$`).exec(place);
  if (!found) return null;
  const values = pathParameters(route).map((name, index) => [name, percentDecoded(found[index + 1] ?? '')]);
  return {
    base: place.slice(0, found.index),
    path: place.slice(found.index),
    query: mark === -1 ? '' : address.slice(mark),
    params: Object.fromEntries(values),
  };
}

/** Splits an address that does not match the route. */
export function wholePlace(address: string): RoutePlace {
  const base = /^\w+:\/\/[^/?#]+(?:\/v1(?=\/))?/.exec(address)?.[0] ?? '';
  return { base, path: address.slice(base.length), query: '', params: {} };
}

/** Splits a text at the tokens of files, in order, without empty pieces. */
export function cutAtTokens(text: string, inline: readonly InlineFile[]): (string | InlineFile)[] {
  const pieces: (string | InlineFile)[] = [];
  let rest = text;
  for (;;) {
    const next = inline
      .filter(({ token }) => token !== '')
      .map((file) => ({ file, at: rest.indexOf(file.token) }))
      .filter(({ at }) => at !== -1)
      .sort((first, second) => first.at - second.at)[0];
    const before = next ? rest.slice(0, next.at) : rest;
    if (before !== '') pieces.push(before);
    if (!next) return pieces;
    pieces.push(next.file);
    rest = rest.slice(next.at + next.file.token.length);
  }
}

/** Returns the content type of a request's body as it was sent. */
export const contentTypeOf = ({ headers }: Pick<SnippetRequest, 'headers'>): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json';
