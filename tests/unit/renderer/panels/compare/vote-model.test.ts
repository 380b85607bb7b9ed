import { expect, test } from 'vitest';
import { nextPair, tallyOf } from '../../../../../renderer/panels/compare/votes/votes.tsx';
import type { CellHead, CompareVote } from '../../../../../shared/contract/compare.ts';

const cell = (laneId: string, from: Partial<CellHead> = {}): CellHead =>
  ({ rowId: '1', laneId, repeat: 0, state: 'done', textLength: 5, files: [], ...from }) as CellHead;
const vote = (firstLaneId: string, secondLaneId: string, winner: CompareVote['winner']): CompareVote => ({
  rowId: '1',
  firstLaneId,
  secondLaneId,
  winner,
});

test('pairs with fewer votes come first, in either order', () => {
  const cells = [cell('a'), cell('b'), cell('c')];
  const votes = [vote('b', 'a', 'tie'), vote('a', 'c', 'first')];
  expect(nextPair(cells, votes, () => 0)).toEqual({ rowId: '1', firstLaneId: 'b', secondLaneId: 'c' });
  expect(nextPair(cells, votes, () => 0.9)).toEqual({ rowId: '1', firstLaneId: 'c', secondLaneId: 'b' });
});

test('incomplete and empty replies are not voted on', () => {
  expect(nextPair([cell('a'), cell('b', { state: 'interrupted' })], [])).toBeNull();
  expect(nextPair([cell('a'), cell('b', { textLength: 0 })], [])).toBeNull();
  expect(nextPair([cell('a'), cell('b', { rowId: '2' })], [])).toBeNull();
});

test('images and speech are voted on like texts', () => {
  const file = { id: 'f', name: 'image-1.png', type: 'image/png', sizeBytes: 1 };
  const cells = [cell('a', { textLength: 0, files: [file] }), cell('b', { textLength: 0, files: [file] })];
  expect(nextPair(cells, [])).toMatchObject({ rowId: '1' });
});

test('wins, ties and losses are counted whichever side a lane was on', () => {
  const [first, second] = tallyOf(
    ['a', 'b'],
    [vote('a', 'b', 'first'), vote('b', 'a', 'second'), vote('b', 'a', 'tie')],
  );
  expect(first).toEqual({ laneId: 'a', wins: 2, ties: 1, losses: 0, winsOver: { b: 2 } });
  expect(second).toEqual({ laneId: 'b', wins: 0, ties: 1, losses: 2, winsOver: {} });
});
