import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { rawReply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

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
/** The score before it was brought into 0 to 1: any number, and below zero for what does not fit. */
const rawScore = ({ score }: Row): number =>
  Math.round(Math.log(Math.max(score, 1e-3) / (1 - Math.min(score, 0.999))) * 1e4) / 1e4;

/** Changes the good answer of the rerank route; other answers stay as they are. */
const shape = (
  name: string,
  title: string,
  about: string,
  change: (rows: Row[], document: JsonRecord, authorized: AuthorizedRequest) => unknown,
): Fault => ({
  name: `rerank-${name}`,
  title,
  about,
  routes: 'rerank',
  alter: (reply, authorized) =>
    reply.dialect === 'rerank'
      ? mapDocuments(reply, (document) => change(rowsOf(document), asRecord(document), authorized))
      : reply,
});

const results = (name: string, title: string, about: string, change: (rows: Row[]) => unknown[]): Fault =>
  shape(name, title, about, (rows, document) => ({ ...document, results: change(rows) }));

const standard = ({ index, score, document }: Row): JsonRecord => ({ index, relevance_score: score, document });

/** Every shape in which a ranking is known to come, and what can be wrong in it. */
export const rankingFaults: readonly Fault[] = [
  shape(
    'jina',
    'Ranking with a model and usage',
    'The answer names its model and counts only total tokens.',
    (rows, document) => ({
      model: 'jina-reranker-demo',
      object: 'list',
      usage: { total_tokens: tokensOf(document) },
      results: rows.map(standard),
    }),
  ),
  shape(
    'cohere',
    'Ranking billed in searches',
    'The answer has an id and is billed in search units and not in tokens.',
    (rows) => ({
      id: 'rerank-demo',
      results: rows.map(({ index, score }) => ({ index, relevance_score: score })),
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    }),
  ),
  shape(
    'bare-list',
    'Ranking as a bare list',
    'The answer is a list with scores of any size and nothing around it.',
    (rows) => rows.map((row) => ({ index: row.index, score: rawScore(row), text: textOf(row) })),
  ),
  shape(
    'data-list',
    'Ranking under data',
    'The ranking stands in a field named data, with plain scores.',
    (rows, document) => ({
      object: 'list',
      data: rows.map(({ index, score, document: text }) => ({ index, score, document: asText(asRecord(text).text) })),
      model: 'rerank-demo',
      usage: { total_tokens: tokensOf(document) },
    }),
  ),
  shape(
    'output-results',
    'Ranking inside output',
    'The ranking stands below a field named output.',
    (rows, document) => ({
      output: { results: rows.map(standard) },
      usage: { total_tokens: tokensOf(document) },
      request_id: 'demo',
    }),
  ),
  shape('rankings', 'Ranking with logits', 'The field is named rankings and the score is a logit.', (rows) => ({
    rankings: rows.map((row) => ({ index: row.index, logit: rawScore(row) })),
  })),
  shape('scores', 'Scores and nothing else', 'A list of scores in the order of the documents.', (rows) => ({
    scores: rows.toSorted((one, other) => one.index - other.index).map(({ score }) => score),
  })),
  results('text-documents', 'Documents as plain texts', 'Each result carries its document as a plain text.', (rows) =>
    rows.map((row) => ({ ...standard(row), document: textOf(row) })),
  ),
  results('null-documents', 'Documents that are null', 'Each result says that its document is null.', (rows) =>
    rows.map((row) => ({ ...standard(row), document: null })),
  ),
  results(
    'unsorted',
    'Ranking out of order',
    'The results come in the order of the documents and not by score.',
    (rows) => rows.toSorted((one, other) => one.index - other.index).map(standard),
  ),
  results('text-scores', 'Scores as texts', 'The scores are texts and not numbers.', (rows) =>
    rows.map((row) => ({ ...standard(row), relevance_score: String(row.score) })),
  ),
  results(
    'bad-index',
    'Index of no document',
    'One result has an index that no document has, and one comes twice.',
    (rows) => [
      ...rows.map(standard),
      { index: 9999, relevance_score: 0.01, document: null },
      ...rows.slice(0, 1).map(standard),
    ],
  ),
  results('no-scores', 'Ranking without scores', 'The results are in order, but no result has a score.', (rows) =>
    rows.map(({ index, document }) => ({ index, document })),
  ),
  results('empty', 'Ranking of nothing', 'Status 200 with an empty list of results.', () => []),
  shape(
    'one-only',
    'One result unless asked for more',
    'Without top_n only the best result comes, as on one channel.',
    (rows, document, { body }) => ({
      ...document,
      results: rows.slice(0, body.includes('"top_n"') ? undefined : 1).map(standard),
    }),
  ),
  {
    name: 'fixture-k1',
    title: 'Tiny ranking',
    about: 'Exact bytes of a bare list with one score below zero.',
    routes: 'rerank',
    alter: (reply) =>
      reply.dialect === 'rerank' ? rawReply(200, 'application/json', '[{"index":1,"score":-2.5}]') : reply,
  },
];
