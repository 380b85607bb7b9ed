import { type Failure, failure } from '#shared/routes/failure.ts';

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

/** A plain word is no secret: hiding it would hide it in every answer as well. */
function isSecret(name: string, value: string): boolean {
  if (plainHeaders.test(name)) return false;
  if (secretNames.test(name) || /^(?:bearer|basic|token) /i.test(value)) return true;
  const looksMade = value.length >= 16 || (value.length >= 8 && /[a-z]/i.test(value) && /\d/.test(value));
  return looksMade && !value.includes(' ');
}

/** Why a header of the person's own can not be sent, or `null`. The value is never part of the message. */
export function headerProblem(name: string, value: string): Failure | null {
  const refuse = (message: string, hint: string) => failure('bad-draft', message, { hint, param: name.slice(0, 80) });
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    return refuse(
      `${JSON.stringify(name.slice(0, 80))} is not a header name.`,
      'Use letters, digits and hyphens, without spaces, colons or line breaks.',
    );
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    return refuse(
      `The value of the header ${name} holds a line break, another control character or a letter outside Latin-1.`,
      'Take it out of the value.',
    );
  if (ownHeaders.has(name.toLowerCase()))
    return refuse(
      `The header ${name} is set by Patchbay and can not be replaced.`,
      'Remove it; it follows from the request itself.',
    );
  if (keyHeaders.has(name.toLowerCase()))
    return refuse(
      `The header ${name} carries the key and can not be set as a custom header.`,
      'Enter the key as a key of the connection: there it is stored safely and never shown.',
    );
  return null;
}

/** The values of custom headers that may be secrets, to be redacted like keys. */
export function headerSecrets(headers: readonly (readonly [name: string, value: string])[]): string[] {
  return headers
    .filter(([name, value]) => isSecret(name.toLowerCase(), value))
    .flatMap(([, value]) => [value, ...(/^(?:Bearer|Basic|Token) +(\S+)$/i.exec(value)?.slice(1) ?? [])]);
}

/** Why a key can not go into a header, or `null`. The key is never part of the message. */
export function keyProblem(secret: string): Failure | null {
  if (/^[\x21-\x7e]+$/.test(secret)) return null;
  const what = /[\r\n]/.test(secret)
    ? 'a line break'
    : /^\s|\s$/.test(secret)
      ? 'a space at its start or end'
      : /\s/.test(secret)
        ? 'a space inside'
        : 'a character that no key has';
  return failure('invalid-key', secret === '' ? 'The key is empty.' : `The key holds ${what}.`, {
    hint: 'Copy the key again and enter it anew. Nothing was sent.',
  });
}
