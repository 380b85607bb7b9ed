import type { FailureCode } from '#shared/protocol/failure.ts';
import type { ExchangeKind } from '#shared/protocol/outcomes.ts';
import { type Cell, type CellOutcome, failed, kinds, type PlayedCell, survived } from '../cell.ts';

const played = (row: string, column: ExchangeKind, fault: string, outcome: CellOutcome, note?: string): PlayedCell => ({
  part: 'host',
  row,
  column,
  fault,
  outcome,
  ...(note !== undefined && { note }),
});

type Known = Parameters<typeof failed>[2];
/** The outcome for each kind of work, in the order of the columns. */
function row(
  name: string,
  fault: string,
  outcomes: Record<ExchangeKind, CellOutcome>,
  notes: Partial<Record<ExchangeKind, string>> = {},
): Cell[] {
  return kinds.map((column) => played(name, column, fault, outcomes[column], notes[column]));
}

const goesOn = (column: ExchangeKind): CellOutcome => ({ ...survived(column), state: 'live', retry: 'none' });
const resumes = (column: ExchangeKind): CellOutcome => ({ ...survived(column), retry: 'resume' });
const asksOn = (column: ExchangeKind): CellOutcome => ({ ...survived(column), retry: 'poll' });
const ends = (code: FailureCode, column: ExchangeKind, known: Known): CellOutcome => failed(code, column, known);

/** Faults of the computer and of the program, for work in progress. */
export const cells: readonly Cell[] = [
  ...row(
    'sleep',
    'the computer slept for an hour, and the gateway no longer responds',
    {
      unary: ends('headers-timeout', 'unary', {}),
      sse: ends('idle-timeout', 'sse', { state: 'interrupted' }),
      upload: ends('headers-timeout', 'upload', {}),
      download: resumes('download'),
      session: { ...goesOn('session'), retry: 'reconnect' },
      poll: asksOn('poll'),
    },
    {
      download: 'After waking up, every connection gets 5 s to respond.',
      session: 'It is pinged immediately and gets 5 s to respond.',
    },
  ),
  ...row('sleep, still connected', 'the computer slept for an hour, and the gateway still responds', {
    unary: survived('unary'),
    sse: survived('sse'),
    upload: survived('upload'),
    download: survived('download'),
    session: goesOn('session'),
    poll: asksOn('poll'),
  }),
  ...row(
    'network',
    'the network changes',
    {
      unary: ends('reset', 'unary', {}),
      sse: ends('truncated', 'sse', { state: 'interrupted' }),
      upload: ends('reset', 'upload', {}),
      download: { ...resumes('download'), state: 'paused' },
      session: { ...goesOn('session'), retry: 'reconnect' },
      poll: { ...asksOn('poll'), state: 'stale', code: 'dns', sent: 'not-sent' },
    },
    {
      unary: 'A lost network cannot be distinguished from a gateway that closed the connection: the close is reported.',
    },
  ),
  ...row('gateway restarts', 'the gateway restarts on the same port', {
    unary: ends('reset', 'unary', {}),
    sse: ends('truncated', 'sse', { state: 'interrupted' }),
    upload: ends('reset', 'upload', {}),
    download: resumes('download'),
    session: { ...goesOn('session'), retry: 'reconnect' },
    poll: asksOn('poll'),
  }),
  ...row('vault', 'the vault can no longer be opened', {
    unary: ends('no-key', 'unary', {}),
    sse: ends('no-key', 'sse', {}),
    upload: ends('no-key', 'upload', {}),
    download: ends('no-key', 'download', { state: 'paused', retry: 'pause' }),
    session: ends('no-key', 'session', { kept: 'session' }),
    poll: ends('no-key', 'poll', { state: 'paused', retry: 'pause' }),
  }),
  ...row(
    'kill',
    'the program is killed during the request',
    {
      unary: ends('app-ended', 'unary', {}),
      sse: ends('app-ended', 'sse', { sent: 'answered', kept: 'arrived' }),
      upload: ends('app-ended', 'upload', {}),
      download: resumes('download'),
      session: ends('app-ended', 'session', { sent: 'answered', kept: 'session' }),
      poll: asksOn('poll'),
    },
    {
      download: 'It resumes from the bytes known to be on disk, recorded every 64 MiB and at each pause.',
    },
  ),
  ...row('page', 'the page crashes or is reloaded', {
    unary: survived('unary'),
    sse: survived('sse'),
    upload: survived('upload'),
    download: survived('download'),
    session: goesOn('session'),
    poll: asksOn('poll'),
  }),
  ...row('clock', 'the clock jumps a day ahead, a day back and beyond 2038', {
    unary: survived('unary'),
    sse: survived('sse'),
    upload: survived('upload'),
    download: survived('download'),
    session: goesOn('session'),
    poll: asksOn('poll'),
  }),
  ...row(
    'memory',
    'every connection is lost, and more than 80% of the memory is in use at the retry',
    {
      unary: ends('memory', 'unary', {}),
      sse: ends('memory', 'sse', {}),
      upload: ends('memory', 'upload', {}),
      download: ends('memory', 'download', { state: 'paused', retry: 'resume' }),
      session: ends('memory', 'session', { kept: 'session' }),
      poll: ends('memory', 'poll', { state: 'stale' }),
    },
    {
      download: 'It is retried every minute and continues once there is memory.',
      session: 'New sessions are rejected in the same way.',
    },
  ),
  ...row('memory, while running', 'more than 80% of the memory is in use while it runs', {
    unary: survived('unary'),
    sse: survived('sse'),
    upload: survived('upload'),
    download: survived('download'),
    session: goesOn('session'),
    poll: ends('memory', 'poll', { state: 'stale' }),
  }),
  ...row('shutdown', 'the program is asked to quit', {
    unary: ends('aborted', 'unary', {}),
    sse: ends('aborted', 'sse', { sent: 'answered', kept: 'arrived' }),
    upload: ends('aborted', 'upload', {}),
    download: resumes('download'),
    session: { ...survived('session'), state: 'cancelled' },
    poll: asksOn('poll'),
  }),
];
