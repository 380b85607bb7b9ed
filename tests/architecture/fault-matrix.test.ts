import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failureCodes } from '#shared/protocol/failure.ts';
import { kinds } from '../fault-matrix/cell.ts';
import { allCells, matrixDocument } from '../fault-matrix/matrix-document.ts';
import { networkRows } from '../fault-matrix/rows.ts';

test('the drawn matrix is the one that is tested: node scripts/draw-fault-matrix.ts', () => {
  const drawn = readFileSync(path.join(import.meta.dirname, '../../docs/fault-matrix.md'), 'utf8');
  expect(drawn).toBe(matrixDocument());
});

test('every fault of the network has a cell for every kind of exchange, played or absent for a reason', () => {
  const there = new Set(allCells.flatMap(({ part, row, column }) => (part === 'network' ? [`${row} ${column}`] : [])));
  const missing = networkRows.flatMap((_, at) =>
    kinds.filter((kind) => !there.has(`${at + 1} ${kind}`)).map((kind) => `${at + 1} ${kind}`),
  );
  expect(missing).toEqual([]);
});

test('no two cells are made in the same way', () => {
  const names = allCells.map((cell) => `${cell.part} ${cell.row} ${cell.column} ${'fault' in cell ? cell.fault : ''}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** What never ends an exchange with a gateway: it is refused before there is one, or is about something else. */
const beside = [
  ...['bad-input', 'bad-draft', 'misuse', 'no-key', 'invalid-key', 'invalid-address', 'insecure-address'],
  ...['not-found-here', 'conflict', 'connection-lost', 'internal', 'unreachable'],
  // The disk's: the tests of the store make each of them.
  'storage',
  // A refusal of the key, told more exactly: tests of the key refusals make each of them.
  ...['key-missing', 'key-style'],
  // Words of a gateway, whatever its status: the tests of the classification have each of them.
  ...['quota', 'model-not-found', 'route-absent', 'moderated'],
];

test('every code that a fault can bring is met in some cell', () => {
  const met = new Set(allCells.flatMap((cell) => ('outcome' in cell && cell.outcome.code ? [cell.outcome.code] : [])));
  expect(failureCodes.filter((code) => !met.has(code) && !beside.includes(code))).toEqual([]);
});
