import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failureCodes } from '#shared/protocol/failure.ts';
import { kinds } from '../fault-matrix/cell.ts';
import { allCells, matrixDocument } from '../fault-matrix/matrix-document.ts';
import { networkRows } from '../fault-matrix/rows.ts';

test('the generated matrix is current: node scripts/draw-fault-matrix.ts', () => {
  const drawn = readFileSync(path.join(import.meta.dirname, '../../docs/fault-matrix.md'), 'utf8');
  expect(drawn).toBe(matrixDocument());
});

test('every network fault has a cell for every kind of exchange, either tested or absent for a stated reason', () => {
  const there = new Set(allCells.flatMap(({ part, row, column }) => (part === 'network' ? [`${row} ${column}`] : [])));
  const missing = networkRows.flatMap((_, at) =>
    kinds.filter((kind) => !there.has(`${at + 1} ${kind}`)).map((kind) => `${at + 1} ${kind}`),
  );
  expect(missing).toEqual([]);
});

test('no two cells are set up the same way', () => {
  const names = allCells.map((cell) => `${cell.part} ${cell.row} ${cell.column} ${'fault' in cell ? cell.fault : ''}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

/** Codes that never end an exchange with a gateway: rejected before there is one, or about something else. */
const beside = [
  ...['bad-input', 'bad-draft', 'misuse', 'route-off', 'no-key', 'invalid-key', 'invalid-address', 'insecure-address'],
  ...['not-found-here', 'conflict', 'connection-lost', 'internal', 'unreachable'],
  // Disk failures: the tests of the store produce each of them.
  'storage',
  // Specific key rejections: the key rejection tests produce each of them.
  ...['key-missing', 'key-style'],
  // Messages of a gateway, whatever its status: the classification tests cover each of them.
  ...['quota', 'model-not-found', 'route-absent', 'moderated'],
];

test('every failure code that a fault can cause is covered by some cell', () => {
  const met = new Set(allCells.flatMap((cell) => ('outcome' in cell && cell.outcome.code ? [cell.outcome.code] : [])));
  expect(failureCodes.filter((code) => !met.has(code) && !beside.includes(code))).toEqual([]);
});
