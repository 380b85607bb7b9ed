import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useStrings } from '../../../lib/strings.ts';
import { classes } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { barOf, movedBy, type Order } from '../model/orders.ts';
import type { Outcome } from '../model/rank-set.ts';
import { useSet } from '../rerank.ts';
import s from './board.module.css';
import { Cords, rowPx } from './cords.tsx';
import { RelevanceMark } from './relevance-mark.tsx';

/** Rows that a document travels visibly at most; from further away it comes from there. */
const mostTravel = 12;

/** The two orders that are shown, and those before them. */
export interface Sides {
  given: Order;
  retrieved: Order | null;
  left: Order;
  right: Order | null;
}

interface BoardRowProps {
  /** The row, from 0. */
  at: number;
  outcome: Outcome;
  sides: Sides;
}

/** The documents that stand in this row of either order. */
export function BoardRow({ at, outcome, sides }: BoardRowProps) {
  const t = useStrings().rerank.board;
  const { left, right } = sides;
  const threshold = useThreshold(right);
  const leftPlace = left.places[at];
  const rightPlace = right?.places[at];
  const from = rightPlace === undefined ? 0 : (left.rowOf[rightPlace] ?? at) - at;
  const travel = Math.max(-mostTravel, Math.min(mostTravel, from)) * rowPx;
  return (
    <div className={s.row}>
      {leftPlace !== undefined && <Cell outcome={outcome} sides={sides} order={left} place={leftPlace} isLeft />}
      <div className={s.gap}>{right && <Cords at={at} left={left} right={right} threshold={threshold} />}</div>
      {right && isCut(right, at, threshold) && threshold !== null && (
        <span className={s.cut}>
          <b>{t.threshold(scoreText(threshold), at)}</b>
        </span>
      )}
      {right && rightPlace !== undefined && (
        <div className={s.arriving} style={{ '--from': `${travel}px` } as CSSProperties}>
          <Cell outcome={outcome} sides={sides} order={right} place={rightPlace} isLeft={false} />
        </div>
      )}
    </div>
  );
}

/** Whether the threshold of an order runs above this row. */
function isCut(order: Order, at: number, threshold: number | null): boolean {
  const scoreAt = (row: number) => order.scores[order.places[row] ?? -1] ?? null;
  const [before, here] = [scoreAt(at - 1), scoreAt(at)];
  return (
    threshold !== null && here !== null && here < threshold && (at === 0 || (before !== null && before >= threshold))
  );
}

/** The lowest score of an order that stays; `null` for none. */
function useThreshold(order: Order | null): number | null {
  const { thresholds } = useSet();
  const call = order?.call ?? null;
  return call === null ? null : (thresholds[call === 1 ? 1 : 0] ?? null);
}

interface CellProps {
  outcome: Outcome;
  sides: Sides;
  order: Order;
  place: number;
  isLeft: boolean;
}

function Cell({ outcome, sides: { given, retrieved }, order, place, isLeft }: CellProps) {
  const t = useStrings().rerank.board;
  const threshold = useThreshold(order);
  const document = outcome.documents[place];
  const rank = order.rankOf[place] ?? null;
  const score = order.scores[place] ?? null;
  const { range } = order;
  const isBelow = threshold !== null && score !== null && score < threshold;
  const isRanked = order.kind !== 'given';
  const before = order.kind === 'ranked' ? (retrieved ?? given) : given;
  if (!document) return null;
  return (
    <div className={classes(s.cell, (isBelow || rank === null) && s.dim)} data-below={isBelow || undefined}>
      <span className={classes(s.rank, isRanked && s.strong)}>{rank ?? '–'}</span>
      {isRanked && rank !== null && <Moved by={movedBy(before, order, place)} />}
      <span className={s.two} title={document.text}>
        {document.text}
      </span>
      {isBelow && <span className="sr-only">{t.below}</span>}
      {isRanked && rank === null && (
        <span className={s.left}>{retrieved && retrieved.rankOf[place] === null ? t.notTaken : t.missing}</span>
      )}
      {!isLeft && outcome.retrieval && (
        <>
          <span className={s.origin}>
            <span className="sr-only">{t.givenShort} </span>
            {place + 1}
          </span>
          <span className={s.origin}>
            <span className="sr-only">{t.retrievedShort} </span>
            {retrieved?.rankOf[place] ?? '–'}
          </span>
        </>
      )}
      {isRanked && rank !== null && score !== null && range && (
        <>
          <span className={s.bar} aria-hidden>
            <i style={{ width: `${barOf(score, range) * 100}%` }} />
          </span>
          <span className={s.score} title={String(score)}>
            {scoreText(score)}
          </span>
        </>
      )}
      {!isLeft && <RelevanceMark documentId={document.id} number={place + 1} />}
    </div>
  );
}

/** Three digits behind the point for what is small, fewer for what is large; the whole number is in the hint. */
const scoreText = (score: number): string =>
  Math.abs(score) < 10 ? score.toFixed(3) : Math.abs(score) < 1000 ? score.toFixed(1) : formatNumber(Math.round(score));

/** How far a document came up or went down. */
function Moved({ by }: { by: number | null }) {
  const t = useStrings().rerank.board;
  if (by === null) return <span className={s.moved} />;
  if (by === 0) return <span className={s.moved}>{t.same}</span>;
  return (
    <span className={classes(s.moved, by > 0 && s.up)}>
      <Icon of={by > 0 ? ArrowUp : ArrowDown} size="xs" />
      <span aria-hidden>{Math.abs(by)}</span>
      <span className="sr-only">{by > 0 ? t.up(by) : t.down(-by)}</span>
    </span>
  );
}
