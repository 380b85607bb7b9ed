import { type KeyboardEvent, type PointerEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Figure } from '../../../../ui/layout/figure.tsx';
import { focusOn, showSide, useSelection } from '../../selection.ts';
import { analysis, useAnalysis } from '../analysis.ts';
import { between, type Palette, useCanvas, useFrame, usePalette } from '../canvas.ts';
import type { Box } from '../map/map-view.ts';
import { useColoring } from '../use-shown.ts';
import s from './side-pane.module.css';

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

interface Matrix {
  /** Ordered by what colors the points, so that the texts of a group are next to each other. */
  order: number[];
  cosines: Float32Array;
}

/** Every pair of texts as a cell; the pointer or the arrow keys show which pair it is. */
export function SimilarityMatrix({ places, texts }: { places: readonly number[]; texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const matrix = useMatrix(places);
  const palette = usePalette();
  const { box, around, canvas, size, ratio } = useCanvas();
  const [cell, setCell] = useState<Cell | null>(null);
  const focus = useSelection((state) => state.focus);
  const count = matrix?.order.length ?? 0;
  const grid = gridOf(count, size);
  const low = matrix ? lowest(matrix) : 0;
  const draw = useCallback(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !matrix || size.width === 0) return;
    drawCells(context, { ...matrix, size, ratio, low, palette, cell, focus });
  }, [canvas, matrix, size, ratio, low, palette, cell, focus]);
  useFrame(draw);

  const textAt = (at: number) => texts[matrix?.order[at] ?? -1] ?? '';
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const edge = around?.getBoundingClientRect();
    if (edge) setCell(cellAt(grid, clientX - edge.left, clientY - edge.top));
  };
  /** Focuses the text of a row; the matrix stays. */
  const focusRow = ({ row }: Cell) => {
    showSide('matrix');
    focusOn(matrix?.order[row] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Enter' && cell) focusRow(cell);
    else if (step && count > 0) {
      const clamp = (value: number) => Math.max(0, Math.min(count - 1, value));
      setCell(cell ? { row: clamp(cell.row + step[0]), column: clamp(cell.column + step[1]) } : { row: 0, column: 0 });
    } else return;
    event.preventDefault();
  };
  if (!matrix) return <p className={s.words}>{t.waiting}</p>;
  if (count < 2) return <p className={s.words}>{t.tooFew}</p>;
  const pair = cell && cell.row < count && cell.column < count ? cell : null;
  const facts = factsOf(matrix);
  const shown = pair ?? facts.closest;
  const numberOf = (at: number) => (matrix.order[at] ?? 0) + 1;
  return (
    <>
      <Headline
        figure={score(matrix, shown)}
        label={pair ? t.pair(numberOf(pair.row), numberOf(pair.column)) : t.closest(facts.mean.toFixed(3))}
      >
        <span className="cut-text">{textAt(shown.row)}</span>
        <span className="cut-text">{textAt(shown.column)}</span>
      </Headline>
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
        tabIndex={0}
        className={s.cells}
        aria-label={t.matrixOf(count)}
        aria-description={t.matrixKeys}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCell(null)}
        onClick={() => cell && focusRow(cell)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={Math.round(size.width * ratio)} height={Math.round(size.height * ratio)} />
      </div>
      <div className={s.scale} aria-hidden>
        <span className="mono-s">{low.toFixed(2)}</span>
        <span className={s.ramp} />
        <span className="mono-s">1.00</span>
      </div>
    </>
  );
}

function useMatrix(places: readonly number[]): Matrix | null {
  const { of } = useColoring();
  const rowOf = useAnalysis((state) => state.rowOf);
  const [found, setFound] = useState<{ key: string; of: unknown; matrix: Matrix } | null>(null);
  const groupOf = (place: number) => of?.[rowOf[place] ?? -1] ?? 0;
  const order = places.toSorted((one, other) => groupOf(one) - groupOf(other) || one - other);
  const key = order.join();
  useEffect(() => {
    let isWanted = true;
    const indexes = key === '' ? [] : key.split(',').map(Number);
    analysis()
      .matrix(indexes)
      .then((cosines) => isWanted && setFound({ key, of: rowOf, matrix: { order: indexes, cosines } }))
      // The worker was closed meanwhile; the next one is queried again.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [key, rowOf]);
  return found?.of === rowOf ? found.matrix : null;
}

const score = ({ order, cosines }: Matrix, { row, column }: Cell) =>
  (cosines[row * order.length + column] ?? 0).toFixed(3);

const lowest = ({ cosines }: Matrix) =>
  Math.min(
    0.9,
    cosines.reduce((least, value) => Math.min(least, value), 1),
  );

/** Returns the mean of all pairs and the closest one, as a text alternative to the matrix. */
function factsOf({ order: { length }, cosines }: Matrix): { mean: number; closest: Cell } {
  let sum = 0;
  let best = Number.NEGATIVE_INFINITY;
  let closest = { row: 0, column: 1 };
  for (let row = 0; row < length; row++)
    for (let column = row + 1; column < length; column++) {
      const value = cosines[row * length + column] as number;
      sum += value;
      if (value > best) {
        best = value;
        closest = { row, column };
      }
    }
  return { mean: sum / Math.max(1, (length * (length - 1)) / 2), closest };
}

interface Cell {
  row: number;
  column: number;
}

interface Grid {
  count: number;
  /** Distance from one cell to the next, in pixels. */
  step: number;
  left: number;
  top: number;
}

interface Cells {
  order: readonly number[];
  cosines: Float32Array;
  size: Box;
  ratio: number;
  /** The cosine drawn in the background color. */
  low: number;
  palette: Palette;
  cell: Cell | null;
  /** The focused text, by index. */
  focus: number | null;
}

/** Returns a square grid of cells, centered in its box. */
function gridOf(count: number, { width, height }: Box): Grid {
  const step = count > 0 ? Math.min(width, height, count * 26) / count : 0;
  return { count, step, left: (width - step * count) / 2, top: (height - step * count) / 2 };
}

function cellAt({ count, step, left, top }: Grid, x: number, y: number): Cell | null {
  const column = Math.floor((x - left) / step);
  const row = Math.floor((y - top) / step);
  return row >= 0 && column >= 0 && row < count && column < count ? { row, column } : null;
}

const shades = 64;

function drawCells(context: CanvasRenderingContext2D, cells: Cells): void {
  const { order, cosines, size, ratio, low, palette, cell, focus } = cells;
  const { count, step, left, top } = gridOf(order.length, size);
  const colors = Array.from({ length: shades + 1 }, (_, shade) => between(palette.low, palette.high, shade / shades));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const gap = step > 8 ? 1 : 0;
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const share = ((cosines[row * count + column] as number) - low) / Math.max(1e-6, 1 - low);
      context.fillStyle = colors[Math.round(Math.max(0, Math.min(1, share)) * shades)] as string;
      // Cells without a gap overlap slightly, so that no seams are visible.
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

interface HeadlineProps {
  /** The result of the view; `null` while there is none. */
  figure: string | null;
  /** What the figure is. */
  label: string;
  /** Texts it is about, and other facts. */
  children?: ReactNode;
}

/** The result of a view beside the map: one large figure, everything else quiet. */
export function Headline({ figure, label, children }: HeadlineProps) {
  return (
    <div className={s.headline} role="status">
      <p>
        {figure !== null && <Figure>{figure}</Figure>} <span>{label}</span>
      </p>
      {children !== undefined && <div className={s.of}>{children}</div>}
    </div>
  );
}
