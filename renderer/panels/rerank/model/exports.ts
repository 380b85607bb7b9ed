import { toCsv } from '#shared/csv.ts';
import { tokensOf } from '../../../lib/runs/fold-run.ts';
import { ordersOf } from './orders.ts';
import type { Outcome, RankSet } from './rank-set.ts';

interface ExportRow {
  place: number;
  text: string;
  grade: number;
  cosine: number | null;
  retrieved: number | null;
  /** By call: rank and raw score; `null` for one that did not come back. */
  ranks: { model: string; rank: number | null; score: number | null }[];
}

/** One row for each document, in the order of the first ranking. */
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

/** The ranking as CSV with a header row: a rank and a score column per model. */
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

/** The ranking with the query, the models and what it cost. */
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
