import { csvLine } from '#shared/csv.ts';
import type { EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import type { TextItem } from '../../../lib/corpus/text-column.ts';
import { fileStem } from '../../../lib/files/file-stem.ts';
import { admitFile, saveFile } from '../../../lib/files/files.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { norm } from '../../../lib/vectors/cosine.ts';
import { joinRows, toNpy } from '../../../lib/vectors/float-file.ts';
import { mainDimensions } from '../corpus.ts';
import { embeddingsStore } from '../embeddings.ts';
import { titleOf } from '../stored-corpus.ts';
import { analysis, type Flat, type Layout } from './analysis.ts';

export const exportKinds = ['csv', 'jsonl', 'npy'] as const;
export type ExportKind = (typeof exportKinds)[number];

const files: Record<ExportKind, { type: string; ending: string }> = {
  csv: { type: 'text/csv', ending: 'csv' },
  jsonl: { type: 'application/jsonl', ending: 'jsonl' },
  npy: { type: 'application/octet-stream', ending: 'npy' },
};

/**
 * Exports the vectors and offers the file to the user.
 *
 * @returns the name it was saved under, `null` when the user canceled. Rejects with an `AppError`.
 */
export async function saveExport(kind: ExportKind): Promise<string | null> {
  const corpus = embeddingsStore().current();
  const { run, read } = corpus;
  if (!run) return null;
  const { layout, maps, rowOf } = analysis().getState();
  const source: ExportSource = {
    texts: read.items,
    items: run.items,
    model: run.model,
    layout,
    flat: maps[layout] ?? null,
    rowOf,
  };
  const parts = {
    csv: () => vectorsCsv(source),
    jsonl: () => vectorsJsonl(source),
    npy: () => [toNpyFile(source, mainDimensions(run))],
  }[kind]();
  const name = `${fileStem(titleOf(corpus).replace(/\.[a-z]+$/i, ''), 'vectors')}-${fileStem(run.model, 'model')}`;
  const { type, ending } = files[kind];
  const file = new File(parts, `${name}.${ending}`, { type });
  return saveFile(await admitFile(file));
}

/** Tells the user under which name a file is saved, or why it can't be; nothing when they canceled. */
export async function notifySaved(saving: Promise<string | null>): Promise<void> {
  const t = strings().embeddings.exports;
  try {
    const name = await saving;
    if (name !== null) toast({ intent: 'ok', title: t.saved(name) });
  } catch (thrown) {
    toast({ intent: 'bad', title: t.failed, body: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/** What an export contains: texts with a vector, and where they are on the map. */
interface ExportSource {
  texts: readonly TextItem[];
  items: readonly (EmbeddedItem | null)[];
  model: string;
  layout: Layout;
  flat: Flat | null;
  rowOf: Int32Array;
}

interface Entry {
  place: number;
  item: TextItem;
  vector: Float32Array;
  facts: EmbeddedItem;
}

function entriesOf({ texts, items }: ExportSource): Entry[] {
  return items.flatMap((facts, place) => {
    const item = texts[place];
    return facts?.vector && item ? [{ place, item, vector: facts.vector, facts }] : [];
  });
}

/** Returns x and y of a text on the map, or `null` where it is not on it. */
function pointOf({ flat, rowOf }: ExportSource, place: number): [number, number] | null {
  const row = rowOf[place] ?? -1;
  return flat && row >= 0 ? [flat.map[row * 2] as number, flat.map[row * 2 + 1] as number] : null;
}

/** Returns what is exported of a text besides its vector, by its name in the file. */
function recordOf(source: ExportSource, { place, item, vector, facts }: Entry) {
  const [x, y] = pointOf(source, place) ?? [null, null];
  return {
    index: place,
    line: item.line,
    text: item.text,
    fields: item.fields,
    model: source.model,
    dimensions: vector.length,
    norm: norm(vector),
    tokens: rounded(facts.tokens),
    tokens_are_share: facts.isShare,
    ms: rounded(facts.ms),
    exchange: facts.exchangeId,
    map: source.layout,
    x,
    y,
  };
}

/**
 * Returns one JSON object per line, each with its full vector. A list of lines, so that no string exceeds what a
 * browser can hold.
 */
export const vectorsJsonl = (source: ExportSource): string[] =>
  entriesOf(source).map(
    (entry) => `${JSON.stringify({ ...recordOf(source, entry), embedding: Array.from(entry.vector) })}\n`,
  );

const csvColumns = [
  ...(['index', 'line', 'text', 'model', 'dimensions', 'norm', 'tokens', 'tokens_are_share', 'ms'] as const),
  ...(['x', 'y'] as const),
];

/** Returns CSV with a header row, one string per line; the last column is the vector as a JSON list. */
export function vectorsCsv(source: ExportSource): string[] {
  const rows = entriesOf(source).map((entry) => {
    const record = recordOf(source, entry);
    return [...csvColumns.map((column) => record[column]), `[${entry.vector.join(',')}]`];
  });
  return [[...csvColumns, 'embedding'], ...rows].map(csvLine);
}

/** A share of a batch's tokens and a measured time have more digits than their precision. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

/** Returns the vectors with the most frequent number of dimensions as a NumPy array, in the order of the texts. */
export function toNpyFile(source: ExportSource, dimensions: number): Uint8Array<ArrayBuffer> {
  return toNpy(joinRows(entriesOf(source).flatMap(({ vector }) => (vector.length === dimensions ? [vector] : []))));
}
