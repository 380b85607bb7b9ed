import { normalizeBase } from '#shared/protocol/address.ts';

/** Prefixes that keys of many services share. */
export const keyPrefix = /^(bearer\s+)?(sk|pk|rk|ak|gsk|hf|xai|key|api|fk|cpk|nvapi|AIza|eyJ)[-_A-Z0-9]/i;

/** Returns whether the text is an address and nothing else, with or without a scheme. */
export function looksLikeAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^https?:/i.test(text)) return true;
  if (/^eyJ/.test(text) || text.includes('@')) return false;
  const hasHost =
    /^(localhost|\[[0-9a-f:]+\]|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/i.test(text) || /^[\w-]+:\d{2,5}(\/|$)/.test(text);
  return hasHost && normalizeBase(text).base !== '';
}

/** Returns whether the text is long, without spaces, and not a natural word: letters with digits, or a known prefix. */
export const looksLikeKey = (text: string) =>
  /^[\w\-.~+/=]{8,}$/.test(text) && (keyPrefix.test(text) || (text.length >= 20 && /\d/.test(text)));
