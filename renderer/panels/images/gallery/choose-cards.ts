/** Which cards are chosen, and where the keys are. */
export interface Chosen {
  ids: ReadonlySet<string>;
  /** The card that the keys act on. */
  at: string | null;
  /** Where a row of cards chosen with Shift began. */
  from: string | null;
}

export const noneChosen: Chosen = { ids: new Set(), at: null, from: null };

export const chooseOne = (id: string): Chosen => ({ ids: new Set([id]), at: id, from: id });

export function toggleOne({ ids }: Chosen, id: string): Chosen {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, at: id, from: id };
}

/** All from where it began to this one, in the order of the list. */
export function extendTo(order: readonly string[], { from, at }: Chosen, id: string): Chosen {
  const start = order.indexOf(from ?? at ?? id);
  const end = order.indexOf(id);
  const ids = new Set(order.slice(Math.max(0, Math.min(start, end)), Math.max(start, end) + 1));
  return { ids, at: id, from: from ?? at ?? id };
}

export const chooseAll = (order: readonly string[], { at }: Chosen): Chosen => ({
  ids: new Set(order),
  at: at ?? order[0] ?? null,
  from: order[0] ?? null,
});

/** Where a key leads in a grid of so many columns; `null` for a key that leads nowhere. */
export function stepInGrid(key: string, at: number, count: number, columns: number, pageRows: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * pageRows,
    PageUp: -columns * pageRows,
  };
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  if (at < 0) return 0;
  const next = at + step;
  if (next >= 0 && next < count) return next;
  // The last row may be short: a step down from above its gap ends at its end.
  if (step > 1 && Math.floor(at / columns) < Math.floor((count - 1) / columns)) return count - 1;
  return at;
}

/** A rectangle in the grid, px from its top left corner. */
export interface Band {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface GridMeasure {
  columns: number;
  cellWidth: number;
  cellHeight: number;
  gap: number;
}

/** Indexes of the cards that a band touches. */
export function cardsInBand(
  { left, top, right, bottom }: Band,
  { columns, cellWidth, cellHeight, gap }: GridMeasure,
  count: number,
): number[] {
  const touched: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const x = (index % columns) * (cellWidth + gap);
    const y = Math.floor(index / columns) * (cellHeight + gap);
    if (x < right && x + cellWidth > left && y < bottom && y + cellHeight > top) touched.push(index);
  }
  return touched;
}
