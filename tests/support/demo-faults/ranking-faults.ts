import { asRecord, asText } from '#demo/json-value.ts';
import { rawReply } from '#demo/responses/reply.ts';
import { rawScore, results, shape, standard, textOf, tokensOf } from '#demo/scenarios/data-faults.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';

/** Every known shape of a rerank response, and what can be wrong with it. */
export const rankingFaults = faultsOf(
  `
  rerank-cohere | rerank
  rerank-data-list | rerank
  rerank-output-results | rerank
  rerank-rankings | rerank
  rerank-scores | rerank
  rerank-text-documents | rerank
  rerank-null-documents | rerank
  rerank-unsorted | rerank
  fixture-k1 | rerank
`,
  {
    'rerank-cohere': shape((rows) => ({
      id: 'rerank-demo',
      results: rows.map(({ index, score }) => ({ index, relevance_score: score })),
      meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
    })),
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
    'fixture-k1': (reply) =>
      reply.dialect === 'rerank' ? rawReply(200, 'application/json', '[{"index":1,"score":-2.5}]') : reply,
  },
);
