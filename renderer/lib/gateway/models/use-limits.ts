import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { askKey, queryClient, useCall } from '../../client/query.ts';
import { formatBytes } from '../../i18n/format.ts';
import type { Strings } from '../../i18n/strings.ts';

const none: readonly LearnedLimit[] = [];

/**
 * Returns limits learned from refusals of a gateway, for hints beside the fields they are about; the newest first.
 * Empty while nothing is known, and without a connection.
 */
export function useLimits(
  connectionId: string | null | undefined,
  routeId: RouteId,
  model: string | null,
): readonly LearnedLimit[] {
  const { data } = useCall('limits', 'list', placeOf(connectionId, routeId, model), {
    enabled: Boolean(connectionId),
    keepPrevious: true,
  });
  return data ?? none;
}

const placeOf = (connectionId: string | null | undefined, routeId: RouteId, model: string | null) => ({
  connectionId: connectionId ?? '-',
  routeId,
  ...(model ? { model } : {}),
});

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
      askKey('limits', 'list', placeOf(connectionId, routeId, model)),
    ) ?? none,
  );

/** Returns a limit as a sentence: `at most 25 MB for file`. Sizes are stored in bytes, and shown as sizes. */
export function limitSentence({ kind, field, allowed, refused }: LearnedLimit, { gateway, pieces }: Strings): string {
  const shown = (value: string) =>
    kind === 'largest-body' && /^\d+$/.test(value) ? formatBytes(Number(value)) : value;
  return gateway.limitKinds[kind](field, pieces.list(allowed.map(shown)), refused === null ? '' : shown(refused));
}
