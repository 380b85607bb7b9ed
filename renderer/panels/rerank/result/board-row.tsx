import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { barOf, movedBy, type Order } from '../model/orders.ts';
import type { Outcome } from '../model/rank-set.ts';
import { useSet } from '../rerank.ts';
import s from './board.module.css';
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
  const leftThreshold = useThreshold(left);
  const leftPlace = left.places[at];
  const rightPlace = right?.places[at];
  const from = rightPlace === undefined ? 0 : (left.rowOf[rightPlace] ?? at) - at;
  const travel = Math.max(-mostTravel, Math.min(mostTravel, from)) * rowPx;
  return (
    <div className={s.row}>
      {leftPlace !== undefined && (
        <Cell
          outcome={outcome}
          sides={sides}
          order={left}
          place={leftPlace}
          isLeft
          isBelow={
            left.kind === 'ranked' ? isUnder(left, leftPlace, leftThreshold) : isUnder(right, leftPlace, threshold)
          }
        />
      )}
      <div className={s.gap}>{right && <Cords at={at} left={left} right={right} threshold={threshold} />}</div>
      {right && rightPlace !== undefined && (
        <div className={s.arriving} style={{ '--from': `${travel}px` } as CSSProperties}>
          {isCut(right, at, threshold) && threshold !== null && (
            <span className={s.cut}>
              <b>{t.threshold(scoreText(threshold), at)}</b>
            </span>
          )}
          <Cell
            outcome={outcome}
            sides={sides}
            order={right}
            place={rightPlace}
            isLeft={false}
            isBelow={isUnder(right, rightPlace, threshold)}
          />
        </div>
      )}
    </div>
  );
}

/** Whether a document has a score under the threshold of an order. */
function isUnder(order: Order | null, place: number, threshold: number | null): boolean {
  const score = order?.scores[place] ?? null;
  return threshold !== null && score !== null && score < threshold;
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
  /** Its score in the right order is under the threshold there. */
  isBelow: boolean;
}

function Cell({ outcome, sides: { given, retrieved }, order, place, isLeft, isBelow }: CellProps) {
  const t = useStrings().rerank.board;
  const document = outcome.documents[place];
  const rank = order.rankOf[place] ?? null;
  const score = order.scores[place] ?? null;
  const isRanked = order.kind !== 'given';
  const before = order.kind === 'ranked' ? (retrieved ?? given) : given;
  if (!document) return null;
  return (
    <div className={classes(s.cell, (isBelow || rank === null) && s.dim)} data-below={isBelow || undefined}>
      <span className={classes(s.rank, isRanked && s.strong)}>{rank === null ? '–' : formatNumber(rank)}</span>
      {isRanked && <Moved by={rank === null ? null : movedBy(before, order, place)} />}
      <span className={s.words}>
        <span className={s.two} title={document.text}>
          {document.text}
        </span>
        {isRanked && rank === null && (
          <small>{retrieved && retrieved.rankOf[place] === null ? t.notTaken : t.missing}</small>
        )}
        {!isLeft && outcome.retrieval && <Before given={place + 1} retrieved={retrieved?.rankOf[place] ?? null} />}
      </span>
      {isBelow && <span className="sr-only">{t.below}</span>}
      {isRanked && (
        <>
          <span className={s.bar} aria-hidden>
            {score !== null && <i style={{ width: `${barOf(score, order) * 100}%` }} />}
          </span>
          <span className={s.score} title={score === null ? undefined : String(score)}>
            {score === null ? '–' : scoreText(score)}
          </span>
        </>
      )}
      {!isLeft && <RelevanceMark documentId={document.id} number={place + 1} />}
    </div>
  );
}

/** Where a document stood in the orders before the newest. */
function Before({ given, retrieved }: { given: number; retrieved: number | null }) {
  const t = useStrings().rerank.board;
  return (
    <small>{[t.givenAt(given), retrieved !== null && t.retrievedAt(retrieved)].filter(Boolean).join(' · ')}</small>
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

/** Height of a row, px. */
export const rowPx = 56;

/** Rows away from which the other end is far out of sight: such a cord is cut to its two ends. */
const farRows = 26;
const widthPx = 88;

interface CordsProps {
  at: number;
  left: Order;
  right: Order;
  threshold: number | null;
}

/** The cord that ends at the right of this row, and the beginning of the one at its left when its other end is far. */
function Cords({ at, left, right, threshold }: CordsProps) {
  const comes = right.places[at];
  const goes = left.places[at];
  const from = comes === undefined ? -1 : (left.rowOf[comes] ?? -1);
  const to = goes === undefined ? -1 : (right.rowOf[goes] ?? -1);
  const middle = rowPx / 2;
  const kind = (place: number) => {
    const [before, after] = [left.rankOf[place], right.rankOf[place]];
    const score = right.scores[place];
    if (before == null || after == null || (threshold !== null && score != null && score < threshold)) return s.faint;
    return before === after ? s.level : before > after ? s.rising : s.falling;
  };
  const path = (start: number, end: number) =>
    `M6 ${start + middle}C${widthPx / 2} ${start + middle} ${widthPx / 2} ${end + middle} ${widthPx - 6} ${end + middle}`;
  const isFar = (row: number) => Math.abs(row - at) > farRows;
  const stub = (x: number, side: 1 | -1, row: number) => {
    const down = row > at ? 1 : -1;
    return `M${x} ${middle}C${x + side * 16} ${middle} ${x + side * 24} ${middle + down * 6} ${x + side * 26} ${middle + down * 22}`;
  };
  return (
    <svg className={s.cords} width={widthPx} height={rowPx} aria-hidden>
      {comes !== undefined && from >= 0 && (
        <path className={kind(comes)} d={isFar(from) ? stub(widthPx - 6, -1, from) : path((from - at) * rowPx, 0)} />
      )}
      {goes !== undefined && isFar(to) && <path className={kind(goes)} d={stub(6, 1, to)} />}
      <circle className={s.socket} cx={6} cy={middle} r={4} />
      <circle className={s.socket} cx={widthPx - 6} cy={middle} r={4} />
    </svg>
  );
}
