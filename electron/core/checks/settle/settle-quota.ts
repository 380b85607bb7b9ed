import type { CheckCell } from '#shared/contract/checks.ts';
import { routes } from '#shared/protocol/table.ts';
import { asksForTask } from '../judging/judge-refusal.ts';
import { isWorking } from '../marks.ts';

/**
 * Applies a quota refusal in one cell of a key to its other cells: routes that were only proven by refusals exist but
 * do not work for the key, and its last success may have used up the quota. Polling a task costs nothing.
 *
 * @returns the changed cells only.
 */
export function settleQuota(cells: readonly CheckCell[]): CheckCell[] {
  const refused = new Map<string | null, CheckCell>();
  for (const cell of cells)
    if (cell.verdict === 'quota' && cell.proof === null && !refused.has(cell.keyId)) refused.set(cell.keyId, cell);
  return cells.flatMap((cell): CheckCell[] => {
    const seen = refused.get(cell.keyId);
    const isPoll = asksForTask(cell) && routes[cell.routeId].method === 'GET';
    if (!seen || isPoll)
      return isSettled(cell) ? [{ ...cell, verdict: 'exists', sentence: provedBefore, failure: null }] : [];
    const why = `${seen.routeId} was rejected because of the quota`;
    if (cell.verdict === 'exists')
      return [
        {
          ...cell,
          verdict: 'quota',
          sentence: `The route exists, but this key has no balance: ${why}.`,
          failure: seen.failure,
        },
      ];
    if (!isWorking(cell.verdict) || cell.sentence.endsWith(noBalance(why))) return [];
    return [{ ...cell, sentence: `${cell.sentence}${noBalance(why)}` }];
  });
}

const noBalance = (why: string): string => ` This key has no balance: ${why}.`;

/** Settled in an earlier run, from which it was copied. */
const isSettled = ({ verdict, proof }: CheckCell): boolean => verdict === 'quota' && proof === 'refused';

const provedBefore = 'The route exists: the gateway rejected an incomplete request because of its content.';
