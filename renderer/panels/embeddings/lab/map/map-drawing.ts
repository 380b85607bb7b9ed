import type { Flat } from '../analysis.ts';
import type { Palette } from '../canvas.ts';
import { type Mark, traceMark } from '../coloring.tsx';
import type { Box, MapView } from './map-view.ts';

type Pen = CanvasRenderingContext2D;

export interface MapScene extends Box {
  /** Device pixels per CSS pixel. */
  ratio: number;
  view: MapView;
  flat: Flat;
  /** How the points look. */
  marks: readonly Mark[];
  /** The mark of each row; `null` while all have the first one. */
  of: Uint8Array | null;
  palette: Palette;
  /** The focused row and the one under the pointer; -1 for none. */
  focus: number;
  hover: number;
  /** Rows nearest to the focused one, or to the query, connected to it by lines. */
  near: readonly number[];
  /** x and y of an embedded query, in map units. */
  query: readonly [number, number] | null;
  isShown: ((row: number) => boolean) | null;
  /** The lasso being drawn around points. */
  lasso: readonly number[];
}

/** From this many rows on, points are small squares, which draw several times as fast as discs. */
const manyRows = 3000;
const gridPx = 56;

/** Draws the map on an empty canvas. Everything is redrawn: 10,000 points take a few milliseconds. */
export function drawMap(pen: Pen, scene: MapScene): void {
  const { palette, focus, hover } = scene;
  drawGrid(pen, scene);
  drawNear(pen, scene);
  drawPoints(pen, scene);
  if (hover >= 0 && hover !== focus) ring(pen, scene, hover, palette.text, 6);
  if (focus >= 0) ring(pen, scene, focus, palette.copper, 9);
  drawQuery(pen, scene);
  drawLasso(pen, scene);
}

function drawGrid(pen: Pen, { width, height, view, palette }: MapScene): void {
  pen.strokeStyle = palette.line;
  pen.globalAlpha = 0.55;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = ((view.left % gridPx) + gridPx) % gridPx; x < width; x += gridPx) {
    pen.moveTo(Math.round(x) + 0.5, 0);
    pen.lineTo(Math.round(x) + 0.5, height);
  }
  for (let y = ((view.top % gridPx) + gridPx) % gridPx; y < height; y += gridPx) {
    pen.moveTo(0, Math.round(y) + 0.5);
    pen.lineTo(width, Math.round(y) + 0.5);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

const xOf = (map: Float32Array, row: number, view: MapView) => (map[row * 2] as number) * view.scale + view.left;
const yOf = (map: Float32Array, row: number, view: MapView) => (map[row * 2 + 1] as number) * view.scale + view.top;

function drawPoints(pen: Pen, scene: MapScene): void {
  const { flat, view, marks, of, isShown, ratio } = scene;
  const rows = flat.map.length / 2;
  const isMany = rows > manyRows;
  const size = isMany ? 3 : pointPx(scene);
  // Without a graphics card, squares that do not end on a pixel boundary take up to twice the time to draw.
  const onPixel = (place: number) => Math.round(place * ratio) / ratio;
  // One path per mark; points that match the filter are drawn above the others.
  for (const isOver of isShown ? [false, true] : [true]) {
    pen.globalAlpha = isOver ? 0.88 : 0.14;
    for (const [number, { color, shape }] of marks.entries()) {
      pen.beginPath();
      for (let row = 0; row < rows; row++) {
        if ((of ? (of[row] as number) : 0) !== number) continue;
        if (isShown && isShown(row) !== isOver) continue;
        const x = xOf(flat.map, row, view);
        const y = yOf(flat.map, row, view);
        if (isMany) pen.rect(onPixel(x - size / 2), onPixel(y - size / 2), size, size);
        else traceMark(pen, shape, x, y, size / 2);
      }
      if (shape === 'ring' && !isMany) {
        pen.strokeStyle = color;
        pen.lineWidth = 1.2;
        pen.stroke();
      } else {
        pen.fillStyle = color;
        pen.fill();
      }
    }
  }
  pen.globalAlpha = 1;
}

/** Smaller on a small map, so that neighbors do not merge into a blob. */
const pointPx = ({ width, height }: MapScene): number => Math.min(8, Math.max(5, Math.min(width, height) / 45));

function drawNear(pen: Pen, scene: MapScene): void {
  const { flat, view, palette, focus, near, query } = scene;
  const from = focus >= 0 ? ([xOf(flat.map, focus, view), yOf(flat.map, focus, view)] as const) : queryIn(query, view);
  if (!from) return;
  pen.strokeStyle = palette.cord;
  pen.lineWidth = 1.25;
  pen.beginPath();
  for (const row of near) {
    pen.moveTo(...from);
    pen.lineTo(xOf(flat.map, row, view), yOf(flat.map, row, view));
  }
  pen.stroke();
}

const queryIn = (query: MapScene['query'], { scale, left, top }: MapView) =>
  query && ([query[0] * scale + left, query[1] * scale + top] as const);

/** Draws an embedded query as a cross, which no point looks like. */
function drawQuery(pen: Pen, { query, view, palette }: MapScene): void {
  const at = queryIn(query, view);
  if (!at) return;
  const [x, y] = at;
  const far = 7;
  for (const [color, width] of [
    [palette.surface, 6],
    [palette.cord, 2.5],
  ] as const) {
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(x - far, y);
    pen.lineTo(x + far, y);
    pen.moveTo(x, y - far);
    pen.lineTo(x, y + far);
    pen.stroke();
  }
}

function ring(pen: Pen, { flat, view, palette }: MapScene, row: number, color: string, radius: number): void {
  for (const [stroke, width] of [
    [palette.surface, 5],
    [color, 2],
  ] as const) {
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(xOf(flat.map, row, view), yOf(flat.map, row, view), radius, 0, Math.PI * 2);
    pen.stroke();
  }
}

function drawLasso(pen: Pen, { lasso, palette }: MapScene): void {
  if (lasso.length < 4) return;
  pen.beginPath();
  pen.moveTo(lasso[0] as number, lasso[1] as number);
  for (let at = 2; at < lasso.length; at += 2) pen.lineTo(lasso[at] as number, lasso[at + 1] as number);
  pen.closePath();
  pen.globalAlpha = 0.12;
  pen.fillStyle = palette.cord;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = palette.cord;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 4]);
  pen.stroke();
  pen.setLineDash([]);
}
