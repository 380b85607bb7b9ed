import { type CorpusDocument, toStoredBatches, toStoredItems } from '../../lib/corpus/corpus-document.ts';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { type Corpus, runsOf, vectorCount } from './model/lab.ts';

/** Whether the corpus has neither text nor vectors; the library does not store such a corpus. */
export const isBlank = ({ source, base }: Corpus): boolean => source === '' && base === null;

/** Returns the name of a corpus in lists: its file name, else its first text. */
export const titleOf = ({ name, read, source }: Corpus): string =>
  (name || (read.items[0]?.text ?? source).trim()).slice(0, 120);

/** Returns the list row of a corpus, with `vectors|texts` in its note. */
export function rowOf(corpus: Corpus): SavedDocument {
  const { id, base, read } = corpus;
  return {
    id,
    panel: 'embeddings',
    title: titleOf(corpus),
    starred: false,
    model: base?.model ?? null,
    note: `${vectorCount(base)}|${read.items.length}`,
    content: JSON.stringify(documentOf(corpus)),
    passages: [],
  };
}

function documentOf(corpus: Corpus): CorpusDocument {
  const { id, name, source, kind, column, batch } = corpus;
  const runs = runsOf(corpus).map(({ items, batches, segments, ...run }) => ({
    ...run,
    batches: toStoredBatches(batches),
    segments: [...segments],
    ...toStoredItems(items),
  }));
  return { version: 1, id, name, source, kind, column, batch, runs };
}
