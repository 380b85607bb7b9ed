import { Fragment } from 'react';
import { type JsonPiece, readJsonLine } from '../json/json-line.ts';
import s from './code-line.module.css';

/** A marked stretch of a row, in characters of that row. */
export interface RowMark {
  from: number;
  to: number;
  /** The match that the reader stands on. */
  current: boolean;
}

export interface CodeLineProps {
  text: string;
  language: 'text' | 'json';
  marks: readonly RowMark[];
}

/** One row of mono text with its colours and marks. */
export function CodeLine({ text, language, marks }: CodeLineProps) {
  const pieces: JsonPiece[] = language === 'json' ? readJsonLine(text) : [{ kind: 'plain', text }];
  let at = 0;
  return pieces.map((piece) => {
    const from = at;
    at += piece.text.length;
    const inside = marks.filter((mark) => mark.from < at && mark.to > from);
    const content = inside.length === 0 ? piece.text : markPiece(piece.text, from, inside);
    if (piece.kind === 'plain') return <Fragment key={from}>{content}</Fragment>;
    return (
      <span key={from} className={s[piece.kind]}>
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
    out.push(text.slice(at, start));
    out.push(
      <mark key={start} className={mark.current ? s.current : s.mark}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  out.push(text.slice(at));
  return out;
}
