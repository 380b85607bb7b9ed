import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../base/class-names.ts';
import { DocumentReader, groupSize, type OpenBlock, type ReadBlock } from './document-reader.ts';
import { Footnotes } from './footnote-list.tsx';
import s from './markdown.module.css';
import type { MarkdownEnv, MarkdownLabels, MarkdownPlaces } from './markdown-env.ts';
import { OpenFence } from './open-fence.tsx';
import { renderBlocks } from './render-block.tsx';

export interface MarkdownProps {
  /** While `live`, it only grows. Another text starts anew. */
  text: string;
  live: boolean;
  /** Keep the identity of this object still: a new one draws everything again. */
  labels: MarkdownLabels;
  /** A link was pressed; `href` is http, https or mailto. */
  onLink: (href: string) => void;
  /** A picture's chip was pressed. The address is as written; nothing was fetched. */
  onImage?: ((address: string, alt: string) => void) | undefined;
  /** Only for texts that are part of the program. Keep its identity still, too. */
  places?: MarkdownPlaces | undefined;
}

/**
 * An answer as it streams in. Finished blocks are parsed and drawn once; groups of 32 are skipped by layout and paint
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
    // Laying out a giant list or table costs more than reading it. Asking for a height makes the browser do now what it
    // would do before the next paint, so that the cost can be told.
    if (read.isLarge) element.current?.getBoundingClientRect();
    reader.drawn();
  }, [reader, read]);
  useEffect(() => {
    if (read.waitMs === 0) return;
    const timer = setTimeout(() => setWake((count) => count + 1), read.waitMs);
    return () => clearTimeout(timer);
  }, [read]);

  return (
    <div className={s.markdown} ref={element}>
      {read.groups.map((blocks) => (
        <Group key={blocks[0]?.key} blocks={blocks} env={env} />
      ))}
      {read.open && <Open block={read.open} env={env} />}
      {read.footnotes.length > 0 && <Footnotes entries={read.footnotes} env={env} />}
    </div>
  );
}

/** `wake` changes when the open block has rested: the reader is asked again although the text is the same. */
function readAgain(reader: DocumentReader, text: string, live: boolean, _wake: number) {
  return reader.read(text, live);
}

// Measured: without memo every frame visits every group of a long answer.
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
