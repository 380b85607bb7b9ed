import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { barOf, movedBy, type Order, scoreText } from '../model/orders.ts';
import { type Outcome, withGrade } from '../model/rank-set.ts';
import { rankStore, useSet } from '../store.ts';
import s from './board.module.css';

/** Most rows over which a document moves visibly; from farther away the animation starts at this distance. */
const maxTravelRows = 12;

/** The two orders that are shown, and the earlier ones. */
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

/** The documents in this row of both orders. */
export function BoardRow({ at, outcome, sides }: BoardRowProps) {
  const t = useStrings().rerank.board;
  const { left, right } = sides;
  const threshold = useThreshold(right);
  const leftThreshold = useThreshold(left);
  const leftPlace = left.places[at];
  const rightPlace = right?.places[at];
  const from = rightPlace === undefined ? 0 : (left.rowOf[rightPlace] ?? at) - at;
  const travel = Math.max(-maxTravelRows, Math.min(maxTravelRows, from)) * rowPx;
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

/** Whether a document's score is below the threshold of an order. */
function isUnder(order: Order | null, place: number, threshold: number | null): boolean {
  const score = order?.scores[place] ?? null;
  return threshold !== null && score !== null && score < threshold;
}

/** Whether the threshold of an order is directly above this row. */
function isCut(order: Order, at: number, threshold: number | null): boolean {
  const scoreAt = (row: number) => order.scores[order.places[row] ?? -1] ?? null;
  const [before, here] = [scoreAt(at - 1), scoreAt(at)];
  return (
    threshold !== null && here !== null && here < threshold && (at === 0 || (before !== null && before >= threshold))
  );
}

/** Returns the lowest score of an order that passes; `null` for none. */
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
  /** Its score in the right order is below that order's threshold. */
  isBelow: boolean;
}

function Cell({ outcome, sides: { given, retrieved, left }, order, place, isLeft, isBelow }: CellProps) {
  const t = useStrings().rerank.board;
  const document = outcome.documents[place];
  const rank = order.rankOf[place] ?? null;
  const score = order.scores[place] ?? null;
  const isRanked = order.kind !== 'given';
  const beside = left.kind === 'ranked' ? (retrieved ?? given) : left;
  const before = order.kind === 'ranked' ? beside : given;
  if (!document) return null;
  return (
    <div className={classes(s.cell, (isBelow || rank === null) && s.dim)} data-below={isBelow || undefined}>
      <span
        className={classes(s.rank, isRanked && s.strong)}
        title={order.kind === 'bm25' && rank === null ? t.noMatch : undefined}
      >
        {rank === null ? '–' : formatNumber(rank)}
      </span>
      {isRanked && <RankChange by={rank === null ? null : movedBy(before, order, place)} />}
      <span className={s.words}>
        <span className={s.two} title={document.text}>
          {document.text}
        </span>
        {isRanked && rank === null && order.kind !== 'bm25' && (
          <small>{retrieved?.rankOf[place] === null ? t.notTaken : t.missing}</small>
        )}
        {!isLeft && outcome.retrieval && (
          <EarlierRanks given={place + 1} retrieved={retrieved?.rankOf[place] ?? null} />
        )}
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

/** The ranks of a document in the orders before the newest. */
function EarlierRanks({ given, retrieved }: { given: number; retrieved: number | null }) {
  const t = useStrings().rerank.board;
  return (
    <small>{[t.givenAt(given), retrieved !== null && t.retrievedAt(retrieved)].filter(Boolean).join(' · ')}</small>
  );
}

/** How many ranks a document moved up or down. */
function RankChange({ by }: { by: number | null }) {
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

/** At this distance in rows the other end is out of sight: such a cord is drawn as two stubs. */
const farRows = 26;
const widthPx = 88;

interface CordsProps {
  at: number;
  left: Order;
  right: Order;
  threshold: number | null;
}

/** Draws the cord that ends on the right of this row, and the start of the one on its left when its other end is far. */
function Cords({ at, left, right, threshold }: CordsProps) {
  const arriving = right.places[at];
  const leaving = left.places[at];
  const from = arriving === undefined ? -1 : (left.rowOf[arriving] ?? -1);
  const to = leaving === undefined ? -1 : (right.rowOf[leaving] ?? -1);
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
      {arriving !== undefined && from >= 0 && (
        <path className={kind(arriving)} d={isFar(from) ? stub(widthPx - 6, -1, from) : path((from - at) * rowPx, 0)} />
      )}
      {leaving !== undefined && isFar(to) && <path className={kind(leaving)} d={stub(6, 1, to)} />}
      <circle className={s.socket} cx={6} cy={middle} r={4} />
      <circle className={s.socket} cx={widthPx - 6} cy={middle} r={4} />
    </svg>
  );
}

/** Marks whether a document is relevant, or how much. @param number of the document in the original order, from 1. */
export function RelevanceMark({ documentId, number }: { documentId: number; number: number }) {
  const t = useStrings().rerank;
  const { grades, graded } = useSet();
  const grade = grades[documentId] ?? 0;
  const mark = (next: number) => rankStore().change((set) => withGrade(set, documentId, next));
  return (
    <span className={s.mark}>
      {graded ? (
        <NumberField
          value={grade}
          onValueChange={(next) => mark(Math.min(3, Math.max(0, Math.round(next ?? 0))))}
          min={0}
          max={3}
          clamp
          width={44}
          label={t.grade(number)}
        />
      ) : (
        <Tick checked={grade > 0} onCheckedChange={(on) => mark(on ? 1 : 0)} ariaLabel={t.relevant(number)} />
      )}
    </span>
  );
}
