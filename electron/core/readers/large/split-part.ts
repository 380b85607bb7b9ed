import type { Part } from '#shared/protocol/part.ts';

const pieceCharacters = 64 * 1024;
/** So much of what has no parts of its own is shown; the record holds all of it. */
const shownCharacters = 1024 * 1024;

/** The same part in pieces that take no time to be passed on. Text and thoughts go on from one piece to the next. */
export function* splitPart(part: Part): Generator<Part, void, void> {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      for (const text of pieces(part.text)) yield { ...part, text };
      return;
    case 'raw-event':
      yield { ...part, data: part.data.slice(0, shownCharacters) };
      if (part.data.length > shownCharacters) yield shortened(part.data.length);
      return;
    default:
      yield part;
  }
}

function* pieces(text: string): Generator<string> {
  if (text.length <= pieceCharacters) {
    yield text;
    return;
  }
  for (let at = 0; at < text.length; ) {
    let end = at + pieceCharacters;
    // A character of two units is not torn apart.
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}

const shortened = (characters: number): Part => ({
  type: 'warning',
  code: 'not-kept',
  message: `The first ${shownCharacters} of ${characters} characters are shown. The record of the answer holds all of it.`,
});

/** How much passing a part on costs, in bytes or thereabouts. */
export function weightOf(part: Part): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      return 200 + part.text.length;
    case 'vector':
      return 200 + 8 * part.values.length;
    case 'raw-event':
      return 200 + part.data.length;
    case 'image':
    case 'audio':
      return 200 + (part.base64?.length ?? 0);
    default:
      return 1000;
  }
}
