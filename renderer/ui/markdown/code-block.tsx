import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nodesWithSigns, withSigns } from '../base/hidden-signs.tsx';
import syntax from '../base/syntax.module.css';
import { CopyButton } from '../controls/copy-button.tsx';
import s from './code-block.module.css';
import { colorLanguage, cutChunks, cutRuns, findColors, knownColors, shownLanguage } from './code-colors.ts';
import type { ColorRun } from './color-code.ts';
import type { MarkdownLabels } from './markdown-env.ts';

export interface CodeBlockProps {
  code: string;
  /** The text after the opening fence. */
  info: string;
  labels: MarkdownLabels;
  /** Beside the copy button. */
  action?: ReactNode;
}

/** A finished fence: its language, a copy button, and colors as soon as they are known. */
export function CodeBlock({ code, info, labels, action }: CodeBlockProps) {
  const language = colorLanguage(code, info);
  const [found, setFound] = useState<{ code: string; runs: ColorRun[] } | null>(null);
  const runs = knownColors(code, language) ?? (found?.code === code ? found.runs : null);
  const isPlain = runs === null;
  useEffect(() => {
    if (language === null || !isPlain) return;
    let isGone = false;
    void findColors(code, language).then((next) => {
      if (next && !isGone) setFound({ code, runs: next });
    });
    return () => {
      isGone = true;
    };
  }, [code, language, isPlain]);
  const pieces = cutChunks(code);
  const coloured = runs && cutRuns(pieces, runs);
  return (
    <CodeFrame info={info} code={code} labels={labels} action={action}>
      {pieces.map((piece, at) => {
        const colours = coloured?.[at];
        return colours ? (
          <ColoredChunk key={`coloured ${at}`} text={piece} runs={colours} first={at === 0} />
        ) : (
          <span key={at} className={s.piece}>
            {withSigns(piece, 'code')}
          </span>
        );
      })}
    </CodeFrame>
  );
}

interface ColoredChunkProps {
  text: string;
  runs: readonly ColorRun[];
  /** Colored at once; the others when they come near the screen. */
  first: boolean;
}

/**
 * Filled outside React: a thousand tokens of code would be a thousand components. React owns the container and nothing
 * in it.
 */
function ColoredChunk({ text, runs, first }: ColoredChunkProps) {
  const holder = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const piece = holder.current;
    if (!piece) return;
    const fill = () => piece.replaceChildren(...runs.flatMap(drawRun));
    if (first) {
      fill();
      return;
    }
    piece.replaceChildren(...nodesWithSigns(text));
    const onNear = (event: Event) => {
      if (!(event as ContentVisibilityAutoStateChangeEvent).skipped) fill();
    };
    piece.addEventListener('contentvisibilityautostatechange', onNear);
    return () => piece.removeEventListener('contentvisibilityautostatechange', onNear);
  }, [text, runs, first]);
  return <span ref={holder} className={s.piece} />;
}

function drawRun({ kind, text }: ColorRun): Node[] {
  const nodes = nodesWithSigns(text);
  if (kind === 'plain') return nodes;
  const word = document.createElement('span');
  word.className = syntax[kind] ?? '';
  word.append(...nodes);
  return [word];
}

export interface CodeFrameProps extends CodeBlockProps {
  children: ReactNode;
}

/** The box around code, finished or growing. */
export function CodeFrame({ info, code, labels, action, children }: CodeFrameProps) {
  const language = shownLanguage(info);
  return (
    <figure className={s.frame} dir="ltr">
      <figcaption className={s.head}>
        <span className={s.language}>{language}</span>
        {action}
        <CopyButton text={code} labels={{ copy: labels.copy, copied: labels.copied, failed: labels.copyFailed }} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and a scrolling area must be reachable by keyboard */}
      <pre className={s.code} tabIndex={0}>
        <code>{children}</code>
      </pre>
    </figure>
  );
}
