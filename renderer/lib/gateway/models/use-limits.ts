import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { useCall } from '../../client/query.ts';
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
  const { data } = useCall(
    'limits',
    'list',
    { connectionId: connectionId ?? '-', routeId, ...(model ? { model } : {}) },
    { enabled: Boolean(connectionId), keepPrevious: true },
  );
  return data ?? none;
}

/** Returns a limit as a sentence: `at most 25 MB for file`. Sizes are stored in bytes, and shown as sizes. */
export function limitSentence({ kind, field, allowed, refused }: LearnedLimit, { gateway, pieces }: Strings): string {
  const shown = (value: string) =>
    kind === 'largest-body' && /^\d+$/.test(value) ? formatBytes(Number(value)) : value;
  return gateway.limitKinds[kind](field, pieces.list(allowed.map(shown)), refused === null ? '' : shown(refused));
}
