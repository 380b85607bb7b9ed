import { useState } from 'react';
import type { CellHead, CompareVote } from '#shared/contract/compare.ts';
import { client } from '../../../lib/client/client.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ReplyMarkdown } from '../../../lib/replies/reply-markdown.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LaneMedia } from '../lanes/lane-media.tsx';
import { letterOf } from '../model/comparison.ts';
import { type ShownRun, useCells } from '../runs.ts';
import type { ViewProps } from '../store.ts';
import s from './votes.module.css';

/** A blind vote: two replies without names or figures; the names and the count are shown on request. */
export function Votes({ shown, act }: Omit<ViewProps, 'comparison'>) {
  const t = useStrings().compare.votes;
  const [isRevealed, setRevealed] = useState(false);
  const [pair, setPair] = useState(() => (shown ? nextPair(shown.cells, shown.run.votes) : null));
  const votes = shown?.run.votes ?? [];
  // A run that ended meanwhile has replies to vote on.
  const current = pair ?? (shown && shown.run.state !== 'running' ? nextPair(shown.cells, votes, () => 0) : null);
  const heads = (shown?.cells ?? []).filter(
    ({ rowId, laneId, repeat }) =>
      repeat === 0 && rowId === current?.rowId && (laneId === current.firstLaneId || laneId === current.secondLaneId),
  );
  const read = useCells(shown?.run.id ?? '', heads);
  if (!shown || !current)
    return (
      <div className={s.votes}>
        <EmptyState title={t.emptyTitle} level={2}>
          {t.emptyBody}
        </EmptyState>
      </div>
    );
  const textOf = (laneId: string) => read.find((cell) => cell.laneId === laneId)?.text ?? '';
  const choose = (winner: CompareVote['winner']) =>
    void act.run(async () => {
      const vote = { ...current, winner };
      await client.compare.vote({ runId: shown.run.id, vote });
      setPair(nextPair(shown.cells, [...votes, vote]));
    });
  return (
    <div className={s.votes}>
      <div className={s.pair}>
        {[current.firstLaneId, current.secondLaneId].map((laneId, at) => (
          <article key={laneId} className={s.reply} aria-label={t.reply(at + 1)}>
            <h2>{t.reply(at + 1)}</h2>
            <ReplyMarkdown text={textOf(laneId)} live={false} />
            {heads
              .filter((head) => head.laneId === laneId && head.files.length > 0)
              .map((head) => (
                <LaneMedia key={head.id} runId={shown.run.id} cell={head} isBlind />
              ))}
          </article>
        ))}
      </div>
      <div className={s.bar}>
        <Button onClick={() => choose('first')}>{t.better(1)}</Button>
        <Button onClick={() => choose('tie')}>{t.tie}</Button>
        <Button onClick={() => choose('second')}>{t.better(2)}</Button>
        <span className="hint" role="status">
          {t.count(votes.length)}
        </span>
        <Button
          intent="quiet"
          disabledReason={votes.length === 0 ? t.noVotes : undefined}
          onClick={() => setRevealed(!isRevealed)}
        >
          {isRevealed ? t.hide : t.reveal}
        </Button>
      </div>
      {isRevealed && votes.length > 0 && <Result shown={shown} />}
    </div>
  );
}

/** The count of each lane, and how often each won over each other. */
function Result({ shown: { run } }: { shown: ShownRun }) {
  const t = useStrings().compare.votes;
  const { lanes } = run.input;
  const tallies = tallyOf(
    lanes.map(({ id }) => id),
    run.votes,
  );
  const placeOf = (laneId: string) => lanes.findIndex(({ id }) => id === laneId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.result} tabIndex={0} aria-label={t.result}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.lane}</th>
            <th scope="col">{t.wins}</th>
            <th scope="col">{t.ties}</th>
            <th scope="col">{t.losses}</th>
            {lanes.map(({ id }, at) => (
              <th key={id} scope="col">
                {t.over(letterOf(at))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tallies.map(({ laneId, wins, ties, losses, winsOver }) => (
            <tr key={laneId}>
              <th scope="row">
                {letterOf(placeOf(laneId))} <span className="mono">{lanes[placeOf(laneId)]?.model}</span>
              </th>
              <td>{wins}</td>
              <td>{ties}</td>
              <td>{losses}</td>
              {lanes.map(({ id }) => (
                <td key={id}>{id === laneId ? '–' : (winsOver[id] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

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
interface Tally {
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
