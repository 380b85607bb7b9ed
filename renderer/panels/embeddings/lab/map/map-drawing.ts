import type { Flat } from '../analysis-store.ts';
import { type Mark, traceMark } from '../marks.tsx';
import type { Palette } from '../palette.ts';
import { type LabeledPoints, placeLabels } from './map-labels.ts';
import type { Box, MapView } from './map-view.ts';

/** The part of a drawing context that the map uses, so that it can also be written as SVG. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'lineJoin'
  | 'beginPath'
  | 'closePath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'rect'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'strokeText'
  | 'measureText'
  | 'setLineDash'
>;

export interface MapScene extends Box {
  /** Height at the bottom that names leave free, px. */
  footPx: number;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** Size of points and names: 1 on a screen, larger on an image for a slide. */
  zoom: number;
  view: MapView;
  flat: Flat;
  /** How the points look. */
  marks: readonly Mark[];
  /** The mark of each row; `null` while all have the first one. */
  of: Uint8Array | null;
  /** The name of each mark, drawn beside its points; none for those of a scale. */
  names: readonly string[];
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
/** Lines between the two models are drawn for at most this many rows. */
const maxLines = 2000;
const gridPx = 56;

/** Draws the map on an empty canvas. Everything is redrawn: 10,000 points take a few milliseconds. */
export function drawMap(pen: Pen, scene: MapScene): void {
  const { palette, zoom, focus, hover } = scene;
  drawGrid(pen, scene);
  if (scene.flat.overlay) drawOverlay(pen, scene, scene.flat.overlay.map);
  drawNear(pen, scene);
  drawPoints(pen, scene);
  drawNames(pen, scene);
  if (hover >= 0 && hover !== focus) ring(pen, scene, hover, palette.text, 6 * zoom);
  if (focus >= 0) ring(pen, scene, focus, palette.copper, 9 * zoom);
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
  const { flat, view, marks, of, isShown, ratio, zoom } = scene;
  const rows = flat.base.length / 2;
  const isMany = rows > manyRows;
  const size = isMany ? 3 * zoom : pointPx(scene);
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
        const x = xOf(flat.base, row, view);
        const y = yOf(flat.base, row, view);
        if (isMany) pen.rect(onPixel(x - size / 2), onPixel(y - size / 2), size, size);
        else traceMark(pen, shape, x, y, size / 2);
      }
      if (shape === 'ring' && !isMany) {
        pen.strokeStyle = color;
        pen.lineWidth = 1.2 * zoom;
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
const pointPx = ({ width, height, zoom }: MapScene): number =>
  Math.min(8, Math.max(5, Math.min(width, height) / 45)) * zoom;

/** Draws the second model as hollow squares, each connected to its position in the first. */
function drawOverlay(pen: Pen, scene: MapScene, overlay: Float32Array): void {
  const { flat, view, palette, isShown, focus, zoom } = scene;
  const rows = overlay.length / 2;
  const size = rows > manyRows ? 3 * zoom : pointPx(scene) * 0.75;
  pen.strokeStyle = palette.copper;
  pen.lineWidth = zoom;
  for (const isOver of isShown ? [false, true] : [true]) {
    pen.globalAlpha = isOver ? 0.9 : 0.12;
    pen.beginPath();
    for (let row = 0; row < rows; row++)
      if (!isShown || isShown(row) === isOver)
        pen.rect(xOf(overlay, row, view) - size / 2, yOf(overlay, row, view) - size / 2, size, size);
    pen.stroke();
  }
  pen.globalAlpha = 0.3;
  pen.beginPath();
  for (let row = 0; row < rows; row++) {
    if (row !== focus && (rows > maxLines || (isShown && !isShown(row)))) continue;
    pen.moveTo(xOf(flat.base, row, view), yOf(flat.base, row, view));
    pen.lineTo(xOf(overlay, row, view), yOf(overlay, row, view));
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

function drawNear(pen: Pen, scene: MapScene): void {
  const { flat, view, palette, focus, near, query } = scene;
  const from =
    focus >= 0 ? ([xOf(flat.base, focus, view), yOf(flat.base, focus, view)] as const) : queryIn(query, view);
  if (!from) return;
  pen.strokeStyle = palette.cord;
  pen.lineWidth = 1.25;
  pen.beginPath();
  for (const row of near) {
    pen.moveTo(...from);
    pen.lineTo(xOf(flat.base, row, view), yOf(flat.base, row, view));
  }
  pen.stroke();
}

const queryIn = (query: MapScene['query'], { scale, left, top }: MapView) =>
  query && ([query[0] * scale + left, query[1] * scale + top] as const);

/** Draws an embedded query as a cross, which no point looks like. */
function drawQuery(pen: Pen, { query, view, palette, zoom }: MapScene): void {
  const at = queryIn(query, view);
  if (!at) return;
  const [x, y] = at;
  const far = 7 * zoom;
  for (const [color, width] of [
    [palette.surface, 6 * zoom],
    [palette.cord, 2.5 * zoom],
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

/**
 * Draws the name of each group beside its points in its color, outlined in the background color so that it stays
 * readable over points. A name without room is left out: all names are listed above the map as well.
 */
function drawNames(pen: Pen, scene: MapScene): void {
  const { marks, names, palette, zoom } = scene;
  pen.font = `640 ${13 * zoom}px "Inter Variable", Inter, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  const labels = pointsByMark(scene).map((points, at) => {
    const name = names[at] ?? '';
    return { ...points, name, width: pen.measureText(name).width, height: 16 * zoom };
  });
  const named = labels.map((label) => (label.name === '' ? { ...label, count: 0 } : label));
  for (const [at, place] of placeLabels(named, pixelsOf(scene), {
    width: scene.width,
    height: scene.height - scene.footPx,
  }).entries()) {
    const label = named[at];
    if (!place || !label) continue;
    pen.strokeStyle = palette.surface;
    pen.lineWidth = 4 * zoom;
    pen.strokeText(label.name, place.x, place.y);
    pen.fillStyle = marks[at]?.color ?? palette.text;
    pen.fillText(label.name, place.x, place.y);
  }
}

function pixelsOf({ flat, view }: MapScene): number[] {
  return Array.from(flat.base, (value, at) => value * view.scale + (at % 2 === 0 ? view.left : view.top));
}

/** Returns where the points of each mark are. */
function pointsByMark({ flat, view, of, names }: MapScene): LabeledPoints[] {
  const sums = names.map(() => ({ x: 0, y: 0, xx: 0, yy: 0, count: 0 }));
  for (let row = 0; of && row < of.length; row++) {
    const sum = sums[of[row] as number];
    if (!sum) continue;
    const [x, y] = [xOf(flat.base, row, view), yOf(flat.base, row, view)];
    sum.x += x;
    sum.y += y;
    sum.xx += x * x;
    sum.yy += y * y;
    sum.count += 1;
  }
  const spread = (squares: number, sum: number, count: number) =>
    Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  return sums.map(({ x, y, xx, yy, count }) =>
    count === 0
      ? { x: 0, y: 0, spreadX: 0, spreadY: 0, count }
      : { x: x / count, y: y / count, spreadX: spread(xx, x, count), spreadY: spread(yy, y, count), count },
  );
}

function ring(pen: Pen, { flat, view, palette, zoom }: MapScene, row: number, color: string, radius: number): void {
  for (const [stroke, width] of [
    [palette.surface, 5 * zoom],
    [color, 2 * zoom],
  ] as const) {
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(xOf(flat.base, row, view), yOf(flat.base, row, view), radius, 0, Math.PI * 2);
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
