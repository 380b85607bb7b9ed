import { type Failure, failure } from '#shared/protocol/failure.ts';
import { headerRefusal, looksSecret } from '#shared/protocol/header-rules.ts';

/**
 * Returns why a custom header cannot be sent, or `null`. The value is never part of the message.
 *
 * @param keyName the header in which the connection sends its key.
 */
export function headerProblem(name: string, value: string, keyName = 'Authorization'): Failure | null {
  const refuse = (message: string, hint: string) => failure('bad-draft', message, { hint, param: name.slice(0, 80) });
  const isKey = name.toLowerCase() === keyName.toLowerCase();
  switch (headerRefusal(name, value) ?? (isKey ? 'key' : null)) {
    case 'no-name':
      return refuse(
        `${JSON.stringify(name.slice(0, 80))} is not a valid header name.`,
        'Use letters, digits and hyphens, without spaces, colons or line breaks.',
      );
    case 'value':
      return refuse(
        `The value of the header ${name} contains a line break, another control character or a letter outside Latin-1.`,
        'Remove it from the value.',
      );
    case 'own':
      return refuse(`The header ${name} is set by Patchbay and can't be replaced.`, 'Remove the header.');
    case 'key':
      return refuse(
        `The header ${name} contains the key and can't be set as a custom header.`,
        'Enter the key in the connection, where it is stored securely.',
      );
    case null:
      return null;
  }
}

/** Returns the values of custom headers that may be secrets, to be redacted like keys. */
export function headerSecrets(headers: readonly (readonly [name: string, value: string])[]): string[] {
  return headers
    .filter(([name, value]) => looksSecret(name, value))
    .flatMap(([, value]) => [value, ...(/^(?:Bearer|Basic|Token) +(\S+)$/i.exec(value)?.slice(1) ?? [])]);
}

/** Returns why a key cannot be sent in a header, or `null`. The key is never part of the message. */
export function keyProblem(secret: string): Failure | null {
  if (/^[\x21-\x7e]+$/.test(secret)) return null;
  const what = /[\r\n]/.test(secret)
    ? 'a line break'
    : /^\s|\s$/.test(secret)
      ? 'a space at its start or end'
      : /\s/.test(secret)
        ? 'a space'
        : 'a character that is invalid in a key';
  return failure('invalid-key', secret === '' ? 'The key is empty.' : `The key contains ${what}.`, {
    effect: 'not-sent',
    hint: 'Copy the key and enter it again.',
  });
}
