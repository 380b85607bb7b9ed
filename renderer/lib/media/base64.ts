/** Bytes per call of `fromCharCode`: engines limit the number of arguments. */
const piece = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

/** Newer engines decode natively, many times faster; their types are not in the library yet. */
const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;

/** @throws DOMException or SyntaxError for text that is not base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  native ? native(text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
