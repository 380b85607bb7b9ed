import { Fragment } from 'react';
import { withSigns } from '../base/hidden-signs.tsx';
import syntax from '../base/syntax.module.css';

type JsonWord = 'key' | 'string' | 'number' | 'literal' | 'plain';

interface JsonPiece {
  kind: JsonWord;
  text: string;
}

const words = /"(?:[^"\\]|\\.)*\\?(?:"(\s*:)?|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/**
 * Colors one line of JSON. A JSON string cannot contain a line end, so a line can be read alone, whatever is around it.
 * Text that is not JSON is returned as plain text; nothing is lost or changed.
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

/** One short line of mono text with its colors, where a whole view would be too much. */
export function CodeLine({ text, language }: { text: string; language: 'text' | 'json' }) {
  if (language === 'text') return withSigns(text, 'code');
  let at = 0;
  return readJsonLine(text).map((piece) => {
    const from = at;
    at += piece.text.length;
    const content = withSigns(piece.text, 'code');
    return piece.kind === 'plain' ? (
      <Fragment key={from}>{content}</Fragment>
    ) : (
      <span key={from} className={syntax[piece.kind]}>
        {content}
      </span>
    );
  });
}
