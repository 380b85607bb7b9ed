import type { Box } from './map-view.ts';

/** The points that a label names, in pixels. */
export interface LabeledPoints {
  x: number;
  y: number;
  /** Standard deviation of the points. */
  spreadX: number;
  spreadY: number;
  count: number;
}

/** A label's center. */
export interface LabelPlace {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** Room between two labels, px. */
const gap = 4;
/** Points that are compared with a label, at most: more of them do not change where it covers the fewest. */
const maxPoints = 1500;

/**
 * Returns where each label goes: beside its points, over as few points as possible, and never over another label. `null`
 * where there is no such place; the largest groups choose first.
 *
 * @param points x and y of every point in pixels, one after the other.
 */
export function placeLabels(
  labels: readonly (LabeledPoints & Size)[],
  points: readonly number[],
  box: Box,
): (LabelPlace | null)[] {
  const placed: (LabelPlace | null)[] = labels.map(() => null);
  const taken: (LabelPlace & Size)[] = [];
  const order = labels.map((_, at) => at).sort((one, other) => countOf(labels, other) - countOf(labels, one));
  for (const at of order) {
    const label = labels[at];
    if (!label || label.count === 0 || !isWithin(label, box)) continue;
    const free = placesAround(label, box).filter((place) => !taken.some((other) => overlaps(label, place, other)));
    const best = free
      .map((place, rank) => ({ place, cost: covered(label, place, points) + rank * 0.25 }))
      .reduce<{ place: LabelPlace; cost: number } | null>(
        (least, one) => (least && least.cost <= one.cost ? least : one),
        null,
      );
    if (!best) continue;
    placed[at] = best.place;
    taken.push({ ...best.place, width: label.width, height: label.height });
  }
  return placed;
}

const countOf = (labels: readonly LabeledPoints[], at: number): number => labels[at]?.count ?? 0;

const isWithin = ({ x, y }: LabeledPoints, { width, height }: Box): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** Above, below and at the sides, then the same farther away; only places inside the box. */
function placesAround({ x, y, spreadX, spreadY, width, height }: LabeledPoints & Size, box: Box): LabelPlace[] {
  return [1.4, 2, 2.7].flatMap((far) => {
    const up = spreadY * far + height / 2 + 8;
    const aside = spreadX * far + width / 2 + 8;
    return [
      { x, y: y - up },
      { x, y: y + up },
      { x: x + aside, y },
      { x: x - aside, y },
      { x: x + aside * 0.7, y: y - up },
      { x: x - aside * 0.7, y: y - up },
      { x: x + aside * 0.7, y: y + up },
      { x: x - aside * 0.7, y: y + up },
    ].flatMap((place) => {
      // A label whose points are at the edge moves inward, but not away from its points.
      const inside = { ...place, x: Math.min(Math.max(place.x, width / 2 + gap), box.width - width / 2 - gap) };
      const fits = place.y >= height / 2 + 2 && place.y <= box.height - height / 2 - 2;
      return fits && Math.abs(inside.x - place.x) <= width / 2 + spreadX ? [inside] : [];
    });
  });
}

const overlaps = ({ width, height }: Size, { x, y }: LabelPlace, other: LabelPlace & Size): boolean =>
  Math.abs(x - other.x) < (width + other.width) / 2 + gap && Math.abs(y - other.y) < (height + other.height) / 2 + gap;

function covered({ width, height }: Size, { x, y }: LabelPlace, points: readonly number[]): number {
  const step = Math.max(1, Math.ceil(points.length / 2 / maxPoints)) * 2;
  let count = 0;
  for (let at = 0; at < points.length; at += step)
    if (
      Math.abs((points[at] as number) - x) < width / 2 + 4 &&
      Math.abs((points[at + 1] as number) - y) < height / 2 + 4
    )
      count += 1;
  return count;
}
