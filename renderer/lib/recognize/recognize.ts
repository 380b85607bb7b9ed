import { keyPrefix, looksLikePastedKey } from '#shared/looks-like-key.ts';
import { readJson } from './connection-json.ts';
import { readCurl } from './curl-command.ts';
import { readEnv } from './env-lines.ts';
import { readFreeText } from './free-text.ts';
import { looksLikeAddress } from './looks.ts';
import { maxPasteChars, nothingRecognized, type Recognized, secretOf } from './recognized.ts';

/**
 * Recognizes pasted or typed text: an address, a key, both beside each other, a cURL command, lines of a `.env` file or
 * a JSON connection, or a message that contains an address and its keys. Cheap enough for every key stroke; never throws.
 */
export function recognize(text: string): Recognized {
  const typed = text.trim();
  if (typed === '') return nothingRecognized;
  if (typed.length > maxPasteChars) return { ...nothingRecognized, kind: 'unknown' };
  const found = readCurl(typed) ?? readJson(typed) ?? readEnv(typed);
  if (found) return found;
  if (looksLikeAddress(typed)) return { ...nothingRecognized, kind: 'address', address: typed };
  const key = secretOf(typed.replace(/^(authorization:\s*)?bearer\s+/i, ''));
  if (key && looksLikePastedKey(key)) return { ...nothingRecognized, kind: 'key', secret: key };
  const pair = readPair(typed);
  if (pair) return pair;
  const said = readFreeText(typed);
  return said
    ? { ...nothingRecognized, kind: 'pair', address: said.address, secret: said.keys[0]?.secret ?? null }
    : { ...nothingRecognized, kind: 'unknown' };
}

/**
 * Reads an address and a key in one line or two, in either order. Behind the address any word is the key: local servers
 * document `EMPTY`, `none` and `sk-1234`.
 */
function readPair(text: string): Recognized | null {
  const words = text.replace(/(authorization:\s*)?bearer\s+/i, '').split(/[\s,;]+/);
  const [address, secret] = looksLikeAddress(words[0] ?? '') ? words : words.toReversed();
  if (words.length !== 2 || !address || !looksLikeAddress(address)) return null;
  const isSaid = /^\S+\s+\S+$/.test(text) && address === words[0];
  const key = secretOf(secret) ?? (isSaid && /^\w+$/.test(secret ?? '') ? (secret ?? null) : null);
  return key && (isSaid || looksLikePastedKey(key))
    ? { ...nothingRecognized, kind: 'pair', address, secret: key }
    : null;
}

/**
 * Returns true as soon as typed letters may be the beginning of a key, also after an address: from then on they are
 * masked.
 */
export function mayBeKey(text: string): boolean {
  const typed = text.trim();
  const [first = '', ...others] = typed.split(/[\s,;]+/);
  if (looksLikeAddress(first)) return others.some((word) => word !== '');
  return keyPrefix.test(typed);
}
