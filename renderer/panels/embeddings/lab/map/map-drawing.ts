import type { Flat } from '../analysis-store.ts';
import type { Palette } from '../palette.ts';
import type { Box, MapView } from './map-view.ts';

export interface MapScene extends Box {
  /** Device pixels per CSS pixel. */
  ratio: number;
  view: MapView;
  flat: Flat;
  /** The cluster of each row, once known. */
  groups: Uint16Array | null;
  /** The names of the clusters. */
  names: readonly string[];
  palette: Palette;
  /** The focused row and the one under the pointer; -1 for none. */
  focus: number;
  hover: number;
  /** Rows nearest to the focused one, connected to it by lines. */
  near: readonly number[];
  isShown: ((row: number) => boolean) | null;
  /** The lasso being drawn around points. */
  lasso: readonly number[];
}

/** From this many rows on, points are small squares, which draw several times as fast as discs. */
const manyRows = 3000;
/** Lines between the two models are drawn for at most this many rows. */
const maxLines = 2000;
const gridPx = 56;

/** Draws the map. Everything is redrawn: 10,000 points take a few milliseconds. */
export function drawMap(context: CanvasRenderingContext2D, scene: MapScene): void {
  const { width, height, ratio, palette } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  drawGrid(context, scene);
  if (scene.flat.overlay) drawOverlay(context, scene, scene.flat.overlay.map);
  drawNear(context, scene);
  drawPoints(context, scene);
  drawNames(context, scene);
  ring(context, scene, scene.hover, palette.text, 6);
  ring(context, scene, scene.focus, palette.copper, 8);
  drawLasso(context, scene);
}

function drawGrid(context: CanvasRenderingContext2D, { width, height, view, palette }: MapScene): void {
  context.strokeStyle = palette.line;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = ((view.left % gridPx) + gridPx) % gridPx; x < width; x += gridPx) {
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, height);
  }
  for (let y = ((view.top % gridPx) + gridPx) % gridPx; y < height; y += gridPx) {
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(width, Math.round(y) + 0.5);
  }
  context.stroke();
  context.globalAlpha = 1;
}

const xOf = (map: Float32Array, row: number, view: MapView) => (map[row * 2] as number) * view.scale + view.left;
const yOf = (map: Float32Array, row: number, view: MapView) => (map[row * 2 + 1] as number) * view.scale + view.top;

