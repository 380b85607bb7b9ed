import type { ExchangeDetail } from '#shared/contract/exchanges.ts';

/** A fact of both exchanges; numbers can be told apart by how much. */
export interface FactRow {
  name: FactName;
  left: string | number | null;
  right: string | number | null;
  unit: 'ms' | 'bytes' | 'count' | 'time' | 'word';
}

export type FactName =
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

/** The facts that at least one of the two has. */
export const factRows = (left: ExchangeDetail, right: ExchangeDetail): FactRow[] =>
  facts
    .map(([name, unit, read]): FactRow => ({ name, unit, left: read(left), right: read(right) }))
    .filter((row) => row.left !== null || row.right !== null);
