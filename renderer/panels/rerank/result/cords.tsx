import type { Order } from '../model/orders.ts';
import s from './board.module.css';

/** Height of a row, px. */
export const rowPx = 56;

/** Rows that are drawn around the visible ones at most: a cord that comes from further away is drawn from both ends. */
const farRows = 26;
const widthPx = 88;

interface CordsProps {
  at: number;
  left: Order;
  right: Order;
  threshold: number | null;
}

/** The cord that ends at the right of this row, and the one that starts at its left when its other end is far. */
export function Cords({ at, left, right, threshold }: CordsProps) {
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
  return (
    <svg className={s.cords} width={widthPx} height={rowPx} aria-hidden>
      {comes !== undefined && from >= 0 && <path className={kind(comes)} d={path((from - at) * rowPx, 0)} />}
      {goes !== undefined && Math.abs(to - at) > farRows && (
        <path className={kind(goes)} d={path(0, (to - at) * rowPx)} />
      )}
      <circle className={s.socket} cx={6} cy={middle} r={4} />
      <circle className={s.socket} cx={widthPx - 6} cy={middle} r={4} />
    </svg>
  );
}