function drawPoints(context: CanvasRenderingContext2D, scene: MapScene): void {
  const { flat, view, groups, palette, isShown, ratio } = scene;
  const rows = flat.base.length / 2;
  const size = rows > manyRows ? 3 : 8;
  // Without a graphics card, squares that do not end on a pixel boundary take up to twice the time to draw.
  const onPixel = (place: number) => Math.round(place * ratio) / ratio;
  const colors = palette.clusters;
  // One path per color; points that match the filter are drawn above the others.
  for (const isOver of isShown ? [false, true] : [true]) {
    context.globalAlpha = isOver ? 0.88 : 0.14;
    for (const [number, color] of colors.entries()) {
      context.fillStyle = color;
      context.beginPath();
      for (let row = 0; row < rows; row++) {
        if ((groups ? (groups[row] as number) % colors.length : 0) !== number) continue;
        if (isShown && isShown(row) !== isOver) continue;
        const x = xOf(flat.base, row, view);
        const y = yOf(flat.base, row, view);
        if (size < 4) context.rect(onPixel(x - 1.5), onPixel(y - 1.5), size, size);
        else {
          context.moveTo(x + size / 2, y);
          context.arc(x, y, size / 2, 0, Math.PI * 2);
        }
      }
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

/** Draws the second model as hollow squares, each connected to its position in the first. */
function drawOverlay(context: CanvasRenderingContext2D, scene: MapScene, overlay: Float32Array): void {
  const { flat, view, palette, isShown, focus } = scene;
  const rows = overlay.length / 2;
  const size = rows > manyRows ? 3 : 6;
  context.strokeStyle = palette.copper;
  context.lineWidth = 1;
  for (const isOver of isShown ? [false, true] : [true]) {
    context.globalAlpha = isOver ? 0.9 : 0.12;
    context.beginPath();
    for (let row = 0; row < rows; row++)
      if (!isShown || isShown(row) === isOver)
        context.rect(xOf(overlay, row, view) - size / 2, yOf(overlay, row, view) - size / 2, size, size);
    context.stroke();
  }
  context.globalAlpha = 0.3;
  context.beginPath();
  for (let row = 0; row < rows; row++) {
    if (row !== focus && (rows > maxLines || (isShown && !isShown(row)))) continue;
    context.moveTo(xOf(flat.base, row, view), yOf(flat.base, row, view));
    context.lineTo(xOf(overlay, row, view), yOf(overlay, row, view));
  }
  context.stroke();
  context.globalAlpha = 1;
}

function drawNear(context: CanvasRenderingContext2D, { flat, view, palette, focus, near }: MapScene): void {
  if (focus < 0) return;
  context.strokeStyle = palette.cord;
  context.lineWidth = 1;
  context.beginPath();
  for (const row of near) {
    context.moveTo(xOf(flat.base, focus, view), yOf(flat.base, focus, view));
    context.lineTo(xOf(flat.base, row, view), yOf(flat.base, row, view));
  }
  context.stroke();
}

/**
 * Draws each cluster's name above most of its points, outlined in the background color so that it stays readable over
 * others; below them where the map has no room above. A name without any room is left out: all names are listed above
 * the map as well.
 */
function drawNames(context: CanvasRenderingContext2D, scene: MapScene): void {
  const { flat, view, groups, names, palette, width, height } = scene;
  if (!groups) return;
  const sums = names.map(() => ({ x: 0, y: 0, yy: 0, count: 0 }));
  for (let row = 0; row < groups.length; row++) {
    const sum = sums[groups[row] as number];
    if (!sum) continue;
    const y = yOf(flat.base, row, view);
    sum.x += xOf(flat.base, row, view);
    sum.y += y;
    sum.yy += y * y;
    sum.count += 1;
  }
  context.font = '600 12px "Inter Variable", Inter, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = palette.surface;
  context.fillStyle = palette.text;
  const taken: { x: number; y: number; half: number }[] = [];
  for (const [group, { x, y, yy, count }] of sums.entries()) {
    if (count === 0) continue;
    const name = names[group] ?? '';
    const half = context.measureText(name).width / 2 + 4;
    const middle = y / count;
    const spread = Math.sqrt(Math.max(0, yy / count - middle * middle));
    const center = Math.min(Math.max(x / count, half), width - half);
    /** Returns the first vertical position, starting there, with no other name. */
    const free = (from: number, step: number): number =>
      taken.some((other) => Math.abs(other.y - from) < 14 && Math.abs(other.x - center) < other.half + half)
        ? free(from + step, step)
        : from;
    const above = free(middle - spread * 1.3 - 12, -14);
    const line = above >= 8 ? above : free(middle + spread * 1.3 + 12, 14);
    if (line > height - 8) continue;
    taken.push({ x: center, y: line, half });
    context.strokeText(name, center, line);
    context.fillText(name, center, line);
  }
}

function ring(context: CanvasRenderingContext2D, { flat, view }: MapScene, row: number, color: string, radius: number) {
  if (row < 0) return;
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(xOf(flat.base, row, view), yOf(flat.base, row, view), radius, 0, Math.PI * 2);
  context.stroke();
}

function drawLasso(context: CanvasRenderingContext2D, { lasso, palette }: MapScene): void {
  if (lasso.length < 4) return;
  context.beginPath();
  context.moveTo(lasso[0] as number, lasso[1] as number);
  for (let at = 2; at < lasso.length; at += 2) context.lineTo(lasso[at] as number, lasso[at + 1] as number);
  context.closePath();
  context.globalAlpha = 0.12;
  context.fillStyle = palette.cord;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = palette.cord;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.stroke();
  context.setLineDash([]);
}
