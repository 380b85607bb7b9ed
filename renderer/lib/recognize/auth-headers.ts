import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import { secretOf } from './recognized.ts';

/** Headers that every client adds by itself, or that belong to one request. */
export const transportHeaders =
  /^(accept|accept-.*|content-.*|user-agent|host|connection|cookie|origin|referer|cache-control|pragma|priority|dnt|sec-.*|transfer-encoding|te)$/i;

/** How a key can be sent on native routes, in the order in which the forms show it. */
export const nativeKeyStyles: readonly NativeKeyStyle[] = Object.keys({
  'x-goog-api-key': true,
  'x-vendor-api-key': true,
  bearer: true,
  query: true,
} satisfies Record<NativeKeyStyle, true>) as NativeKeyStyle[];

const nativeHeaders: Record<string, NativeKeyStyle> = {
  'x-vendor-api-key': 'x-vendor-api-key',
  'x-goog-api-key': 'x-goog-api-key',
};

export interface AuthFound {
  secret: string | null;
  nativeKeyStyle: NativeKeyStyle | null;
  headers: [name: string, value: string][];
}

/** Finds the key among headers, and keeps those that a connection must send too. */
export function readAuthHeaders(headers: readonly (readonly [name: string, value: string])[]): AuthFound {
  const found: AuthFound = { secret: null, nativeKeyStyle: null, headers: [] };
  for (const [name, value] of headers) {
    const lower = name.trim().toLowerCase();
    const bearer = /^(?:bearer|token)\s+(\S.*)$/i.exec(value.trim())?.[1];
    if (lower === 'authorization') found.secret ??= secretOf(bearer ?? value);
    else if (lower in nativeHeaders) {
      found.secret ??= secretOf(value);
      found.nativeKeyStyle = nativeHeaders[lower] ?? null;
    } else if (/^(x-)?api-key$/.test(lower)) found.secret ??= secretOf(value);
    else if (lower && !transportHeaders.test(lower)) found.headers.push([name.trim(), value.trim()]);
  }
  return found;
}
