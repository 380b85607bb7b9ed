import { client } from '../client/client.ts';
import { type CorpusDocument, readVectors } from './corpus-document.ts';
import type { EmbeddingOptions } from './embed-request.ts';
import { readTexts } from './read-texts.ts';
import type { TextItem } from './text-column.ts';

/** An embedded corpus as other panels use it. */
export interface LastCorpus {
  /** Id of its document in the library, panel `embeddings`. */
  id: string;
  name: string;
  items: readonly TextItem[];
  /** By place of the item; `null` where there is no vector. */
  vectors: readonly (Float32Array | null)[];
  connectionId: string;
  keyId: string | null;
  model: string;
  /** The other options it was embedded with: a query must be embedded with the same ones. */
  options: EmbeddingOptions;
}

let last: LastCorpus | null = null;

/** Called when a corpus has received vectors, with its current ones. */
export function rememberCorpus(corpus: LastCorpus): void {
  last = corpus;
}

/**
 * Returns the corpus that was embedded last: of this page, else the newest stored one. `null` when nothing was ever
 * embedded. Rejects with an `AppError` when the library cannot be read.
 */
export async function lastCorpus(): Promise<LastCorpus | null> {
  if (last) return last;
  const rows = await client.library.conversations({ panel: 'embeddings' });
  for (const { id } of rows.toSorted((one, other) => other.updatedAt - one.updatedAt)) {
    const stored = await client.library.open({ id });
    const found = stored && (await fromDocument(JSON.parse(stored.content) as CorpusDocument));
    if (found) {
      last ??= found;
      return last;
    }
  }
  return null;
}

/** Returns the corpus with the vectors of its first run, or `null` when it has none. */
async function fromDocument(corpus: CorpusDocument): Promise<LastCorpus | null> {
  const run = corpus.runs[0];
  if (!run || run.segments.length === 0) return null;
  const { items } = await readTexts(corpus.source, { kind: corpus.kind, column: corpus.column ?? undefined });
  const { vectors } = await readVectors(run.segments);
  if (vectors.size === 0) return null;
  return {
    id: corpus.id,
    name: corpus.name,
    items,
    vectors: items.map((_, place) => vectors.get(place) ?? null),
    connectionId: run.connectionId,
    keyId: run.keyId,
    model: run.model,
    options: run.options,
  };
}
