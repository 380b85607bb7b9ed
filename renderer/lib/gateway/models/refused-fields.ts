import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { askKey, queryClient } from '../../client/query.ts';

const none: readonly LearnedLimit[] = [];
const refused = new WeakMap<readonly LearnedLimit[], readonly string[]>();

/** Returns the names of the fields that a gateway rejects; the same array for the same limits. */
export function refusedFields(limits: readonly LearnedLimit[]): readonly string[] {
  const known =
    refused.get(limits) ??
    limits.flatMap(({ kind, field }) => (kind === 'unknown-parameter' && field !== null ? [field] : []));
  refused.set(limits, known);
  return known;
}

/** Returns the same outside React, as far as the limits have been read. The core leaves such fields out in any case. */
export const knownRefusedFields = (connectionId: string | null, routeId: RouteId, model: string): readonly string[] =>
  refusedFields(
    queryClient.getQueryData<readonly LearnedLimit[]>(
      askKey('limits', 'list', { connectionId: connectionId ?? '-', routeId, ...(model ? { model } : {}) }),
    ) ?? none,
  );
