import { type CsvCell, toCsv } from '#shared/csv.ts';
import { client } from '../../lib/client/client.ts';
import { fileStem } from '../../lib/files/file-stem.ts';
import { saveFile } from '../../lib/files/files.ts';
import { tokensOf } from '../../lib/runs/fold-run.ts';
import { baselineOrder, indexOf } from './baseline/bm25.ts';
import { docidOf } from './model/judgments.ts';
import { type Metrics, meanMetrics, metricsOf } from './model/metrics.ts';
import { type Order, ordersOf, rankedOrder } from './model/orders.ts';
import { qidOf, queriesOf } from './model/queries.ts';
import { type Outcome, type RankSet, titleOf } from './model/rank-set.ts';

export type ExportKind = 'csv' | 'json';

/**
 * Exports the newest ranking and offers the file to the user.
 *
 * @returns the name it was saved under, `null` when the user canceled. Rejects with an `AppError`.
 */
export async function saveExport(set: RankSet, kind: ExportKind): Promise<string | null> {
  if (!set.outcome) return null;
  const text = kind === 'csv' ? rankingCsv(set, set.outcome) : rankingJson(set, set.outcome);
  const name = fileStem(titleOf(set), 'ranking');
  const type = kind === 'csv' ? 'text/csv' : 'application/json';
  return saveFile(await client.files.keep({ name: `${name}.${kind}`, type, text }));
}

interface ExportRow {
  place: number;
  text: string;
  grade: number;
  cosine: number | null;
  retrieved: number | null;
  /** By call: rank and raw score; `null` for a document that was not returned. */
  ranks: { model: string; rank: number | null; score: number | null }[];
}

/** Returns one row per document, in the order of the first ranking. */
function rowsOf({ grades }: RankSet, outcome: Outcome): ExportRow[] {
  const orders = ordersOf(outcome);
  const retrieved = orders.find(({ kind }) => kind === 'retrieved');
  const first = orders.find(({ kind }) => kind === 'ranked') ?? retrieved ?? orders[0];
  return (first?.places ?? []).map((place) => {
    const document = outcome.documents[place];
    return {
      place,
      text: document?.text ?? '',
      grade: grades[document?.id ?? 0] ?? 0,
      cosine: retrieved?.scores[place] ?? null,
      retrieved: retrieved?.rankOf[place] ?? null,
      ranks: outcome.calls.map(({ model }, call) => {
        const order = orders.find((each) => each.call === call);
        return { model, rank: order?.rankOf[place] ?? null, score: order?.scores[place] ?? null };
      }),
    };
  });
}

/** Returns the ranking as CSV with a header row: a rank and a score column per model. */
export function rankingCsv(set: RankSet, outcome: Outcome): string {
  const withRetrieval = outcome.retrieval !== null;
  const head = [
    ...outcome.calls.flatMap(({ model }) => [`rank ${model}`, `score ${model}`]),
    ...(withRetrieval ? ['retrieval_rank', 'cosine'] : []),
    'given',
    'relevance',
    'document',
  ];
  const rows = rowsOf(set, outcome).map(({ ranks, retrieved, cosine, place, grade, text }) => [
    ...ranks.flatMap(({ rank, score }) => [rank, score]),
    ...(withRetrieval ? [retrieved, cosine] : []),
    place + 1,
    grade,
    text,
  ]);
  return toCsv([head, ...rows]);
}

/** Returns the ranking as JSON with the query, the models and the cost. */
export function rankingJson(set: RankSet, outcome: Outcome): string {
  const { query, retrieval, calls, startedAt } = outcome;
  return JSON.stringify(
    {
      query,
      ranked_at: new Date(startedAt).toISOString(),
      retrieval: retrieval && {
        model: retrieval.model,
        k: retrieval.k,
        calls: retrieval.calls,
        tokens: retrieval.tokens,
        ms: retrieval.ms,
      },
      models: calls.map((call) => ({
        model: call.model,
        top_n: call.topN,
        state: call.state,
        tokens: tokensOf(call),
        ms: call.endMs,
        exchange: call.exchangeId,
        ...(call.strayed.length > 0 ? { indexes_of_no_document: call.strayed } : {}),
      })),
      documents: rowsOf(set, outcome).map(({ place, text, grade, cosine, retrieved, ranks }) => ({
        given: place + 1,
        ...(retrieval ? { retrieval_rank: retrieved, cosine } : {}),
        ranks,
        relevance: grade,
        text,
      })),
    },
    null,
    2,
  );
}

