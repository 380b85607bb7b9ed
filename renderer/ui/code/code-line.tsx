import { Fragment } from 'react';
import { withSigns } from '../base/hidden-signs.tsx';
import syntax from '../base/syntax.module.css';
import s from './code-view.module.css';

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

/** A marked range of a row, in characters of that row. */
export interface RowMark {
  from: number;
  to: number;
  /** The current match. */
  current: boolean;
}

interface CodeLineProps {
  text: string;
  language: 'text' | 'json';
  marks: readonly RowMark[];
}

/** One row of mono text with its colors and marks. */
export function CodeLine({ text, language, marks }: CodeLineProps) {
  const pieces: JsonPiece[] = language === 'json' ? readJsonLine(text) : [{ kind: 'plain', text }];
  let at = 0;
  return pieces.map((piece) => {
    const from = at;
    at += piece.text.length;
    const inside = marks.filter((mark) => mark.from < at && mark.to > from);
    const content = inside.length === 0 ? withSigns(piece.text, 'code') : markPiece(piece.text, from, inside);
    if (piece.kind === 'plain') return <Fragment key={from}>{content}</Fragment>;
    return (
      <span key={from} className={syntax[piece.kind]}>
        {content}
      </span>
    );
  });
}

function markPiece(text: string, from: number, marks: readonly RowMark[]) {
  const out = [];
  let at = 0;
  for (const mark of marks) {
    const start = Math.max(at, mark.from - from);
    const end = Math.min(text.length, mark.to - from);
    out.push(<Fragment key={`before ${start}`}>{withSigns(text.slice(at, start), 'code')}</Fragment>);
    out.push(
      <mark key={start} className={mark.current ? s.current : s.mark}>
        {withSigns(text.slice(start, end), 'code')}
      </mark>,
    );
    at = end;
  }
  out.push(<Fragment key="rest">{withSigns(text.slice(at), 'code')}</Fragment>);
  return out;
}
