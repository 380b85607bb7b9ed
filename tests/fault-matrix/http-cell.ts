import type { Deadlines } from '#shared/protocol/route.ts';
import { type HttpKind, httpKinds } from '../support/gateways/speech.ts';
import { type AbsentCell, type CellOutcome, failed, type PlayedCell } from './cell.ts';
import type { EndpointName } from './server/endpoints.ts';
import type { WorldName } from './server/worlds.ts';

/** How a fault is made for one exchange over HTTP, and what its test looks at besides the outcome. */
export interface Play {
  /** What stands at the address; `plain` if it is not named. */
  world?: WorldName;
  /** What the gateway does with the request; `whole` if it is not named. */
  endpoint?: EndpointName;
  /** Answers before the body of the request has come. */
  early?: true;
  /** Limits that matter here, in milliseconds; all others are out of reach. */
  limits?: Partial<Deadlines>;
  /** The same exchange ran before, over the same pool of connections. */
  again?: true;
  /** Requests that the server has to see: one each time it runs, unless nothing is sent or redirects are followed. */
  requests?: number;
  /** A person stops it there. */
  stopAt?: 'connecting' | 'sending' | 'waiting' | 'receiving';
  /** The file of an upload is so large that no buffer on the way takes it. */
  large?: true;
  /** In the message. */
  says?: RegExp;
  /** What has to be known of the failure besides. */
  knows?: { status?: number; gatewayMessage?: string; retryAfterMs?: number; param?: string };
  /** Shown as text of the answer. */
  text?: string;
  /** The bytes kept are the beginning of what was written: reading was given up, or nobody can say how far it came. */
  keptInPart?: true;
}

export type HttpCell = (PlayedCell & { column: HttpKind } & Play) | (AbsentCell & { column: HttpKind });

/** Cells of one row, made for several kinds of exchange in the same way. */
export function httpCells(
  row: number,
  fault: string,
  columns: readonly HttpKind[] | 'all',
  outcome: (column: HttpKind) => CellOutcome,
  play: Play | ((column: HttpKind) => Play) = {},
): HttpCell[] {
  return (columns === 'all' ? httpKinds : columns).map((column) => ({
    part: 'network',
    row,
    column,
    fault,
    outcome: outcome(column),
    ...(typeof play === 'function' ? play(column) : play),
  }));
}

/** The outcome of a failure, for every kind alike. */
export const failsWith =
  (...[code, known]: [Parameters<typeof failed>[0], Parameters<typeof failed>[2]?]) =>
  (column: HttpKind): CellOutcome =>
    failed(code, column, known);

export const absentCell = (row: number, column: HttpKind, absent: string): HttpCell => ({
  part: 'network',
  row,
  column,
  absent,
});
