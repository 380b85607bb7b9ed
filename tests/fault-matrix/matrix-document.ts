import { exitCodes } from '../../electron/cli/exit-codes.ts';
import { markdownTable as table } from '../../scripts/markdown-table.ts';
import { failureCodes } from '../../shared/protocol/failure.ts';
import { type ExchangeKind, type Kept, keptOf, outcomes, type Retry, retryOf } from '../../shared/protocol/outcomes.ts';
import { type Cell, kinds, type PlayedCell } from './cell.ts';
import { cells as downloadCells } from './matrix/download.ts';
import { cells as handshakeCells } from './matrix/handshake.ts';
import { cells as hostCells } from './matrix/host.ts';
import { cells as answerCells } from './matrix/http-answers.ts';
import { cells as refusalCells } from './matrix/http-refusals.ts';
import { cells as wayCells } from './matrix/http-way.ts';
import { cells as pollCells } from './matrix/poll.ts';
import { cells as closeCells } from './matrix/sessions.ts';
import { evidence } from './outcome-evidence.ts';
import { networkRows } from './rows.ts';

/** Every cell of the matrix. */
export const allCells: readonly Cell[] = [
  ...wayCells,
  ...answerCells,
  ...refusalCells,
  ...downloadCells,
  ...handshakeCells,
  ...pollCells,
  ...closeCells,
  ...hostCells,
];

const kindWords: Readonly<Record<ExchangeKind, string>> = {
  unary: 'one document',
  sse: 'stream',
  upload: 'upload',
  download: 'download',
  session: 'session',
  poll: 'look at a task',
};

const keptTexts: Readonly<Record<Kept, string>> = {
  request: 'request',
  arrived: 'request, what arrived',
  'part-file': 'the part of the file',
  session: 'the session, its audio',
  task: 'the task',
};

const retryText: Readonly<Record<Retry, string>> = {
  'change-first': 'manual, after a change',
  'wait-first': 'manual, after a wait',
  manual: 'manual',
  'manual-may-charge-twice': 'manual, may be billed twice',
  'not-sent-twice': 'automatic twice, then manual',
  'get-four': 'automatic four times, then manual',
  resume: 'automatic from where it stopped, then manual',
  reconnect: 'automatic as a new session, if enabled',
  poll: 'polls again automatically',
  pause: 'paused until something changes',
  none: '—',
};

function drawCell(cell: PlayedCell): string[] {
  const { state, code, sent, kept, retry, warning } = cell.outcome;
  const why = code ?? warning;
  return [
    kindWords[cell.column],
    cell.fault,
    state,
    why === undefined ? '' : `\`${why}\``,
    sent,
    keptTexts[kept],
    retryText[retry],
  ];
}

function drawRow(cells: readonly Cell[]): string[] {
  const ordered = kinds.flatMap((kind) => cells.filter(({ column }) => column === kind));
  const played = ordered.filter((cell) => 'outcome' in cell);
  const remarks = ordered.flatMap((cell) => {
    if ('absent' in cell) return [`- _${kindWords[cell.column]}_ does not apply. ${cell.absent}`];
    return cell.note === undefined ? [] : [`- _${kindWords[cell.column]}_, ${cell.fault}: ${cell.note}`];
  });
  const names = ['request', 'fault', 'end', 'code', 'sent', 'kept', 'again'];
  return [
    ...(played.length > 0 ? ['', ...table(names, ...played.map(drawCell))] : []),
    ...(remarks.length > 0 ? ['', ...remarks] : []),
  ];
}

function drawPart(part: Cell['part'], title: (name: Cell['row']) => string): string[] {
  const cells = allCells.filter((cell) => cell.part === part);
  const names = [...new Set(cells.map((cell) => cell.row))];
  if (part === 'network') names.sort((one, other) => Number(one) - Number(other));
  return names.flatMap((name) => ['', `### ${title(name)}`, ...drawRow(cells.filter(({ row }) => row === name))]);
}

const drawCodes = (): string[] =>
  table(
    ['code', 'evidence', 'end', 'sent', 'kept', 'again', 'exit'],
    ...failureCodes.map((code) => {
      const { states, sent, exit } = outcomes[code];
      return [
        `\`${code}\``,
        evidence[code],
        states.join(', '),
        sent,
        keptTexts[keptOf('unary', sent)],
        retryText[retryOf(code, 'unary', sent)],
        `${exit} (${exitCodes[exit]})`,
      ];
    }),
  );

/** The expected content of `docs/fault-matrix.md`. */
export function matrixDocument(): string {
  const lines = [
    '# What happens at each fault',
    '',
    'Drawn from the table of outcomes (`shared/protocol/outcomes.ts`) and the cells of the fault matrix (`tests/fault-matrix/matrix`), each of which is a test. Do not edit it: run `node scripts/draw-fault-matrix.ts`.',
    '',
    '**end**: every exchange ends in exactly one state: `done`, `done-with-warnings`, `interrupted` (part of it arrived), `failed`, `cancelled`; a download can be `paused`, a poll of a task `stale` (the task is unchanged), and `live` means that running work is not affected. **sent**: `not-sent` (no byte of the request on an established connection), `maybe-processed` (bytes were written, no status seen), `answered`. **again**: automatic retries are always shown, counted and can be stopped.',
    '',
    '## Codes',
    '',
    'What each code means for an exchange over HTTP, unless more is known. The exit is that of the terminal.',
    '',
    ...drawCodes(),
    '',
    '## Network and HTTP',
    ...drawPart('network', (name) => `${name}. ${networkRows[Number(name) - 1] ?? ''}`),
    '',
    '## Ends of a session',
    ...drawPart('close', String),
    '',
    '## Host',
    ...drawPart('host', String),
    '',
  ];
  return lines.join('\n');
}
