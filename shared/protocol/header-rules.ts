/** Headers that the request itself decides; two of one kind are how requests are smuggled past a gateway. */
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

/** Headers that carry the key: only the key field fills them. */
const keyHeaders = new Set(['authorization', 'proxy-authorization', 'x-vendor-api-key', 'x-goog-api-key']);

/** Headers whose values are no secrets, however they look. */
const plainHeaders =
  /^(accept(-.*)?|content-.*|user-agent|referer|http-referer|origin|cache-control|pragma|x-title|prefer)$/;

/** Names that say what their values are. */
const secretNames = /key|token|secret|auth|pass|credential|cookie|session|signature|access/;

/**
 * Why a custom header cannot be sent: `no-name` is no header name, `value` holds what no header can, `own` follows
 * from the request itself, `key` carries the key.
 */
export type HeaderRefusal = 'no-name' | 'own' | 'key' | 'value';

/** The first reason against a custom header, or `null`. Case does not matter. */
export function headerRefusal(name: string, value: string): HeaderRefusal | null {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'no-name';
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return 'value';
  if (ownHeaders.has(name.toLowerCase())) return 'own';
  return keyHeaders.has(name.toLowerCase()) ? 'key' : null;
}

/** Whether the value of a header looks like a secret. A plain word does not: it would be redacted in every response. */
export function looksSecret(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (plainHeaders.test(lower)) return false;
  if (secretNames.test(lower) || /^(?:bearer|basic|token) /i.test(value)) return true;
  const looksMade = value.length >= 16 || (value.length >= 8 && /[a-z]/i.test(value) && /\d/.test(value));
  return looksMade && !value.includes(' ');
}
