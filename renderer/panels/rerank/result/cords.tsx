import type { Order } from '../model/orders.ts';
import s from './board.module.css';

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
