/** Headers that are derived from the request itself; duplicates of these allow request smuggling past a gateway. */
const ownHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);

/** Headers that carry the key: only the key field sets them. */
const keyHeaders = new Set(['authorization', 'proxy-authorization', 'x-vendor-api-key', 'x-goog-api-key']);

/** Headers whose values are never secrets, whatever they look like. */
const plainHeaders =
  /^(accept(-.*)?|content-.*|user-agent|referer|http-referer|origin|cache-control|pragma|x-title|prefer)$/;

/** Header names that mark their values as secrets. */
const secretNames = /key|token|secret|auth|pass|credential|cookie|session|signature|access/;

/** Returns whether the name of a header or a query parameter marks its value as a secret. */
export const namesSecret = (name: string): boolean => secretNames.test(name.toLowerCase());

/**
 * Why a custom header cannot be sent: `no-name` is not a valid header name, `value` contains characters that a header
 * cannot, `own` is derived from the request itself, `key` carries the key.
 */
export type HeaderRefusal = 'no-name' | 'own' | 'key' | 'value';

/** Returns the first reason to refuse a header, or `null`. Case-insensitive. */
export function headerRefusal(name: string, value: string): HeaderRefusal | null {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'no-name';
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return 'value';
  if (ownHeaders.has(name.toLowerCase())) return 'own';
  return keyHeaders.has(name.toLowerCase()) ? 'key' : null;
}

/** Headers that describe what is sent, besides those in `ownHeaders`. */
const contentHeaders = /^(accept(-.*)?|content-.*|user-agent|cookie|sec-.*|proxy-.*)$/;

/**
 * Returns why a header cannot carry the key of compatible routes, or `null`.
 *
 * @param prefix what precedes the key in its value.
 */
export function keyHeaderRefusal(name: string, prefix: string): Exclude<HeaderRefusal, 'key'> | null {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'no-name';
  const lower = name.toLowerCase();
  if (ownHeaders.has(lower) || contentHeaders.test(lower)) return 'own';
  return /^[\x20-\x7e]*$/.test(prefix) ? null : 'value';
}

/**
 * Returns whether a header value looks like a secret. A plain word does not: it would be redacted in every response.
 */
export function looksSecret(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (plainHeaders.test(lower)) return false;
  if (namesSecret(name) || /^(?:bearer|basic|token) /i.test(value)) return true;
  const looksMade = value.length >= 16 || (value.length >= 8 && /[a-z]/i.test(value) && /\d/.test(value));
  return looksMade && !value.includes(' ');
}
