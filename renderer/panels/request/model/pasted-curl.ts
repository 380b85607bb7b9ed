import type { Connection } from '#shared/contract/connections.ts';
import { type CustomKeyStyle, customMethods } from '#shared/contract/exchanges.ts';
import { headerRefusal } from '#shared/protocol/header-rules.ts';
import { readAuthHeaders, transportHeaders } from '../../../lib/recognize/auth-headers.ts';
import { type CurlArguments, readCurlArguments } from '../../../lib/recognize/curl-command.ts';
import { secretOf } from '../../../lib/recognize/recognized.ts';
import { emptyForm, type Pair, type RequestForm } from './request-form.ts';

type Home = Pick<Connection, 'baseAddress' | 'keyHeader'>;

/** A cURL command as a request. Its key is never part of it: the one of the connection is sent. */
export interface PastedRequest {
  form: RequestForm;
  /** Where the command would have been sent, when that is not the gateway of the connection. */
  otherOrigin: string | null;
  hadKey: boolean;
  /** Parts of the command that the request does not include, such as options of cURL and files. */
  leftOut: string[];
}

/** Reads a cURL command for a connection. Returns `null` for any other text. */
export function readPastedCurl(text: string, connection: Home | null): PastedRequest | null {
  const words = readCurlArguments(text);
  const url = words?.address && (URL.parse(words.address) ?? URL.parse(`https://${words.address}`));
  if (!words || !url) return null;
  const base = connection && URL.parse(connection.baseAddress);
  const isOwn = base?.origin === url.origin;
  const prefix = isOwn ? base.pathname.replace(/(?<!\/)\/+$/, '') : '';
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
  const auth = readAuthHeaders(words.headers);
  const queryKey = secretOf(url.searchParams.get('key'));
  const leftOut = [...words.others, ...words.dataFiles, ...words.expansions, ...words.further];
  const headers = auth.headers.filter(([name, value]) => {
    const isSent = headerRefusal(name, value) === null;
    if (!isSent) leftOut.push(name);
    return isSent;
  });
  const pieces = words.isQuery ? [...words.query, ...words.data] : words.query;
  const query = [...url.searchParams, ...pieces.flatMap((piece) => [...new URLSearchParams(piece)])];
  const method = customMethods.find((known) => known === words.method.toUpperCase());
  if (!method) leftOut.push(`-X ${words.method}`);
  return {
    form: {
      ...emptyForm,
      method: method ?? 'POST',
      path,
      keyStyle: keyStyleOf(words, queryKey !== null, connection),
      query: query.filter(([name]) => !(name === 'key' && queryKey !== null)).map(pairOf),
      headers: headers.map(pairOf),
      ...bodyOf(words),
    },
    otherOrigin: isOwn || base === null ? null : url.origin,
    hadKey: auth.secret !== null || queryKey !== null,
    leftOut,
  };
}

const pairOf = ([name, value]: readonly [string, string]): Pair => ({ name, value, on: true });

const keyHeaders: readonly (readonly [RegExp, CustomKeyStyle])[] = [
  [/^authorization$/i, 'bearer'],
  [/^x-goog-api-key$/i, 'x-goog-api-key'],
  [/^(x-vendor-api-key|(x-)?api-key)$/i, 'x-vendor-api-key'],
];

/** A command without a key is one whose key was removed before it was shared, so a key is sent as usual. */
function keyStyleOf({ headers }: CurlArguments, hasQueryKey: boolean, connection: Home | null): CustomKeyStyle {
  const own = connection?.keyHeader.name.toLowerCase();
  if (headers.some(([name]) => name.toLowerCase() === own)) return 'bearer';
  const found = headers.flatMap(([name]) => keyHeaders.find(([pattern]) => pattern.test(name))?.[1] ?? [])[0];
  return found ?? (hasQueryKey ? 'query' : 'bearer');
}

type Body = Partial<Pick<RequestForm, 'bodyMode' | 'json' | 'text' | 'mediaType' | 'form'>>;

function bodyOf({ fields, data, isQuery, headers }: CurlArguments): Body {
  if (fields.length > 0)
    return {
      bodyMode: 'form',
      form: fields.map(({ name, value, isFile }) =>
        isFile ? { kind: 'file', name, file: null, on: true } : { kind: 'text', name, value, on: true },
      ),
    };
  if (data.length === 0 || isQuery) return { bodyMode: 'none' };
  const text = data.join('&');
  const mediaType = headers.find(([name]) => transportHeaders.test(name) && /^content-type$/i.test(name))?.[1];
  try {
    return { bodyMode: 'json', json: JSON.stringify(JSON.parse(text), null, 2) };
  } catch {
    return { bodyMode: 'text', text, mediaType: mediaType ?? 'application/x-www-form-urlencoded' };
  }
}
