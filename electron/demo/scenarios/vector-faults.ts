import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import { documentsIn, type Effect, faultsOf } from './fault.ts';

type Entry = JsonRecord & { embedding: number[] | string };

export const entriesOf = (document: unknown): Entry[] => asList(asRecord(document).data) as Entry[];

export function valuesOf({ embedding }: Entry): number[] {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}

/** Changes the successful reply of the embeddings route; other replies are unchanged. */
export const whole = (change: (document: JsonRecord) => unknown): Effect => documentsIn('embeddings', change);

export const entries = (change: (all: Entry[]) => unknown): Effect =>
  whole((document) => ({ ...document, data: change(entriesOf(document)) }));

/** Shapes and defects of vectors, as gateways and the servers behind them really send them. */
export const vectorFaults = faultsOf(
  `
  embeddings-one-missing | embeddings | data | One vector missing | 缺少一个向量
  embeddings-null-vector | embeddings | data | Null vector | 向量为 null
  embeddings-mixed-sizes | embeddings | data | Vectors of different lengths | 向量长度不一
  embeddings-zero | embeddings | data | Zero vectors | 零向量
`,
  {
    'embeddings-one-missing': entries((all) => all.slice(1)),
    'embeddings-null-vector': entries((all) =>
      all.map((entry, place) => (place === 0 ? { ...entry, embedding: null } : entry)),
    ),
    'embeddings-mixed-sizes': entries((all) =>
      all.map((entry, place) => ({
        ...entry,
        embedding: valuesOf(entry).slice(0, place % 2 === 1 ? valuesOf(entry).length / 2 : undefined),
      })),
    ),
    'embeddings-zero': entries((all) => all.map((entry) => ({ ...entry, embedding: valuesOf(entry).map(() => 0) }))),
  },
);
