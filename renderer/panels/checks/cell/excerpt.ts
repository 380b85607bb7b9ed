/** Longest text of a value and most members of a list that an excerpt shows. */
const longestText = 80;
const mostMembers = 4;
const mostLines = 18;

export interface Excerpt {
  text: string;
  language: 'json' | 'text';
}

/** The beginning of a body, as it is read best: JSON laid out and shortened, other text by lines. Binary gives `null`. */
export function excerptOf(bytes: Uint8Array, mediaType: string | null): Excerpt | null {
  if (mediaType && /^(?:audio|video|image)\/|octet-stream/.test(mediaType)) return null;
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\0')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return { text: firstLines(JSON.stringify(shorten(parsed), null, 2)), language: 'json' };
  } catch {
    // No whole JSON: a stream, a page, or only the beginning of a body.
  }
  // The empty lines between the events of a stream would take half of the room.
  return { text: firstLines(text.replace(/\n(?:\r?\n)+/g, '\n')), language: /^\s*[[{]/.test(text) ? 'json' : 'text' };
}

function firstLines(text: string): string {
  const lines = text.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line));
  return lines.length <= mostLines ? lines.join('\n') : [...lines.slice(0, mostLines), '…'].join('\n');
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) {
    const members = value.slice(0, mostMembers).map(shorten);
    return value.length > mostMembers ? [...members, `… ${value.length - mostMembers} more`] : members;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
