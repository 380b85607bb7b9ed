import { toCsv } from '#shared/csv.ts';
import { client } from '../../lib/client/client.ts';
import { fileStem } from '../../lib/files/file-stem.ts';
import { saveFile } from '../../lib/files/files.ts';
import { tokensOf } from '../../lib/runs/fold-run.ts';
import { ordersOf } from './model/orders.ts';
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
