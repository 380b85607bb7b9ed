import { useLayoutEffect, useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { foldAt, givenOrder, type Order, rankedOrder, retrievedOrder } from '../model/orders.ts';
import { isRunning, type Outcome } from '../model/rank-set.ts';
import { useSet } from '../store.ts';
import s from './board.module.css';
import { BoardRow, rowPx, type Sides } from './board-row.tsx';

/** Long enough for the rows to settle; rows scrolled into view later are not animated. */
const movingMs = 700;

/** Represents the documents that neither order ranks. */
const foldRow = -1;

/**
 * Two orders side by side, with a cord between each document's ranks.
 *
 * @param baseline the BM25 order, shown beside that of a single model.
 */
export function Board({ outcome, baseline }: { outcome: Outcome; baseline: Order | null }) {
  const t = useStrings().rerank;
  const { graded } = useSet();
  const sides = sidesOf(outcome, baseline);
  const { left, right } = sides;
  const moving = useMoving(outcome, right);
  const [isUnfolded, setUnfolded] = useState(false);
  const fold = foldAt(left, right);
  const rows = left.places.map((_, at) => at);
  const shown = fold === null ? rows : [...rows.slice(0, fold), foldRow, ...(isUnfolded ? rows.slice(fold) : [])];
  const nameOf = (order: Order) =>
    order.kind === 'given'
      ? t.board.given
      : order.kind !== 'ranked'
        ? t.board[order.kind]
        : outcome.calls.length > 1
          ? `${'AB'[order.call ?? 0]} ${outcome.calls[order.call ?? 0]?.model}`
          : t.board.ranked;
  return (
    <section
      className={s.board}
      aria-label={t.board.label}
      data-moving={moving}
      data-retrieval={outcome.retrieval !== null}
      data-pair={left.kind === 'ranked' || left.kind === 'bm25'}
    >
      <div className={s.head}>
        <span className="cut-text">{nameOf(left)}</span>
        <span />
        {right ? (
          <span className={s.headRight}>
            <span className="cut-text">{nameOf(right)}</span>
            <span className="space" />
            <span className={s.barHead} />
            <span className={s.scoreHead}>{t.board.score}</span>
            <span className={s.markHead}>{graded ? t.gradeHead : t.relevantHead}</span>
          </span>
        ) : (
          <span className={s.waiting}>
            {isRunning(outcome) && (
              <>
                <span role="status">{t.running.ranking}</span>
                <Progress value={null} label={t.running.ranking} thin />
              </>
            )}
          </span>
        )}
      </div>
      <VirtualList
        label={t.board.label}
        items={shown}
        itemKey={(at) => (at === foldRow ? 'fold' : String(right?.places[at] ?? left.places[at]))}
        rowHeight={rowPx}
        renderItem={(at) =>
          at === foldRow ? (
            <div className={s.fold}>
              <span>{t.board.leftOut(left.places.length - (fold ?? 0))}</span>
              <Button size="sm" intent="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
                {isUnfolded ? t.board.hideLeftOut : t.board.showLeftOut}
              </Button>
            </div>
          ) : (
            <BoardRow at={at} outcome={outcome} sides={sides} />
          )
        }
      />
    </section>
  );
}

/** Returns the two most informative orders: both models, or the newest and the one before it, or the original one alone. */
function sidesOf(outcome: Outcome, baseline: Order | null): Sides {
  const given = givenOrder(outcome);
  const retrieved = retrievedOrder(outcome);
  const ranked = outcome.calls.map((_, call) => rankedOrder(outcome, call)).filter((order) => order !== null);
  const [first, second] = ranked;
  if (first && second) return { given, retrieved, left: first, right: second };
  if (first) return { given, retrieved, left: baseline ?? retrieved ?? given, right: first };
  return { given, retrieved, left: given, right: retrieved };
}

/** Whether a new order has just arrived. */
function useMoving({ startedAt, retrieval, calls }: Outcome, right: Order | null): boolean {
  const [moving, setMoving] = useState(false);
  const endedAt = startedAt + (retrieval?.ms ?? 0) + calls.reduce((most, { endMs }) => Math.max(most, endMs ?? 0), 0);
  const order = right ? `${startedAt} ${right.kind} ${right.call}` : null;
  useLayoutEffect(() => {
    if (order === null || Date.now() - endedAt > 2000) return undefined;
    setMoving(true);
    const timer = setTimeout(() => setMoving(false), movingMs);
    return () => clearTimeout(timer);
  }, [order, endedAt]);
  return moving;
}
