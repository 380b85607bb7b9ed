import type { SurfaceListing } from '#shared/contract/models.ts';
import type { Failure } from '#shared/protocol/failure.ts';

const paths = { compatible: '/v1/models', native: '/v1beta/models' } as const;

/** Returns each listing failure once, its message naming the lists it prevented. */
export function listingFailures(surfaces: readonly SurfaceListing[]): Failure[] {
  const failed = surfaces.flatMap(({ surface, state, failure }) =>
    failure && state === 'failed' ? [{ path: paths[surface], failure }] : [],
  );
  const alike = Map.groupBy(failed, ({ failure: { code, message } }) => `${code} ${message}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    const lists = group.map(({ path }) => path).join(', ');
    return first ? [{ ...first.failure, message: `${lists}: ${first.failure.message}` }] : [];
  });
}

/**
 * Returns a note about native routes that are missing for a key that `/v1` accepts; `null` if there is nothing to
 * report.
 */
export function nativeNote(surfaces: readonly SurfaceListing[]): string | null {
  const native = surfaces.find(({ surface }) => surface === 'native');
  const status = native?.failure?.status ?? null;
  const answered = status === null ? '' : ` (${status})`;
  if (native?.state === 'not-offered') {
    const ways = native.tried.map(({ style }) => style).join(', ');
    return `Native routes: not offered${answered}${ways ? `. Key styles tried: ${ways}` : ''}.`;
  }
  if (native?.state !== 'key-style') return null;
  const [style] = native.tried.map((one) => one.style);
  return `Native routes: the gateway rejected the key as ${style}${answered}, but /v1 accepts it. Try --native-key-style auto.`;
}
