import type { ExchangeDetail } from '#shared/contract/exchanges.ts';

/** A fact of both exchanges; numbers are compared by their difference. */
export interface FactRow {
  name: FactName;
  left: string | number | null;
  right: string | number | null;
  unit: 'ms' | 'bytes' | 'count' | 'time' | 'word';
}

type FactName =
  | 'started'
  | 'connection'
  | 'key'
  | 'route'
  | 'model'
  | 'status'
  | 'finish'
  | 'took'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'sentAt'
  | 'headersAt'
  | 'firstByte'
  | 'firstToken'
  | 'longestGap'
  | 'sentBytes'
  | 'receivedBytes'
  | 'inputTokens'
  | 'outputTokens';

type Reader = (exchange: ExchangeDetail) => string | number | null;

const facts: [FactName, FactRow['unit'], Reader][] = [
  ['started', 'time', ({ startedAt }) => startedAt],
  ['connection', 'word', ({ connectionName }) => connectionName],
  ['key', 'word', ({ keyAlias }) => keyAlias],
  ['route', 'word', ({ routeId }) => routeId],
  ['model', 'word', ({ model }) => model],
  ['status', 'word', ({ status }) => (status === null ? null : String(status))],
  ['finish', 'word', ({ finishReason }) => finishReason],
  ['took', 'ms', ({ durationMs }) => durationMs],
  ['dns', 'ms', ({ timeline }) => timeline.dnsMs],
  ['connect', 'ms', ({ timeline }) => timeline.connectMs],
  ['tls', 'ms', ({ timeline }) => timeline.tlsMs],
  ['sentAt', 'ms', ({ timeline }) => timeline.sentMs],
  ['headersAt', 'ms', ({ timeline }) => timeline.headersMs],
  ['firstByte', 'ms', ({ timeline }) => timeline.firstByteMs],
  ['firstToken', 'ms', ({ timeline }) => timeline.firstTokenMs],
  ['longestGap', 'ms', ({ timeline }) => timeline.longestGapMs],
  ['sentBytes', 'bytes', ({ sentBytes }) => sentBytes],
  ['receivedBytes', 'bytes', ({ receivedBytes }) => receivedBytes],
  ['inputTokens', 'count', ({ usage }) => usage?.inputTokens ?? null],
  ['outputTokens', 'count', ({ usage }) => usage?.outputTokens ?? null],
];

/** Returns the facts that at least one of the two has. */
export const factRows = (left: ExchangeDetail, right: ExchangeDetail): FactRow[] =>
  facts
    .map(([name, unit, read]): FactRow => ({ name, unit, left: read(left), right: read(right) }))
    .filter((row) => row.left !== null || row.right !== null);

export interface HeaderPair {
  /** As the left side spells it, else as the right side does. */
  name: string;
  /** Values in wire order; `null` when the side has no such header. */
  left: string[] | null;
  right: string[] | null;
  what: 'same' | 'changed' | 'added' | 'removed';
}

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Pairs the headers of two messages by name, case-insensitively; in the order of the left side, then those only the
 * right side has.
 */
export function compareHeaders(left: Headers, right: Headers): HeaderPair[] {
  const [lefts, rights] = [byName(left), byName(right)];
  const names = [...lefts.keys(), ...[...rights.keys()].filter((name) => !lefts.has(name))];
  return names.map((key) => {
    const [one, two] = [lefts.get(key), rights.get(key)];
    return {
      name: one?.name ?? two?.name ?? key,
      left: one?.values ?? null,
      right: two?.values ?? null,
      what: !one ? 'added' : !two ? 'removed' : isSame(one.values, two.values) ? 'same' : 'changed',
    };
  });
}

function byName(headers: Headers): Map<string, { name: string; values: string[] }> {
  const found = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of headers) {
    const known = found.get(name.toLowerCase());
    if (known) known.values.push(value);
    else found.set(name.toLowerCase(), { name, values: [value] });
  }
  return found;
}

const isSame = (one: readonly string[], two: readonly string[]) =>
  one.length === two.length && one.every((value, index) => value === two[index]);
