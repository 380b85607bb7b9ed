/** Maps map units to pixels: `px = x * scale + left`, and y likewise. */
export interface MapView {
  scale: number;
  left: number;
  top: number;
}

export interface Box {
  width: number;
  height: number;
}

/** Room around the points, in pixels. */
const margin = 36;
const closest = 400;

/** Returns the view that shows all points. */
export function fitView(maps: readonly Float32Array[], { width, height }: Box): MapView {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const map of maps)
    for (let at = 0; at < map.length; at += 2) {
      left = Math.min(left, map[at] as number);
      right = Math.max(right, map[at] as number);
      top = Math.min(top, map[at + 1] as number);
      bottom = Math.max(bottom, map[at + 1] as number);
    }
  if (!Number.isFinite(left)) return { scale: 1, left: width / 2, top: height / 2 };
  const across = Math.max(right - left, 1e-9);
  const down = Math.max(bottom - top, 1e-9);
  const room = { width: Math.max(width - margin * 2, 20), height: Math.max(height - margin * 2, 20) };
  // One point alone, or several at one position, would require an infinite scale.
  const scale = across < 1e-8 && down < 1e-8 ? 1 : Math.min(room.width / across, room.height / down);
  return {
    scale,
    left: width / 2 - ((left + right) / 2) * scale,
    top: height / 2 - ((top + bottom) / 2) * scale,
  };
}

/** Zooms by a factor and keeps the given pixel fixed. `fitted` is the scale at which all points are visible. */
export function zoomAt(view: MapView, factor: number, x: number, y: number, fitted: number): MapView {
  const scale = Math.min(Math.max(view.scale * factor, fitted * 0.5), fitted * closest);
  const by = scale / view.scale;
  return { scale, left: x - (x - view.left) * by, top: y - (y - view.top) * by };
}

export const pan = (view: MapView, dx: number, dy: number): MapView => ({
  ...view,
  left: view.left + dx,
  top: view.top + dy,
});

/** Returns the row whose point is nearest to a pixel, within `reach` pixels; -1 for none. */
export function rowAt(
  map: Float32Array,
  view: MapView,
  x: number,
  y: number,
  reach: number,
  isShown: (row: number) => boolean,
): number {
  let best = -1;
  let minSquared = reach * reach;
  for (let row = 0; row < map.length / 2; row++) {
    const dx = (map[row * 2] as number) * view.scale + view.left - x;
    const dy = (map[row * 2 + 1] as number) * view.scale + view.top - y;
    const squaredDistance = dx * dx + dy * dy;
    if (squaredDistance <= minSquared && isShown(row)) {
      minSquared = squaredDistance;
      best = row;
    }
  }
  return best;
}

/** Returns the row an arrow key leads to: nearby, and more in its direction than to the side. -1 when there is none. */
export function rowTowards(
  map: Float32Array,
  from: number,
  [towardsX, towardsY]: readonly [number, number],
  isShown: (row: number) => boolean,
): number {
  let best = -1;
  let minCost = Number.POSITIVE_INFINITY;
  for (let row = 0; row < map.length / 2; row++) {
    if (row === from) continue;
    const dx = (map[row * 2] as number) - (map[from * 2] as number);
    const dy = (map[row * 2 + 1] as number) - (map[from * 2 + 1] as number);
    const along = dx * towardsX + dy * towardsY;
    const sideways = Math.abs(dx * towardsY - dy * towardsX);
    if (along <= 0 || sideways > along * 1.5) continue;
    const cost = along + sideways * 2;
    if (cost < minCost && isShown(row)) {
      minCost = cost;
      best = row;
    }
  }
  return best;
}

/** Where a card beside a point goes, as CSS offsets in pixels. */
export interface CardPlace {
  left: number;
  top?: number;
  bottom?: number;
  width: number;
  maxHeight: number;
}

/** Between a point and its card; and what is kept free at the edges: zoom buttons at the left, facts at the bottom. */
const cardGap = 18;
const edges = { left: 44, right: 8, top: 8, bottom: 28 };
const cardWidth = 240;
const minCard = { width: 120, height: 72 };

/** Returns a place for a card beside a point that never covers it: at its right or left, else below or above it. */
export function besidePoint(pointX: number, pointY: number, { width, height }: Box): CardPlace {
  const x = Math.min(Math.max(pointX, 0), width);
  const y = Math.min(Math.max(pointY, 0), height);
  const room = {
    right: width - edges.right - x - cardGap,
    left: x - cardGap - edges.left,
    below: height - edges.bottom - y - cardGap,
    above: y - cardGap - edges.top,
  };
  const isUpper = y < height / 2;
  const beside = isUpper
    ? { top: Math.max(edges.top, y - 24), maxHeight: height - edges.bottom - Math.max(edges.top, y - 24) }
    : {
        bottom: Math.max(edges.bottom, height - y - 24),
        maxHeight: height - edges.top - Math.max(edges.bottom, height - y - 24),
      };
  const widest = Math.min(cardWidth, width - edges.left - edges.right);
  const middle = Math.min(Math.max(x - widest / 2, edges.left), width - edges.right - widest);
  if (room.right >= cardWidth) return { left: x + cardGap, width: cardWidth, ...beside };
  if (room.left >= cardWidth) return { left: x - cardGap - cardWidth, width: cardWidth, ...beside };
  if (Math.max(room.below, room.above) >= minCard.height)
    return room.below >= room.above
      ? { left: middle, top: y + cardGap, width: widest, maxHeight: room.below }
      : { left: middle, bottom: height - y + cardGap, width: widest, maxHeight: room.above };
  const narrow = Math.max(minCard.width, Math.max(room.right, room.left));
  return { left: room.right >= room.left ? x + cardGap : x - cardGap - narrow, width: narrow, ...beside };
}

/** Returns the rows inside a closed polygon in pixels, `[x, y, x, y, ...]`. */
export function rowsWithin(map: Float32Array, view: MapView, line: readonly number[]): number[] {
  const rows: number[] = [];
  for (let row = 0; row < map.length / 2; row++) {
    const x = (map[row * 2] as number) * view.scale + view.left;
    const y = (map[row * 2 + 1] as number) * view.scale + view.top;
    if (isWithin(line, x, y)) rows.push(row);
  }
  return rows;
}

/** Counts how often a ray to the right crosses the polygon. */
function isWithin(line: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = line.length - 2; at < line.length; before = at, at += 2) {
    const [ax, ay] = [line[at] as number, line[at + 1] as number];
    const [bx, by] = [line[before] as number, line[before + 1] as number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
