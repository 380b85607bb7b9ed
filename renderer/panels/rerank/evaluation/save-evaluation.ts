import { client } from '../../../lib/client/client.ts';
import { fileStem } from '../../../lib/files/file-stem.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { baselineOrder, indexOf } from '../baseline/use-baseline.ts';
import { rankedOrder } from '../model/orders.ts';
import { queriesOf } from '../model/queries.ts';
import { type Outcome, type RankSet, titleOf } from '../model/rank-set.ts';
import { baselineTag, metricsCsv, runFile } from './run-file.ts';

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
