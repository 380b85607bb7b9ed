export type JsonWord = 'key' | 'string' | 'number' | 'literal' | 'plain';

export interface JsonPiece {
  kind: JsonWord;
  text: string;
}

const words = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/**
 * Colours one line of JSON. A JSON string cannot hold a line end, so a line can be read alone, whatever stands around it.
 * What is not JSON comes back as plain text; nothing is lost or changed.
 */
export function readJsonLine(line: string): JsonPiece[] {
  const pieces: JsonPiece[] = [];
  let at = 0;
  for (const match of line.matchAll(words)) {
    if (match.index > at) pieces.push({ kind: 'plain', text: line.slice(at, match.index) });
    const colon = match[1] ?? '';
    const word = match[0].slice(0, match[0].length - colon.length);
    pieces.push({ kind: wordKind(word, colon), text: word });
    if (colon !== '') pieces.push({ kind: 'plain', text: colon });
    at = match.index + match[0].length;
  }
  if (at < line.length) pieces.push({ kind: 'plain', text: line.slice(at) });
  return pieces;
}

function wordKind(word: string, colon: string): JsonWord {
  if (word.startsWith('"')) return colon === '' ? 'string' : 'key';
  return /^[tfn]/.test(word) ? 'literal' : 'number';
}
