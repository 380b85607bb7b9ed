import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { KeyHeader } from '#shared/protocol/gateway-details.ts';
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

/** Names of headers that contain the key where no usual one does. */
const carriesKey = /^(?!.*(?:cookie|idempotency|csrf|xsrf)).*(?:key|token|auth)$/;

export interface AuthFound {
  secret: string | null;
  nativeKeyStyle: NativeKeyStyle | null;
  /** `null` for a Bearer key, and for a header of native routes. */
  keyHeader: KeyHeader | null;
  headers: [name: string, value: string][];
}

/** Finds the key among headers, and keeps those that a connection must send too. */
export function readAuthHeaders(headers: readonly (readonly [name: string, value: string])[]): AuthFound {
  const found: AuthFound = { secret: null, nativeKeyStyle: null, keyHeader: null, headers: [] };
  const isUsual = headers.some(
    ([name]) => /^authorization$/i.test(name.trim()) || name.trim().toLowerCase() in nativeHeaders,
  );
  for (const [name, value] of headers) {
    const lower = name.trim().toLowerCase();
    const [, scheme, bare] = /^(bearer|token)\s+(\S.*)$/i.exec(value.trim()) ?? [];
    if (lower === 'authorization') {
      found.secret ??= secretOf(bare ?? value);
      if (found.secret && !/^bearer$/i.test(scheme ?? ''))
        found.keyHeader = { name: 'Authorization', prefix: scheme ? `${scheme} ` : '' };
    } else if (lower in nativeHeaders) {
      found.secret ??= secretOf(value);
      found.nativeKeyStyle = nativeHeaders[lower] ?? null;
    } else if (!isUsual && found.secret === null && carriesKey.test(lower) && secretOf(value)) {
      found.secret = secretOf(bare ?? value);
      found.keyHeader = { name: name.trim(), prefix: scheme ? `${scheme} ` : '' };
    } else if (isUsual && /^(x-)?api-key$/.test(lower)) continue;
    else if (lower && !transportHeaders.test(lower)) found.headers.push([name.trim(), value.trim()]);
  }
  return found;
}
