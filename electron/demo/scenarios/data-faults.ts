import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import { documentsIn, type Effect, faultsOf } from './fault.ts';

interface Row {
  index: number;
  score: number;
  document: unknown;
}

const rowsOf = (document: unknown): Row[] =>
  asList(asRecord(document).results).map((row) => {
    const { index, relevance_score: score, document: text } = asRecord(row);
    return { index: asNumber(index) ?? 0, score: asNumber(score) ?? 0, document: text };
  });

export const textOf = ({ document }: Row): string => asText(asRecord(document).text) || asText(document);

export const tokensOf = (document: unknown): unknown => asRecord(asRecord(document).usage).total_tokens;

/** Returns the score before it was mapped to 0 to 1: any number, below zero for poor matches. */
export const rawScore = ({ score }: Row): number =>
  Math.round(Math.log(Math.max(score, 1e-3) / (1 - Math.min(score, 0.999))) * 1e4) / 1e4;

/** Changes the successful reply of the rerank route; other replies are unchanged. */
export const shape = (change: (rows: Row[], document: JsonRecord, authorized: AuthorizedRequest) => unknown): Effect =>
  documentsIn('rerank', (document, authorized) => change(rowsOf(document), document, authorized));

export const results = (change: (rows: Row[]) => unknown[]): Effect =>
  shape((rows, document) => ({ ...document, results: change(rows) }));

export const standard = ({ index, score, document }: Row): JsonRecord => ({ index, relevance_score: score, document });

/** Every known shape of a rerank response, and what can be wrong with it. */
export const rankingFaults = faultsOf(
  `
  rerank-jina | rerank | data | Ranking with a model and usage | 排序附模型与用量
  rerank-bare-list | rerank | data | Ranking as a bare list | 排序为裸列表
  rerank-text-scores | rerank | data | Scores as strings | 分数为字符串
  rerank-bad-index | rerank | data | Invalid index | 无效的序号
  rerank-no-scores | rerank | data | Ranking without scores | 排序没有分数
  rerank-one-only | rerank | data | Only the best result | 只返回最佳结果
  rerank-empty | rerank | data | Empty ranking | 排序为空
`,
  {
    'rerank-jina': shape((rows, document) => ({
      model: 'jina-reranker-demo',
      object: 'list',
      usage: { total_tokens: tokensOf(document) },
      results: rows.map(standard),
    })),
    'rerank-bare-list': shape((rows) =>
      rows.map((row) => ({ index: row.index, score: rawScore(row), text: textOf(row) })),
    ),
    'rerank-text-scores': results((rows) =>
      rows.map((row) => ({ ...standard(row), relevance_score: String(row.score) })),
    ),
    'rerank-bad-index': results((rows) => [
      ...rows.map(standard),
      { index: 9999, relevance_score: 0.01, document: null },
      ...rows.slice(0, 1).map(standard),
    ]),
    'rerank-no-scores': results((rows) => rows.map(({ index, document }) => ({ index, document }))),
    'rerank-one-only': results((rows) => rows.slice(0, 1).map(standard)),
    'rerank-empty': results(() => []),
  },
);

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

export const listing = (change: (records: JsonRecord[]) => JsonRecord[]): Effect => ({
  alter: (reply) => mapRecords(reply, change),
});

function mapRecords(reply: Reply, change: (records: JsonRecord[]) => JsonRecord[]): Reply {
  const field = reply.dialect === 'models' ? 'data' : 'models';
  if (reply.dialect !== 'models' && reply.dialect !== 'native-models') return reply;
  return mapDocuments(reply, (document) => ({
    ...asRecord(document),
    [field]: change(asList(asRecord(document)[field]).map(asRecord)),
  }));
}

/** How other gateways list their models. */
export const listingFaults = faultsOf(
  `
  models-null-types | listings | data | Models without types | 模型没有类型
  models-empty | listings | data | Empty model list | 模型列表为空
  models-endless-pages | listings | data | Endless pages | 页数无穷的模型列表
`,
  {
    'models-null-types': listing((records) => records.map((record) => ({ ...record, supported_endpoint_types: null }))),
    'models-empty': listing(() => []),
    'models-endless-pages': (reply) =>
      reply.dialect === 'native-models'
        ? mapDocuments(reply, (document) => ({ ...asRecord(document), nextPageToken: 'again' }))
        : reply,
  },
);