/** What is exported for an evaluation: the run of one model by its place, that of the baseline, or the metrics. */
export type EvaluationKind = { run: number } | { run: 'bm25' } | 'metrics';

/**
 * Exports the rankings or metrics of all queries and offers the file to the user.
 *
 * @returns the name it was saved under, `null` when the user canceled. Rejects with an `AppError`.
 */
export async function saveEvaluation(set: RankSet, kind: EvaluationKind): Promise<string | null> {
  const outcomes = queriesOf(set).flatMap(({ outcome }) => outcome ?? []);
  const isWithBaseline = kind === 'metrics' ? set.baseline : kind.run === 'bm25';
  const indexes = new Map(
    await Promise.all(
      (isWithBaseline ? outcomes : []).map(async ({ documents }) => [documents, await indexOf(documents)] as const),
    ),
  );
  const baseline = (outcome: Outcome) => {
    const index = indexes.get(outcome.documents);
    return index ? baselineOrder(outcome, index) : null;
  };
  const stem = fileStem(titleOf(set), 'ranking');
  if (kind === 'metrics') {
    const text = metricsCsv(set, baseline);
    return saveFile(await client.files.keep({ name: `${stem} metrics.csv`, type: 'text/csv', text }));
  }
  const { run } = kind;
  const tag = run === 'bm25' ? baselineTag : (outcomes[0]?.calls[run]?.model ?? '');
  const text = runFile(set, run === 'bm25' ? baseline : (outcome) => rankedOrder(outcome, run), tag);
  const name = `${stem} ${tag.replace(/[^\w.-]+/g, '-')}.run`;
  return saveFile(await client.files.keep({ name, type: 'text/plain', text }));
}

/** The tag of the local baseline in run files, and its name in tables. Exports are in English. */
const baselineTag = 'bm25-local-baseline';
const baselineName = 'BM25 (local baseline)';

/** Fields of a run file are separated by white space, so ids and tags have none. */
const field = (text: string): string => text.trim().replace(/\s+/g, '_') || '_';

/**
 * Returns a TREC run file, `qid Q0 docid rank score tag`, of every query that has this order. Documents that were left
 * out are not in it. Where a gateway returns no scores they count down, because trec_eval sorts by score.
 */
export function runFile(set: RankSet, orderOf: (outcome: Outcome) => Order | null, tag: string): string {
  const lines = queriesOf(set).flatMap((query, nth) => {
    const { outcome } = query;
    const order = outcome && orderOf(outcome);
    if (!order) return [];
    return order.places.slice(0, order.ranked).map((place, at) => {
      const docid = docidOf(outcome.documents[place] ?? {}, place);
      const score = order.scores[place] ?? order.ranked - at;
      return `${field(qidOf(query, nth))} Q0 ${field(docid)} ${at + 1} ${score} ${field(tag)}`;
    });
  });
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Returns the metrics of every query as CSV, and their means under the id `all`, as trec_eval names it. Queries without a
 * relevant document are not in it.
 *
 * @param baseline returns the BM25 order of an outcome; `null` while it is off.
 */
export function metricsCsv(set: RankSet, baseline: (outcome: Outcome) => Order | null): string {
  const { cutoff: k } = set;
  const head = [
    'query_id',
    'query',
    'order',
    `ndcg@${k}`,
    'mrr',
    'map',
    `recall@${k}`,
    `p@${k}`,
    'first_relevant_rank',
  ];
  const row = (id: string, text: string, order: string, metrics: Metrics | null | undefined): CsvCell[][] =>
    metrics
      ? [[id, text, order, metrics.ndcg, metrics.mrr, metrics.map, metrics.recall, metrics.precision, metrics.first]]
      : [];
  const rows = queriesOf(set).flatMap((query, nth) => {
    const { given, bm25, ranked } = metricsOf(set, query, baseline);
    const id = qidOf(query, nth);
    const text = query.outcome?.query ?? query.query;
    return [
      ...row(id, text, 'original order', given),
      ...row(id, text, baselineName, bm25),
      ...ranked.flatMap((metrics, at) => row(id, text, query.outcome?.calls[at]?.model ?? '', metrics)),
    ];
  });
  const names = { given: 'original order', bm25: baselineName, ranked: '' };
  const means = meanMetrics(set, baseline).rows.flatMap(({ kind, model, metrics }) =>
    row('all', '', model ?? names[kind], metrics),
  );
  return toCsv([head, ...rows, ...means]);
}
