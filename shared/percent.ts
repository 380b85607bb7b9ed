/** Percent-decodes text; returns it unchanged when its escapes are not UTF-8. */
export function percentDecoded(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}
