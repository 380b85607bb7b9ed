import type { EventRow } from '#shared/contract/exchanges.ts';
import type { Usage } from '#shared/protocol/part.ts';

/** Kinds of events that bring what the model writes. */
const isWritten = (kind: string) => kind.endsWith('-delta');

/**
 * Tokens a second between the first and the last written event, from the count that the gateway reported; `null` when it
 * reported none or wrote all at once. The first event came before the time that is measured, so its share is left out.
 */
export function tokenRate(usage: Usage | null, rows: readonly EventRow[]): number | null {
  const tokens = usage?.outputTokens ?? null;
  const written = rows.filter(({ kind }) => isWritten(kind));
  const first = written[0];
  const last = written.at(-1);
  if (tokens === null || !first || !last || last.atMs <= first.atMs) return null;
  return ((tokens * (1 - 1 / written.length)) / (last.atMs - first.atMs)) * 1000;
}
