import type { Token } from 'marked';
import { renderToStaticMarkup } from 'react-dom/server';
import { lexMarkdown, noLinks } from '../../../../../renderer/ui/markdown/dialect.ts';
import { DocumentReader, findLabels, type ReadDocument } from '../../../../../renderer/ui/markdown/document-reader.ts';
import { FootnoteBook } from '../../../../../renderer/ui/markdown/footnote-book.ts';
import { Footnotes } from '../../../../../renderer/ui/markdown/markdown.tsx';
import type { MarkdownEnv } from '../../../../../renderer/ui/markdown/markdown-env.ts';
import { renderBlocks } from '../../../../../renderer/ui/markdown/render-block.tsx';

export const env: MarkdownEnv = {
  labels: {
    copy: 'copy',
    copied: 'copied',
    copyFailed: 'not copied',
    image: 'picture',
    footnotes: 'notes',
    backToText: 'back',
    taskDone: 'done',
    taskOpen: 'open',
    more: 'Show more',
    moreRows: 'Show more rows',
    moreColumns: 'Show more columns',
    drawDiagram: 'Draw diagram',
    showSource: 'Show source',
    diagram: 'Diagram',
    diagramFailed: (words) => `not drawn: ${words}`,
    diagramTooLarge: 'too large',
    diagramTimedOut: 'timed out',
  },
  openLink: () => {},
  openImage: undefined,
  places: undefined,
  idPrefix: 'x-',
};

/**
 * Ids from React and the tooltips depend on the position in the tree, not on the document. Direction is on every block, and
 * covered by its own test.
 */
const structureOf = (markup: string) => markup.replace(/ id="[^"]*_R_[^"]*"/g, '').replace(/ dir="[a-z]+"/g, '');

/** The markup of a text that is read in one pass, by the grammar alone: no cuts, no groups. */
export const drawOneShot = (text: string): string => structureOf(drawWithDirection(text));

/** The same with the direction of each block. */
export function drawWithDirection(text: string): string {
  const links = noLinks();
  const tokens = lexMarkdown(text, links);
  const book = new FootnoteBook();
  book.take(tokens, text);
  const notes = book.numbersOf(findLabels(text));
  return renderToStaticMarkup(
    <>
      {renderBlocks(tokens, { env, notes, depth: 0 })}
      {book.entries().length > 0 && <Footnotes entries={book.entries()} env={env} />}
    </>,
  );
}

/** The markup of a document that was read in chunks, without the wrappers of its groups. */
export function drawDocument(document: ReadDocument): string {
  return structureOf(
    renderToStaticMarkup(
      <>
        {document.groups.flat().map((block) => renderBlocks(block.tokens, { env, notes: block.notes, depth: 0 }))}
        {document.footnotes.length > 0 && <Footnotes entries={document.footnotes} env={env} />}
      </>,
    ),
  );
}

/** The markup of tokens alone. */
export function drawTokens(tokens: readonly Token[]): string {
  return structureOf(renderToStaticMarkup(renderBlocks(tokens, { env, notes: new Map(), depth: 0 })));
}

/** Streams a text split at these offsets and renders the final state. */
export function drawStreamed(text: string, cuts: readonly number[]): string {
  const reader = new DocumentReader(() => 0);
  for (const cut of [...cuts].sort((a, b) => a - b)) reader.read(text.slice(0, cut), true);
  return drawDocument(reader.read(text, false));
}
