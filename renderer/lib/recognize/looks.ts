import { normalizeBase } from '#shared/protocol/address.ts';

/** Returns whether the text is an address and nothing else, with or without a scheme. */
export function looksLikeAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^https?:/i.test(text)) return true;
  if (/^eyJ/.test(text) || text.includes('@')) return false;
  const hasHost =
    /^(localhost|\[[0-9a-f:]+\]|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/i.test(text) || /^[\w-]+:\d{2,5}(\/|$)/.test(text);
  return hasHost && normalizeBase(text).base !== '';
}
