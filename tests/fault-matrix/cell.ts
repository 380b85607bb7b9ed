import type { FailureCode, RunState, SentFlag } from '#shared/protocol/failure.ts';
import { type ExchangeKind, type Kept, keptOf, outcomes, type Retry, retryOf } from '#shared/protocol/outcomes.ts';
import type { WarningCode } from '#shared/protocol/part.ts';

/** The columns of the matrix, as rendered. */
export const kinds = ['unary', 'sse', 'upload', 'download', 'session', 'poll'] as const satisfies ExchangeKind[];

/** `live`: the fault does not affect what runs. */
export type CellState = RunState | 'paused' | 'stale' | 'live';

/** The required outcome of a fault, for readers and for its test to assert. */
export interface CellOutcome {
  state: CellState;
  /** `null` where nothing failed. */
  code: FailureCode | null;
  sent: SentFlag;
  kept: Kept;
  retry: Retry;
  warning?: WarningCode;
}

interface CellPlace {
  /** `network` (1-36), `close` (ends of a session) or `host`. */
  part: 'network' | 'close' | 'host';
  /** A row number of the network faults, or the name of another row. */
  row: number | string;
  column: ExchangeKind;
}

/** A fault that is produced, and its test asserts the outcome. A cell may contain several forms of its fault. */
export interface PlayedCell extends CellPlace {
  /** What exactly is done, in a few words. */
  fault: string;
  outcome: CellOutcome;
  /** Why the outcome differs from the expected one, where that was measured. */
  note?: string;
}

/** A fault that cannot affect this kind of exchange, and why. */
export interface AbsentCell extends CellPlace {
  absent: string;
}

export type Cell = PlayedCell | AbsentCell;

interface Known {
  state?: CellState;
  sent?: SentFlag;
  retry?: Retry;
  kept?: Kept;
  warning?: WarningCode;
}

/** The outcome of a failure as defined by the table of outcomes; `known` is what the fault decides beyond it. */
export function failed(code: FailureCode, column: ExchangeKind, known: Known = {}): CellOutcome {
  const sent = known.sent ?? outcomes[code].sent;
  return {
    state: outcomes[code].states[0],
    code,
    sent,
    kept: keptOf(column, sent),
    retry: retryOf(code, column, sent),
    ...known,
  };
}

/** The outcome of a fault that a response survives. */
export const survived = (column: ExchangeKind, warning?: WarningCode): CellOutcome => ({
  state: warning === undefined ? 'done' : 'done-with-warnings',
  code: null,
  sent: 'answered',
  kept: keptOf(column, 'answered'),
  retry: 'none',
  ...(warning !== undefined && { warning }),
});
