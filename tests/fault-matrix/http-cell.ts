import type { Deadlines } from '#shared/protocol/route.ts';
import { type HttpKind, httpKinds } from '../support/gateways/speech.ts';
import { type AbsentCell, type CellOutcome, failed, type PlayedCell } from './cell.ts';
import type { EndpointName } from './server/endpoints.ts';
import type { WorldName } from './server/worlds.ts';

/** How a fault is produced for one exchange over HTTP, and what its test checks besides the outcome. */
export interface Play {
  /** The server at the address; default `plain`. */
  world?: WorldName;
  /** What the gateway does with the request; default `whole`. */
  endpoint?: EndpointName;
  /** Responds before the body of the request has arrived. */
  early?: true;
  /** Limits that matter here, in milliseconds; all others are out of reach. */
  limits?: Partial<Deadlines>;
  /** The same exchange ran before, over the same pool of connections. */
  again?: true;
  /** Requests that the server must see: one per run, unless nothing is sent or redirects are followed. */
  requests?: number;
  /** The user stops it there. */
  stopAt?: 'connecting' | 'sending' | 'waiting' | 'receiving';
  /** The file of an upload is so large that no buffer on the way takes it. */
  large?: true;
  /** In the message. */
  says?: RegExp;
  /** Further facts required of the failure. */
  knows?: { status?: number; gatewayMessage?: string; retryAfterMs?: number; param?: string };
  /** Shown as text of the reply. */
  text?: string;
  /** The stored bytes are a prefix of what was written: reading was abandoned, or how far it got is unknown. */
  keptInPart?: true;
}

export type HttpCell = (PlayedCell & { column: HttpKind } & Play) | (AbsentCell & { column: HttpKind });

/** Cells of one row, produced the same way for several kinds of exchange. */
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
