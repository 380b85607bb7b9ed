import { csvLine } from '#shared/csv.ts';
import type { EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import type { TextItem } from '../../../lib/corpus/text-column.ts';
import { norm } from '../../../lib/vectors/cosine.ts';
import { joinRows } from '../../../lib/vectors/float-file.ts';
import { toNpy } from '../../../lib/vectors/npy.ts';
import type { Flat, Layout } from './analysis-store.ts';

/** What is taken along: texts that have a vector, and what the map says of them. */
export interface ExportSource {
  texts: readonly TextItem[];
  items: readonly (EmbeddedItem | null)[];
  model: string;
  layout: Layout;
  flat: Flat | null;
  rowOf: Int32Array;
  clusterOf: (place: number) => string;
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

/** x and y of a text on the map, or `null` where it is not on it. */
function pointOf({ flat, rowOf }: ExportSource, place: number): [number, number] | null {
  const row = rowOf[place] ?? -1;
  return flat && row >= 0 ? [flat.base[row * 2] as number, flat.base[row * 2 + 1] as number] : null;
}

/** One JSON object a line, its vector in full. Pieces, so that no string grows beyond what a browser can hold. */
export function vectorsJsonl(source: ExportSource): string[] {
  return entriesOf(source).map(({ place, item, vector, facts }) => {
    const [x, y] = pointOf(source, place) ?? [null, null];
    const { tokens, isShare, ms, exchangeId } = facts;
    const record = {
      index: place,
      line: item.line,
      text: item.text,
      fields: item.fields,
      model: source.model,
      dimensions: vector.length,
      norm: norm(vector),
      tokens: rounded(tokens),
      tokens_are_share: isShare,
      ms: rounded(ms),
      exchange: exchangeId,
      cluster: source.clusterOf(place),
      map: source.layout,
      x,
      y,
      embedding: Array.from(vector),
    };
    return `${JSON.stringify(record)}\n`;
  });
}

/** CSV with a header row, a string per line; the last column is the vector as a JSON list. */
export function vectorsCsv(source: ExportSource): string[] {
  const head = [
    'index',
    'line',
    'text',
    'model',
    'dimensions',
    'norm',
    'tokens',
    'tokens_are_share',
    'ms',
    'cluster',
    'x',
    'y',
    'embedding',
  ];
  const rows = entriesOf(source).map(({ place, item, vector, facts }) => {
    const [x, y] = pointOf(source, place) ?? [null, null];
    const { tokens, isShare, ms } = facts;
    return [
      place,
      item.line,
      item.text,
      source.model,
      vector.length,
      norm(vector),
      rounded(tokens),
      isShare,
      rounded(ms),
      source.clusterOf(place),
      x,
      y,
      `[${vector.join(',')}]`,
    ];
  });
  return [head, ...rows].map(csvLine);
}

/** A share of a batch's tokens and the time of a clock have more digits than they know. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

/** The vectors of the most frequent number of dimensions as a NumPy array, in the order of the texts. */
export function toNpyFile(source: ExportSource, dimensions: number): Uint8Array<ArrayBuffer> {
  return toNpy(joinRows(entriesOf(source).flatMap(({ vector }) => (vector.length === dimensions ? [vector] : []))));
}
