import { CornerLeftUp } from 'lucide-react';
import { Icon } from '../base/icon.tsx';
import { ShownPart } from '../text/shown-part.tsx';
import type { FootnoteEntry } from './footnote-book.ts';
import s from './markdown.module.css';
import type { MarkdownEnv } from './markdown-env.ts';
import { renderBlocks } from './render-block.tsx';
import { goTo } from './render-inline.tsx';

const noteStep = 200;

/** The notes under an answer, each with the way back to where it is used. */
export function Footnotes({ entries, env }: { entries: readonly FootnoteEntry[]; env: MarkdownEnv }) {
  const numbers = new Map(entries.flatMap(({ label, number }) => (number === null ? [] : [[label, number] as const])));
  return (
    <section className={s.footnotes} aria-label={env.labels.footnotes}>
      <ShownPart total={entries.length} step={noteStep} label={env.labels.more}>
        {(shown) =>
          entries.slice(0, shown).map(({ label, number, tokens }) => (
            <div key={label} className={s.footnote} id={`${env.idPrefix}note-${number ?? label}`} tabIndex={-1}>
              <span className={s.footnoteNumber}>{number ?? label.slice(1)}</span>
              <div className={s.footnoteBody}>{renderBlocks(tokens, { env, notes: numbers, depth: 0 })}</div>
              {number !== null && (
                <button
                  type="button"
                  className={s.back}
                  aria-label={`${env.labels.backToText} ${number}`}
                  onClick={() => goTo(`[data-ref="${CSS.escape(`${env.idPrefix}${number}`)}"]`)}
                >
                  <Icon of={CornerLeftUp} size="xs" />
                </button>
              )}
            </div>
          ))
        }
      </ShownPart>
    </section>
  );
}
