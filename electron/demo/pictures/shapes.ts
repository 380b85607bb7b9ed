import { type Colour, fill, type Picture } from './canvas.ts';

type Point = readonly [x: number, y: number];

/** Draws simple shapes on one picture. Places and lengths are in pixels. */
export interface Brush {
  circle(x: number, y: number, radius: number, colour: Colour, strength?: number): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, colour: Colour, strength?: number): void;
  /** From its left upper corner. */
  box(x: number, y: number, width: number, height: number, colour: Colour, round?: number): void;
  polygon(points: readonly Point[], colour: Colour, strength?: number): void;
  line(from: Point, to: Point, thickness: number, colour: Colour, strength?: number): void;
  star(x: number, y: number, radius: number, colour: Colour, points?: number): void;
}

export function brushOn(picture: Picture): Brush {
  const polygon: Brush['polygon'] = (points, colour, strength) => {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    fill(picture, box, (x, y) => polygonDistance(points, x, y), colour, strength);
  };
  return {
    polygon,
    circle(x, y, radius, colour, strength) {
      const box = [x - radius, y - radius, x + radius, y + radius] as const;
      fill(picture, box, (px, py) => Math.sqrt((px - x) ** 2 + (py - y) ** 2) - radius, colour, strength);
    },
    ellipse(x, y, radiusX, radiusY, colour, strength) {
      const scale = Math.min(radiusX, radiusY);
      const box = [x - radiusX, y - radiusY, x + radiusX, y + radiusY] as const;
      fill(
        picture,
        box,
        (px, py) => (Math.sqrt(((px - x) / radiusX) ** 2 + ((py - y) / radiusY) ** 2) - 1) * scale,
        colour,
        strength,
      );
    },
    box(x, y, width, height, colour, round = 0) {
      const middleX = x + width / 2;
      const middleY = y + height / 2;
      const distance = (px: number, py: number) => {
        const outX = Math.abs(px - middleX) - width / 2 + round;
        const outY = Math.abs(py - middleY) - height / 2 + round;
        return Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - round;
      };
      fill(picture, [x, y, x + width, y + height], distance, colour);
    },
    line([fromX, fromY], [toX, toY], thickness, colour, strength) {
      const half = thickness / 2;
      const box = [
        Math.min(fromX, toX) - half,
        Math.min(fromY, toY) - half,
        Math.max(fromX, toX) + half,
        Math.max(fromY, toY) + half,
      ] as const;
      fill(picture, box, (x, y) => segmentDistance(x, y, fromX, fromY, toX, toY) - half, colour, strength);
    },
    star(x, y, radius, colour, points = 5) {
      const corners = Array.from({ length: points * 2 }, (_, index): Point => {
        const angle = (index * Math.PI) / points - Math.PI / 2;
        const reach = index % 2 === 0 ? radius : radius * 0.42;
        return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
      });
      polygon(corners, colour);
    },
  };
}

function segmentDistance(x: number, y: number, fromX: number, fromY: number, toX: number, toY: number): number {
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  const lengthSquared = alongX * alongX + alongY * alongY || 1;
  const share = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / lengthSquared));
  const awayX = x - fromX - alongX * share;
  const awayY = y - fromY - alongY * share;
  return Math.sqrt(awayX * awayX + awayY * awayY);
}

/** Distance to the nearest side, negative where a ray to the right crosses an odd number of sides. */
function polygonDistance(points: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (let index = 0; index < points.length; index++) {
    const [fromX, fromY] = points[index] as Point;
    const [toX, toY] = points[(index + 1) % points.length] as Point;
    nearest = Math.min(nearest, segmentDistance(x, y, fromX, fromY, toX, toY));
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) isInside = !isInside;
  }
  return isInside ? -nearest : nearest;
}
