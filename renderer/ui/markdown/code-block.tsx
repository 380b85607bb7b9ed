import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CopyButton } from '../controls/copy-button.tsx';
import s from './code-block.module.css';
import { colourLanguage, findColours, knownColours } from './code-colours.ts';
import { shownLanguage } from './code-languages.ts';
import { type ColourRun, cutPieces, cutRuns } from './code-runs.ts';
import type { MarkdownLabels } from './markdown-env.ts';

export interface CodeBlockProps {
  code: string;
  /** What stands behind the opening fence. */
  info: string;
  labels: MarkdownLabels;
}

/** A finished fence: its language, a copy button, and colours as soon as they are known. */
export function CodeBlock({ code, info, labels }: CodeBlockProps) {
  const language = colourLanguage(code, info);
  const [found, setFound] = useState<{ code: string; runs: ColourRun[] } | null>(null);
  const runs = knownColours(code, language) ?? (found?.code === code ? found.runs : null);
  const isPlain = runs === null;
  useEffect(() => {
    if (language === null || !isPlain) return;
    let isGone = false;
    void findColours(code, language).then((next) => {
      if (next && !isGone) setFound({ code, runs: next });
    });
    return () => {
      isGone = true;
    };
  }, [code, language, isPlain]);
  const pieces = cutPieces(code);
  const coloured = runs && cutRuns(pieces, runs);
  return (
    <CodeFrame info={info} code={code} labels={labels}>
      {pieces.map((piece, at) => {
        const colours = coloured?.[at];
        return colours ? (
          <ColouredPiece key={`coloured ${at}`} text={piece} runs={colours} first={at === 0} />
        ) : (
          <span key={at} className={s.piece}>
            {piece}
          </span>
        );
      })}
    </CodeFrame>
  );
}

interface ColouredPieceProps {
  text: string;
  runs: readonly ColourRun[];
  /** Coloured at once; the others when they come near the screen. */
  first: boolean;
}

/** Filled by hand: a thousand words of code would be a thousand components. React keeps the holder and nothing in it. */
function ColouredPiece({ text, runs, first }: ColouredPieceProps) {
  const holder = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const piece = holder.current;
    if (!piece) return;
    const fill = () => piece.replaceChildren(...runs.map(drawRun));
    if (first) {
      fill();
      return;
    }
    piece.textContent = text;
    const onNear = (event: Event) => {
      if (!(event as ContentVisibilityAutoStateChangeEvent).skipped) fill();
    };
    piece.addEventListener('contentvisibilityautostatechange', onNear);
    return () => piece.removeEventListener('contentvisibilityautostatechange', onNear);
  }, [text, runs, first]);
  return <span ref={holder} className={s.piece} />;
}

function drawRun({ kind, text }: ColourRun): Node {
  if (kind === 'plain') return document.createTextNode(text);
  const word = document.createElement('span');
  word.className = s[kind] ?? '';
  word.textContent = text;
  return word;
}

export interface CodeFrameProps extends CodeBlockProps {
  children: ReactNode;
}

/** The box around code, finished or growing. */
export function CodeFrame({ info, code, labels, children }: CodeFrameProps) {
  const language = shownLanguage(info);
  return (
    <figure className={s.frame} dir="ltr">
      <figcaption className={s.head}>
        <span className={s.language}>{language}</span>
        <CopyButton text={code} labels={{ copy: labels.copy, copied: labels.copied, failed: labels.copyFailed }} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and a scrolling area must be reachable by keyboard */}
      <pre className={s.code} tabIndex={0}>
        <code>{children}</code>
      </pre>
    </figure>
  );
}
