import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { rawReply } from '../responses/reply.ts';
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

const textOf = ({ document }: Row): string => asText(asRecord(document).text) || asText(document);
const tokensOf = (document: unknown): unknown => asRecord(asRecord(document).usage).total_tokens;
/** Returns the score before it was mapped to 0 to 1: any number, below zero for poor matches. */
const rawScore = ({ score }: Row): number =>
  Math.round(Math.log(Math.max(score, 1e-3) / (1 - Math.min(score, 0.999))) * 1e4) / 1e4;

/** Changes the successful reply of the rerank route; other replies are unchanged. */
const shape = (change: (rows: Row[], document: JsonRecord, authorized: AuthorizedRequest) => unknown): Effect =>
  documentsIn('rerank', (document, authorized) => change(rowsOf(document), document, authorized));

const results = (change: (rows: Row[]) => unknown[]): Effect =>
  shape((rows, document) => ({ ...document, results: change(rows) }));

const standard = ({ index, score, document }: Row): JsonRecord => ({ index, relevance_score: score, document });

/** Every known shape of a rerank response, and what can be wrong with it. */
export const rankingFaults = faultsOf(
  `
  rerank-jina | rerank | Ranking with a model and usage | The response contains its model and only total tokens.
  rerank-cohere | rerank | Ranking billed in search units | The response has an ID and is billed in search units instead of tokens.
  rerank-bare-list | rerank | Ranking as a bare list | The response is a list with scores of any size, without an envelope.
  rerank-data-list | rerank | Ranking in data | The ranking is in a field named data, with plain scores.
  rerank-output-results | rerank | Ranking in output | The ranking is below a field named output.
  rerank-rankings | rerank | Ranking with logits | The field is named rankings, and the score is a logit.
  rerank-scores | rerank | Only scores | A list of scores in the order of the documents.
  rerank-text-documents | rerank | Documents as strings | Each result contains its document as a string.
  rerank-null-documents | rerank | Null documents | The document of each result is null.
  rerank-unsorted | rerank | Unsorted ranking | The results are in the order of the documents, not sorted by score.
  rerank-text-scores | rerank | Scores as strings | The scores are strings instead of numbers.
  rerank-bad-index | rerank | Invalid index | One result has an index without a document, and one is duplicated.
  rerank-no-scores | rerank | Ranking without scores | The results are in order, but have no scores.
  rerank-empty | rerank | Empty ranking | Status 200 with an empty list of results.
  rerank-one-only | rerank | One result by default | Without top_n, only the best result arrives, as on one channel.
  fixture-k1 | rerank | Minimal ranking | Exact bytes of a bare list with one score below zero.
`,
  {
    'rerank-jina': shape((rows, document) => ({
      model: 'jina-reranker-demo',
      object: 'list',
      usage: { total_tokens: tokensOf(document) },
      results: rows.map(standard),
    })),
    'rerank-cohere': shape((rows) => ({
      id: 'rerank-demo',
      results: rows.map(({ index, score }) => ({ index, relevance_score: score })),
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    })),
    'rerank-bare-list': shape((rows) =>
      rows.map((row) => ({ index: row.index, score: rawScore(row), text: textOf(row) })),
    ),
    'rerank-data-list': shape((rows, document) => ({
      object: 'list',
      data: rows.map(({ index, score, document: text }) => ({ index, score, document: asText(asRecord(text).text) })),
      model: 'rerank-demo',
      usage: { total_tokens: tokensOf(document) },
    })),
    'rerank-output-results': shape((rows, document) => ({
      output: { results: rows.map(standard) },
      usage: { total_tokens: tokensOf(document) },
      request_id: 'demo',
    })),
    'rerank-rankings': shape((rows) => ({ rankings: rows.map((row) => ({ index: row.index, logit: rawScore(row) })) })),
    'rerank-scores': shape((rows) => ({
      scores: rows.toSorted((one, other) => one.index - other.index).map(({ score }) => score),
    })),
    'rerank-text-documents': results((rows) => rows.map((row) => ({ ...standard(row), document: textOf(row) }))),
    'rerank-null-documents': results((rows) => rows.map((row) => ({ ...standard(row), document: null }))),
    'rerank-unsorted': results((rows) => rows.toSorted((one, other) => one.index - other.index).map(standard)),
    'rerank-text-scores': results((rows) =>
      rows.map((row) => ({ ...standard(row), relevance_score: String(row.score) })),
    ),
    'rerank-bad-index': results((rows) => [
      ...rows.map(standard),
      { index: 9999, relevance_score: 0.01, document: null },
      ...rows.slice(0, 1).map(standard),
    ]),
    'rerank-no-scores': results((rows) => rows.map(({ index, document }) => ({ index, document }))),
    'rerank-empty': results(() => []),
    'rerank-one-only': shape((rows, document, { body }) => ({
      ...document,
      results: rows.slice(0, body.includes('"top_n"') ? undefined : 1).map(standard),
    })),
    'fixture-k1': (reply) =>
      reply.dialect === 'rerank' ? rawReply(200, 'application/json', '[{"index":1,"score":-2.5}]') : reply,
  },
);
