import { looksLikePastedKey } from '#shared/looks-like-key.ts';
import { looksLikeAddress } from './looks.ts';
import { secretOf } from './recognized.ts';

/** A key of a text, with the words that name it there; without any, the name is empty. */
export interface NamedKey {
  alias: string;
  secret: string;
}

/** What separates words in messages, lists and tables, in ASCII and in Chinese punctuation. */
const separators = /[\s,;|"'`<>()[\]{}，。；、：（）【】「」“”]+/;

/** Marks of a list, and words that say only that a key follows. */
const namesNothing = /^(?:[-*•#.:=]*|\d+[.:]?|(?:api|key|keys|token|secret|密钥|令牌)[:=.]*)$/i;

/** A longer run of words is a sentence, not a name. */
const maxNameWords = 3;

/**
 * Reads a message or a note with one base URL and its keys, anywhere in sentences, lists or a table: what a teammate
 * sends. Returns `null` without a URL or a key, and with several URLs, where it is not known to which one a key belongs.
 */
export function readFreeText(text: string): { address: string; keys: NamedKey[] } | null {
  const addresses = new Set<string>();
  const keys = new Map<string, NamedKey>();
  for (const line of text.split(/\r?\n/)) {
    let name: string[] = [];
    for (const word of line.split(separators)) {
      const address = addressIn(word);
      const secret = address ? null : keyIn(word);
      if (address) addresses.add(address);
      if (secret && !keys.has(secret)) keys.set(secret, { alias: nameOf(name), secret });
      if (address || secret) name = [];
      else if (!namesNothing.test(word)) name.push(word);
    }
  }
  const [address] = addresses;
  return address && addresses.size === 1 && keys.size > 0 ? { address, keys: withOwnNames([...keys.values()]) } : null;
}

function addressIn(word: string): string | null {
  const at = word.search(/https?:\/\//i);
  if (at < 0) return null;
  const address = word.slice(at).replace(/(?<![.!?:])[.!?:]+$/, '');
  return looksLikeAddress(address) ? address : null;
}

/**
 * Returns a word that is a key, also behind `key=` or `key:`. Sentences also contain models, versions and dates
 * (`claude-3-5-haiku-20241022`): only a key has a long run of letters and digits.
 */
function keyIn(word: string): string | null {
  const value = secretOf(word.replace(/^[\w-]{1,40}[:=](?=[^=])/, '').replace(/(?<![.!?:])[.!?:]+$/, ''));
  if (!value || value.length < 16 || !looksLikePastedKey(value)) return null;
  return value.split(/[^A-Za-z0-9]/).some((part) => part.length >= 10 && /\d/.test(part)) ? value : null;
}

const nameOf = (words: readonly string[]): string =>
  words.length > maxNameWords ? '' : words.join(' ').replace(/[:=]$/, '').slice(0, 72);

/** A name that occurs twice names neither. */
function withOwnNames(keys: readonly NamedKey[]): NamedKey[] {
  const counts = new Map<string, number>();
  for (const { alias } of keys) counts.set(alias, (counts.get(alias) ?? 0) + 1);
  return keys.map((key) => (counts.get(key.alias) === 1 ? key : { ...key, alias: '' }));
}
