import type { CellHead } from '#shared/contract/compare.ts';
import type { Judge } from '#shared/contract/judge.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { activeLanes, type Comparison } from './comparison.ts';

/** The routes that a judge can use; its reply is read when it is complete. */
export const judgeRoutes: readonly TextRouteId[] = ['chat.completions', 'responses', 'native.generateContent'];

/** Returns the judge of a comparison; until one is set up, one at the first lane's connection without a model. */
export function judgeOf(comparison: Comparison): Judge {
  const [lane] = activeLanes(comparison);
  return (
    comparison.judge ?? {
      connectionId: lane?.connectionId ?? '',
      keyId: lane?.keyId ?? null,
      routeId: 'chat.completions',
      model: '',
      rubric: strings().compare.judge.defaultRubric,
      fields: {},
    }
  );
}

/** Whether an assertion needs scores. */
export const usesJudge = ({ assertions }: Pick<Comparison, 'assertions'>): boolean =>
  assertions.some(({ kind }) => kind === 'judge');

/** Whether there is a reply that a judge can grade. */
export const hasGradable = (cells: readonly CellHead[]): boolean =>
  cells.some(({ state, textLength }) => textLength > 0 && (state === 'done' || state === 'done-with-warnings'));
