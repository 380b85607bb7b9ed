import type { CellHead, CompareVote } from '#shared/contract/compare.ts';

/** Two lanes of one row, in the order in which their replies are shown. */
export interface Pair {
  rowId: string;
  firstLaneId: string;
  secondLaneId: string;
}

/**
 * Returns the pair to vote on next: of those with the fewest votes a random one, in random order; `null` without two
 * complete replies to one row. The first repeat of each lane stands for it.
 *
 * @param random returns a number from 0 to below 1.
 */
export function nextPair(
  cells: readonly CellHead[],
  votes: readonly CompareVote[],
  random: () => number = Math.random,
): Pair | null {
  const complete = cells.filter(
    ({ state, repeat, textLength, files }) =>
      repeat === 0 && (textLength > 0 || files.length > 0) && (state === 'done' || state === 'done-with-warnings'),
  );
  const pairs = [...Map.groupBy(complete, ({ rowId }) => rowId)].flatMap(([rowId, row]) =>
    row.flatMap((first, at) =>
      row.slice(at + 1).map((second) => ({ rowId, firstLaneId: first.laneId, secondLaneId: second.laneId })),
    ),
  );
  const timesOf = (pair: Pair) =>
    votes.filter(
      (vote) =>
        vote.rowId === pair.rowId &&
        [vote.firstLaneId, vote.secondLaneId].toSorted().join() ===
          [pair.firstLaneId, pair.secondLaneId].toSorted().join(),
    ).length;
  const fewest = Math.min(...pairs.map(timesOf));
  const open = pairs.filter((pair) => timesOf(pair) === fewest);
  const pair = open[Math.floor(random() * open.length)];
  if (!pair) return null;
  return random() < 0.5 ? pair : { ...pair, firstLaneId: pair.secondLaneId, secondLaneId: pair.firstLaneId };
}

/** Votes of one lane. */
export interface Tally {
  laneId: string;
  wins: number;
  ties: number;
  losses: number;
  /** Wins over each other lane. */
  winsOver: Readonly<Record<string, number>>;
}

/** Counts the votes of each lane, most wins first. */
export function tallyOf(laneIds: readonly string[], votes: readonly CompareVote[]): Tally[] {
  const tallies = laneIds.map((laneId): Tally => {
    const winsOver: Record<string, number> = {};
    let [wins, ties, losses] = [0, 0, 0];
    for (const { firstLaneId, secondLaneId, winner } of votes) {
      if (firstLaneId !== laneId && secondLaneId !== laneId) continue;
      const other = firstLaneId === laneId ? secondLaneId : firstLaneId;
      if (winner === 'tie') ties += 1;
      else if ((winner === 'first') === (firstLaneId === laneId)) {
        wins += 1;
        winsOver[other] = (winsOver[other] ?? 0) + 1;
      } else losses += 1;
    }
    return { laneId, wins, ties, losses, winsOver };
  });
  return tallies.toSorted((one, other) => other.wins - one.wins || one.losses - other.losses);
}
