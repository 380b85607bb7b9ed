import { normaliseBase } from '#shared/routes/address.ts';
import { readJson } from './connection-json.ts';
import { readCurl } from './curl-command.ts';
import { readEnv } from './env-lines.ts';
import { nothingRecognised, type Recognised, secretOf } from './recognised.ts';

/** Beginnings that keys of many services share. */
const keyPrefix = /^(bearer\s+)?(sk|pk|rk|ak|gsk|hf|xai|key|api|fk|cpk|nvapi|AIza|eyJ)[-_A-Z0-9]/i;

/**
 * Tells what was pasted or typed: an address, a key, a cURL command, lines of a `.env` file or a JSON connection. Cheap
 * enough for every key stroke; never throws.
 */
export function recognise(text: string): Recognised {
  const typed = text.trim();
  if (typed === '') return nothingRecognised;
  const found = readCurl(typed) ?? readJson(typed) ?? readEnv(typed);
  if (found) return found;
  if (looksLikeAddress(typed)) return { ...nothingRecognised, kind: 'address', address: typed };
  const key = secretOf(typed.replace(/^(authorization:\s*)?bearer\s+/i, ''));
  if (key && looksLikeKey(key)) return { ...nothingRecognised, kind: 'key', secret: key };
  return { ...nothingRecognised, kind: 'unknown' };
}

/** True as soon as typed letters may be the beginning of a key: from then on they are not shown. */
export const mayBeKey = (text: string): boolean => keyPrefix.test(text.trim()) && !looksLikeAddress(text.trim());

function looksLikeAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^https?:/i.test(text)) return true;
  if (/^eyJ/.test(text) || text.includes('@')) return false;
  const hasHost =
    /^(localhost|\[[0-9a-f:]+\]|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/i.test(text) || /^[\w-]+:\d{2,5}(\/|$)/.test(text);
  return hasHost && normaliseBase(text).base !== '';
}

/** Long, without spaces, and not a word of a language: letters with figures, or a known beginning. */
const looksLikeKey = (text: string) =>
  /^[\w\-.~+/=]{8,}$/.test(text) && (keyPrefix.test(text) || (text.length >= 20 && /\d/.test(text)));
