import type { CheckCell } from '#shared/contract/checks.ts';
import { isWorking } from './proven.ts';

/**
 * Says in every cell of a key what a refusal for quota in one of them means: routes that were only proved by refusals exist
 * and do not work for it, and what it did answer was perhaps the last.
 *
 * @returns the changed cells only.
 */
export function settleQuota(cells: readonly CheckCell[]): CheckCell[] {
  const refused = new Map<string | null, CheckCell>();
  for (const cell of cells)
    if (cell.verdict === 'quota' && cell.proof === null && !refused.has(cell.keyId)) refused.set(cell.keyId, cell);
  return cells.flatMap((cell): CheckCell[] => {
    const seen = refused.get(cell.keyId);
    if (!seen) return isSettled(cell) ? [{ ...cell, verdict: 'exists', sentence: provedBefore, failure: null }] : [];
    const why = `${seen.routeId} was refused for its quota`;
    if (cell.verdict === 'exists')
      return [
        {
          ...cell,
          verdict: 'quota',
          sentence: `The route exists; this key has no balance: ${why}.`,
          failure: seen.failure,
        },
      ];
    if (!isWorking(cell.verdict) || cell.sentence.endsWith(noBalance(why))) return [];
    return [{ ...cell, sentence: `${cell.sentence}${noBalance(why)}` }];
  });
}

const noBalance = (why: string): string => ` This key has no balance: ${why}.`;

/** Settled in an earlier run, from which it was taken over. */
const isSettled = ({ verdict, proof }: CheckCell): boolean => verdict === 'quota' && proof === 'refused';

const provedBefore = 'The gateway refused an incomplete request for its content: the route exists.';
