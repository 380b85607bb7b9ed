import { useLayoutEffect, useRef } from 'react';
import s from './code-block.module.css';
import { CodeFrame } from './code-block.tsx';
import { pieceEnd } from './code-runs.ts';
import type { MarkdownLabels } from './markdown-env.ts';

/**
 * A fence that still grows. Its text is appended to the last piece in the page, and a full piece is never touched again,
 * so that a frame costs the same at the first line and at the ten thousandth.
 */
export function OpenFence({ code, info, labels }: { code: string; info: string; labels: MarkdownLabels }) {
  const holder = useRef<HTMLSpanElement>(null);
  const drawn = useRef<{ code: string; pieceStart: number; tail: Text } | null>(null);
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return;
    const before = drawn.current;
    const goesOn = before !== null && element.contains(before.tail) && code.startsWith(before.code);
    if (!goesOn) element.replaceChildren();
    let at = goesOn ? before.code.length : 0;
    let pieceStart = goesOn ? before.pieceStart : 0;
    let tail = goesOn ? before.tail : addPiece(element);
    for (let end = pieceEnd(code, pieceStart); ; end = pieceEnd(code, pieceStart)) {
      tail.appendData(code.slice(at, end));
      at = end;
      if (end === code.length) break;
      pieceStart = end;
      tail = addPiece(element);
    }
    drawn.current = { code, pieceStart, tail };
  }, [code]);
  return (
    <CodeFrame info={info} code={code} labels={labels}>
      <span ref={holder} className={s.growing} />
    </CodeFrame>
  );
}

function addPiece(holder: HTMLElement): Text {
  const piece = document.createElement('span');
  piece.className = s.piece ?? '';
  const text = document.createTextNode('');
  piece.append(text);
  holder.append(piece);
  return text;
}
