import type { CheckCell } from '#shared/contract/checks.ts';
import { isProven } from '../marks.ts';
import { keyWitness } from '../plan.ts';

/**
 * Withdraws what a refused list of models implied for the routes of a key, once a route has shown that the gateway
 * accepts the key: nothing was sent for these routes.
 *
 * @returns the changed cells only.
 */
export function settleListing(cells: readonly CheckCell[]): CheckCell[] {
  const accepted = new Set(
    cells.filter(({ routeId, verdict }) => routeId === keyWitness && isProven(verdict)).map(({ keyId }) => keyId),
  );
  return cells.flatMap((cell): CheckCell[] =>
    cell.action === 'skip' && cell.listFailure !== null && cell.verdict !== 'not-tried' && accepted.has(cell.keyId)
      ? [{ ...cell, verdict: 'not-tried' }]
      : [],
  );
}
