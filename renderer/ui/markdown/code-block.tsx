import { type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from '../copy-button.tsx';
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
      {pieces.map((piece, at) => (
        <span key={at} className={s.piece}>
          {coloured ? coloured[at]?.map(drawRun) : piece}
        </span>
      ))}
    </CodeFrame>
  );
}

function drawRun({ scope, text }: ColourRun, at: number): ReactNode {
  const name = scopeClass(scope);
  return name === undefined ? (
    text
  ) : (
    <span key={at} className={name}>
      {text}
    </span>
  );
}

/** Five colours carry code; a scope without one is plain. */
const scopes: Record<string, string | undefined> = {
  keyword: s.keyword,
  built_in: s.keyword,
  type: s.type,
  class: s.type,
  tag: s.keyword,
  name: s.keyword,
  'selector-tag': s.keyword,
  string: s.string,
  regexp: s.string,
  char: s.string,
  subst: s.plain,
  addition: s.addition,
  deletion: s.deletion,
  number: s.number,
  symbol: s.number,
  literal: s.literal,
  bullet: s.literal,
  comment: s.comment,
  quote: s.comment,
  doctag: s.comment,
  meta: s.comment,
  attr: s.type,
  attribute: s.type,
  property: s.type,
  title: s.title,
  section: s.title,
  'selector-class': s.type,
  'selector-id': s.type,
  'template-variable': s.type,
};

function scopeClass(scope: string): string | undefined {
  return scope === '' ? undefined : scopes[scope.split('.', 1)[0] as string];
}

export interface CodeFrameProps extends CodeBlockProps {
  children: ReactNode;
}

/** The box around code, finished or growing. */
export function CodeFrame({ info, code, labels, children }: CodeFrameProps) {
  const language = shownLanguage(info);
  return (
    <figure className={s.frame}>
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
