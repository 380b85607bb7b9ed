import { CornerLeftUp } from 'lucide-react';
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../base/class-names.ts';
import { nodesWithSigns } from '../base/hidden-signs.tsx';
import { Icon } from '../base/icon.tsx';
import { ShownPart } from '../text/long-text.tsx';
import c from './code-block.module.css';
import { CodeFrame } from './code-block.tsx';
import { pieceEnd } from './code-colors.ts';
import { DocumentReader, groupSize, type OpenBlock, type ReadBlock } from './document-reader.ts';
import type { FootnoteEntry } from './footnote-book.ts';
import s from './markdown.module.css';
import type { MarkdownEnv, MarkdownLabels, MarkdownPlaces } from './markdown-env.ts';
import { renderBlocks } from './render-block.tsx';
import { goTo } from './render-inline.tsx';

export interface MarkdownProps {
  /** While `live`, it only grows. Another text starts over. */
  text: string;
  live: boolean;
  /** Pass the same object each time: a new one draws everything again. */
  labels: MarkdownLabels;
  /** A link was pressed; `href` is http, https or mailto. */
  onLink: (href: string) => void;
  /** An image's chip was pressed. The address is as written; nothing was fetched. */
  onImage?: ((address: string, alt: string) => void) | undefined;
  /** Only for texts that are part of the program. Pass the same object each time, too. */
  places?: MarkdownPlaces | undefined;
}

/**
 * A reply as it streams in. Finished blocks are parsed and drawn once; groups of 32 are skipped by layout and paint
 * while they are off the screen; only the open block is read again with each frame.
 */
export function Markdown({ text, live, labels, onLink, onImage, places }: MarkdownProps) {
  const [reader] = useState(() => new DocumentReader());
  const [wake, setWake] = useState(0);
  const handlers = useRef({ onLink, onImage });
  const id = useId();
  const hasImages = onImage !== undefined;
  const [calls] = useState(() => ({
    openLink: (href: string) => handlers.current.onLink(href),
    openImage: (address: string, alt: string) => handlers.current.onImage?.(address, alt),
  }));
  const env: MarkdownEnv = {
    labels,
    openLink: calls.openLink,
    openImage: hasImages ? calls.openImage : undefined,
    places,
    idPrefix: `${id}-`,
  };
  const read = readAgain(reader, text, live, wake);

  useLayoutEffect(() => {
    handlers.current = { onLink, onImage };
  }, [onLink, onImage]);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Laying out a very large list or table costs more than reading it. Reading its height forces the layout that would
    // happen before the next paint, so that the cost can be measured.
    if (read.isLarge) element.current?.getBoundingClientRect();
    reader.drawn();
  }, [reader, read]);
  useEffect(() => {
    if (read.waitMs === 0) return;
    const timer = setTimeout(() => setWake((count) => count + 1), read.waitMs);
    return () => clearTimeout(timer);
  }, [read]);

  return (
    <div className={classes(s.markdown, live && s.live, !places && s.reply)} ref={element}>
      {read.groups.map((blocks) => (
        <Group key={blocks[0]?.key} blocks={blocks} env={env} />
      ))}
      {read.open && <Open block={read.open} env={env} />}
      {read.footnotes.length > 0 && <Footnotes entries={read.footnotes} env={env} />}
    </div>
  );
}

/** `wake` changes when the open block has rested: the reader is called again although the text is the same. */
function readAgain(reader: DocumentReader, text: string, live: boolean, _wake: number) {
  return reader.read(text, live);
}

// Measured: without memo every frame visits every group of a long reply.
const Group = memo(function Group({ blocks, env }: { blocks: readonly ReadBlock[]; env: MarkdownEnv }) {
  return (
    <div className={classes(s.group, blocks.length === groupSize && s.full)}>
      {blocks.map((block) => (
        <Block key={block.key} block={block} env={env} />
      ))}
    </div>
  );
});

const Block = memo(function Block({ block, env }: { block: ReadBlock; env: MarkdownEnv }) {
  return renderBlocks(block.tokens, { env, notes: block.notes, depth: 0 });
});

function Open({ block, env }: { block: OpenBlock; env: MarkdownEnv }) {
  return (
    <div className={s.group}>
      {block.kind === 'fence' ? (
        <OpenFence code={block.code} info={block.info} labels={env.labels} />
      ) : (
        renderBlocks(block.tokens, { env, notes: block.notes, depth: 0 })
      )}
    </div>
  );
}

const noteStep = 200;

/** The notes under a reply, each with a link back to where it is used. */
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

/**
 * A fence that still grows. Its text is appended to the last chunk in the page, and a full chunk is never touched
 * again, so that a frame costs the same at the first line and at the ten thousandth.
 */
function OpenFence({ code, info, labels }: { code: string; info: string; labels: MarkdownLabels }) {
  const holder = useRef<HTMLSpanElement>(null);
  const drawn = useRef<{ code: string; pieceStart: number; tail: Text } | null>(null);
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return;
    const before = drawn.current;
    const isContinued = before !== null && element.contains(before.tail) && code.startsWith(before.code);
    if (!isContinued) element.replaceChildren();
    let at = isContinued ? before.code.length : 0;
    let pieceStart = isContinued ? before.pieceStart : 0;
    let tail = isContinued ? before.tail : addPiece(element);
    for (let end = pieceEnd(code, pieceStart); ; end = pieceEnd(code, pieceStart)) {
      tail = addText(tail, code.slice(at, end));
      at = end;
      if (end === code.length) break;
      pieceStart = end;
      tail = addPiece(element);
    }
    drawn.current = { code, pieceStart, tail };
  }, [code]);
  return (
    <CodeFrame info={info} code={code} labels={labels}>
      <span ref={holder} className={c.growing} />
    </CodeFrame>
  );
}

/** Adds text after a node, and returns the node that text is added to next. */
function addText(tail: Text, added: string): Text {
  const [first, ...others] = nodesWithSigns(added);
  if (others.length === 0 && first instanceof Text) {
    tail.appendData(first.data);
    return tail;
  }
  const next = document.createTextNode('');
  tail.after(...(first ? [first] : []), ...others, next);
  return next;
}

function addPiece(holder: HTMLElement): Text {
  const piece = document.createElement('span');
  piece.className = c.piece ?? '';
  const text = document.createTextNode('');
  piece.append(text);
  holder.append(piece);
  return text;
}
