import type { Box } from '../map/map-view.ts';
import { channelsOf, type Palette } from '../palette.ts';

export interface Cell {
  row: number;
  column: number;
}

interface Grid {
  count: number;
  /** Pixels from one cell to the next. */
  step: number;
  left: number;
  top: number;
}

interface Cells {
  order: readonly number[];
  cosines: Float32Array;
  size: Box;
  ratio: number;
  /** The cosine that is drawn in the ground's colour. */
  low: number;
  palette: Palette;
  cell: Cell | null;
  /** The text that is looked at, by place. */
  focus: number | null;
}

/** A square of cells in the middle of its box. */
export function gridOf(count: number, { width, height }: Box): Grid {
  const step = count > 0 ? Math.min(width, height, count * 26) / count : 0;
  return { count, step, left: (width - step * count) / 2, top: (height - step * count) / 2 };
}

export function cellAt({ count, step, left, top }: Grid, x: number, y: number): Cell | null {
  const column = Math.floor((x - left) / step);
  const row = Math.floor((y - top) / step);
  return row >= 0 && column >= 0 && row < count && column < count ? { row, column } : null;
}

const shades = 64;

export function drawCells(context: CanvasRenderingContext2D, cells: Cells): void {
  const { order, cosines, size, ratio, low, palette, cell, focus } = cells;
  const { count, step, left, top } = gridOf(order.length, size);
  const from = channelsOf(palette.low);
  const to = channelsOf(palette.high);
  const colours = Array.from({ length: shades + 1 }, (_, shade) => {
    const part = (at: 0 | 1 | 2) => Math.round(from[at] + ((to[at] - from[at]) * shade) / shades);
    return `rgb(${part(0)} ${part(1)} ${part(2)})`;
  });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const gap = step > 8 ? 1 : 0;
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const share = ((cosines[row * count + column] as number) - low) / Math.max(1e-6, 1 - low);
      context.fillStyle = colours[Math.round(Math.max(0, Math.min(1, share)) * shades)] as string;
      // A cell without a gap overlaps the next one a little, so that no seams are seen.
      const side = gap ? step - gap : step + 0.5;
      context.fillRect(left + column * step, top + row * step, side, side);
    }
  const looked = focus === null ? -1 : order.indexOf(focus);
  if (looked >= 0) {
    context.strokeStyle = palette.copper;
    context.lineWidth = 1.5;
    context.strokeRect(left, top + looked * step, step * count, step);
  }
  if (!cell) return;
  context.strokeStyle = palette.text;
  context.lineWidth = 2;
  context.strokeRect(
    left + cell.column * step,
    top + cell.row * step,
    Math.max(step - gap, 3),
    Math.max(step - gap, 3),
  );
}
