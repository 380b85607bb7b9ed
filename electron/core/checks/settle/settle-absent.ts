import type { CheckCell } from '#shared/contract/checks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { type Control, isSameOpening, isSameRefusal } from '../control.ts';
import { quoteOf, statusOf, unclear } from '../judging/judge-failure.ts';
import { asksForTask } from '../judging/judge-refusal.ts';
import { isProven } from '../marks.ts';
import type { KeyModels } from '../plan.ts';

/** What the end of a run knows besides its cells. */
export interface SettleParts {
  /** The control of a cell; `null` when the run may send no more. */
  sendControl(cell: CheckCell): Promise<Control | null>;
  /** The first kilobytes of a recorded response. */
  opening(exchangeId: string): string;
  listOf(keyId: string | null): Pick<KeyModels, 'isAccepted' | 'isNativeRefused' | 'nativeKeyStyle'>;
}

/**
 * Judges responses that a gateway may give for every path it does not have: a proxy that refuses unknown paths with 401
 * or 403, redirects them to a login, or answers them with `{}`. They are compared with the control once the run has shown
 * that the gateway serves other routes with the same key: a refusal of the key on this path is then none of the key.
 *
 * @returns the changed cells only.
 */
export async function settleAbsent(cells: readonly CheckCell[], parts: SettleParts): Promise<CheckCell[]> {
  const changed: CheckCell[] = [];
  for (const cell of cells) {
    const doubt = doubtOf(cell);
    const conclusion = doubt && conclusionOf(cells, cell, doubt, parts);
    if (conclusion === null) continue;
    const control = await parts.sendControl(cell);
    const seen = { status: cell.status, opening: parts.opening(cell.exchangeId as string) };
    const isSame = (cell.failure !== null && isSameRefusal(cell.failure, control)) || isSameOpening(seen, control);
    if (isSame) changed.push({ ...cell, ...(conclusion === 'absent' ? sameAsNowhere(cell) : sameRequest(cell)) });
  }
  return changed;
}

/** What a response may be about instead of the route: the key, the path, or the request. */
type Doubt = 'key' | 'path' | 'request';

const ofKey: ReadonlySet<CheckCell['verdict']> = new Set(['key-refused', 'key-style', 'forbidden']);
const ofRequest: ReadonlySet<Failure['code'] | undefined> = new Set(['rejected', 'in-band']);

function doubtOf(cell: CheckCell): Doubt | null {
  const { verdict, failure, exchangeId, action } = cell;
  if (exchangeId === null || action === 'skip') return null;
  if (ofKey.has(verdict)) return 'key';
  if (failure?.code === 'redirect' || (verdict === 'shape-unexpected' && failure !== null)) return 'path';
  if (verdict === 'works-with-warnings') return failure?.code === 'empty' ? 'path' : null;
  // Where a task is looked for, a route that has none says the same as a router.
  if (verdict === 'unclear' && failure?.code === 'not-found') return asksForTask(cell) ? null : 'path';
  return verdict === 'parameter-refused' && ofRequest.has(failure?.code) ? 'request' : null;
}

/** Returns what it means that the control got the same response; `null` for nothing. */
function conclusionOf(
  cells: readonly CheckCell[],
  cell: CheckCell,
  doubt: Doubt,
  { listOf }: Pick<SettleParts, 'listOf'>,
): 'absent' | 'unclear' | null {
  const { isAccepted, isNativeRefused, nativeKeyStyle } = listOf(cell.keyId);
  const others = cells.filter(({ id, keyId }) => id !== cell.id && keyId === cell.keyId);
  if (doubt !== 'key') {
    if (!isAccepted && !others.some(({ verdict }) => isProven(verdict))) return null;
    return doubt === 'path' ? 'absent' : 'unclear';
  }
  // A list may be public.
  const isKeyGood = others.some((one) => !isListing(one) && (isProven(one.verdict) || one.verdict === 'quota'));
  if (routes[cell.routeId].family !== 'native') return isKeyGood ? 'absent' : null;
  if (nativeKeyStyle !== null) return null;
  if (isKeyGood) return isNativeRefused ? 'absent' : 'unclear';
  // The key may be right: it was refused only as native routes get it.
  const isRefused = others.some(({ routeId, verdict }) => routes[routeId].family !== 'native' && ofKey.has(verdict));
  return isRefused ? null : 'unclear';
}

const isListing = ({ routeId }: CheckCell): boolean => /models$/.test(routes[routeId].reader);

const sameAsNowhere = ({ status, failure }: CheckCell) => ({
  proof: null,
  stage: null,
  verdict: 'route-absent' as const,
  sentence: `The gateway does not have this route, or not for this key (${statusIn(status)}). A path that does not exist gets the same response, while other routes work.${failure === null ? '' : quoteOf(failure)}`,
});

const sameRequest = ({ failure }: CheckCell) =>
  unclear(
    `A path that does not exist gets the same response (${failure === null ? 'no status' : statusOf(failure)}), so it proves nothing about this route.${failure === null ? '' : quoteOf(failure)}`,
  );

const statusIn = (status: number | null): string => (status === null ? 'no status' : `status ${status}`);
