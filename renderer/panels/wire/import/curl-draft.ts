import type { Connection } from '#shared/contract/connections.ts';
import type { DraftBody, DraftInput } from '#shared/contract/exchanges.ts';
import { headerRefusal } from '#shared/protocol/header-rules.ts';
import type { Route } from '#shared/protocol/route.ts';
import { readAuthHeaders } from '../../../lib/recognize/auth-headers.ts';
import { type CurlArguments, readCurlArguments } from '../../../lib/recognize/curl-command.ts';
import { findRoute } from '../../../lib/recognize/find-route.ts';
import { secretOf } from '../../../lib/recognize/recognized.ts';

/** A part of the command that the request does not include. */
interface Dropped {
  kind: 'option' | 'header' | 'own' | 'file' | 'method' | 'body' | 'query' | 'variable' | 'login' | 'further';
  what: string;
}

/** What a pasted text was read as. The secret is never part of the draft. */
export type CurlReading =
  | { kind: 'nothing' | 'not-curl' | 'no-address' }
  | { kind: 'no-connection'; origin: string }
  | { kind: 'no-route'; path: string }
  | {
      kind: 'draft';
      draft: DraftInput;
      connection: Connection;
      route: Route;
      secret: string | null;
      dropped: Dropped[];
    };

/**
 * Turns a cURL command into a request: its connection is the one of the same origin whose base URL the path begins
 * with, its route the one that matches the rest of the path. Whatever a request cannot express is reported, not
 * silently dropped.
 */
export function curlDraft(text: string, connections: readonly Connection[]): CurlReading {
  if (text.trim() === '') return { kind: 'nothing' };
  const words = readCurlArguments(text);
  return words ? draftOfArguments(words, connections) : { kind: 'not-curl' };
}

/** Does the same for a request that is already split into its parts, such as an entry of a HAR file. */
export function draftOfArguments(words: CurlArguments, connections: readonly Connection[]): CurlReading {
  const urls = urlsOf(words.address ?? '');
  const url = urls.find((one) => connectionFor(one, connections)) ?? urls[0];
  if (!url) return { kind: 'no-address' };
  const connection = connectionFor(url, connections);
  if (!connection) return { kind: 'no-connection', origin: url.origin };
  const basePath = URL.parse(connection.baseAddress)?.pathname.replace(/(?<!\/)\/+$/, '') ?? '';
  const path = url.pathname.slice(basePath.length).replace(/(?<!\/)\/+$/, '');
  const found = findRoute(words.method, path, connection);
  if (!found) return { kind: 'no-route', path: url.pathname };
  const { route, params } = found;
  const dropped: Dropped[] = [
    ...words.others.map((what) => ({ kind: 'option' as const, what })),
    ...words.further.map((what) => ({ kind: 'further' as const, what })),
    ...words.expansions.map((what) => ({ kind: 'variable' as const, what })),
  ];
  if (url.username !== '' || url.password !== '')
    dropped.push({ kind: 'login', what: `${url.username}:…@${url.host}` });
  if (words.method !== route.method) dropped.push({ kind: 'method', what: words.method });
  const auth = readAuthHeaders(words.headers);
  const queryKey = secretOf(url.searchParams.get('key'));
  return {
    kind: 'draft',
    draft: {
      connectionId: connection.id,
      routeId: route.id,
      params,
      query: queryOf(url, words, { route, connection }, dropped),
      headers: headersOf(words, url, connection, dropped),
      body: bodyOf(words, route, dropped),
    },
    connection,
    route,
    secret: auth.secret ?? queryKey,
    dropped,
  };
}

/** Returns the URLs that a command may mean: without a scheme curl uses http, but the user often means https. */
function urlsOf(typed: string): URL[] {
  const written = /^https?:\/\//i.test(typed) ? [typed] : [`http://${typed}`, `https://${typed}`];
  return typed === '' ? [] : written.flatMap((one) => URL.parse(one) ?? []);
}

/** Returns the connection of the URL; of several with one origin, the one with the most specific base URL. */
function connectionFor(url: URL, connections: readonly Connection[]): Connection | undefined {
  return connections
    .filter((one) => one.origin === url.origin && isBelow(url.pathname, URL.parse(one.baseAddress)?.pathname ?? '/'))
    .sort((one, two) => two.baseAddress.length - one.baseAddress.length)[0];
}

function isBelow(path: string, base: string): boolean {
  const own = base.replace(/(?<!\/)\/+$/, '');
  return path === own || path.startsWith(`${own}/`);
}

function queryOf(
  url: URL,
  words: CurlArguments,
  { route, connection }: { route: Route; connection: Connection },
  dropped: Dropped[],
): [string, string][] {
  const pieces = words.isQuery ? [...words.query, ...words.data] : words.query;
  const data = pieces.flatMap((piece) => [...new URLSearchParams(piece)]);
  return [...url.searchParams, ...data].filter(([name, value]) => {
    if (name === 'key') dropped.push({ kind: 'query', what: 'key' });
    const isOfGateway = connection.query.some(([own, same]) => own === name && same === value);
    return name !== 'key' && route.query?.[name] !== value && !isOfGateway;
  });
}

/** Headers that follow from the body and the route; that the command has them means nothing. */
const expected = /^(content-type|accept|user-agent|content-length|host)$/i;

function headersOf(words: CurlArguments, url: URL, connection: Connection, dropped: Dropped[]): [string, string][] {
  return words.headers.filter(([name, value]) => {
    if (/^host$/i.test(name) && value.toLowerCase() !== url.host) dropped.push({ kind: 'header', what: name });
    if (expected.test(name) || isKeyHeader(name, connection)) return false;
    const what = name;
    if (/^\$|\{\{/.test(value)) dropped.push({ kind: 'variable', what });
    else if (headerRefusal(name, value) !== null) dropped.push({ kind: 'header', what });
    else if (connection.headers.some(([own, same]) => own.toLowerCase() === name.toLowerCase() && same === value))
      dropped.push({ kind: 'own', what });
    else return true;
    return false;
  });
}

const isKeyHeader = (name: string, { keyHeader }: Connection) =>
  /^(authorization|x-vendor-api-key|x-goog-api-key|(x-)?api-key)$/i.test(name) ||
  name.toLowerCase() === keyHeader.name.toLowerCase();

function bodyOf(words: CurlArguments, route: Route, dropped: Dropped[]): DraftBody {
  for (const what of words.dataFiles) dropped.push({ kind: 'file', what });
  for (const { name, value, isFile } of words.fields)
    if (isFile) dropped.push({ kind: 'file', what: `${name}=${value}` });
    else if (route.body !== 'form' && !route.alsoForm) dropped.push({ kind: 'body', what: `-F ${name}` });
  const hasData = words.data.length > 0 && !words.isQuery;
  const asForm = route.body === 'form' || (route.alsoForm && words.fields.length > 0);
  if (hasData && (route.body !== 'json' || asForm)) dropped.push({ kind: 'body', what: '-d' });
  if (route.body === 'none') return { kind: 'none' };
  if (!asForm) return { kind: 'json', text: hasData ? words.data.join('&') : '{}', inline: [] };
  return {
    kind: 'form',
    fields: words.fields.filter(({ isFile }) => !isFile).map(({ name, value }) => ({ kind: 'text', name, value })),
  };
}
