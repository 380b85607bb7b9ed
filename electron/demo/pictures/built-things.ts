import type { Chance } from '../language/chance.ts';
import { type Colour, darker, lighter } from './canvas.ts';
import type { Brush } from './shapes.ts';

const dark: Colour = [40, 44, 52];
const mast: Colour = [110, 74, 46];

export function house(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const half = size * 0.55;
  brush.box(x + half * 0.35, y - size * 0.98, size * 0.12, size * 0.3, darker(colour, 0.45));
  brush.box(x - half, y - size * 0.6, half * 2, size * 0.6, colour);
  brush.polygon(
    [
      [x - half * 1.15, y - size * 0.58],
      [x, y - size],
      [x + half * 1.15, y - size * 0.58],
    ],
    [156, 66, 52],
  );
  brush.box(x - size * 0.09, y - size * 0.32, size * 0.18, size * 0.32, darker(colour, 0.55), size * 0.02);
  for (const side of [-1, 1])
    brush.box(x + side * half * 0.6 - size * 0.08, y - size * 0.45, size * 0.16, size * 0.16, [255, 232, 150]);
}

export function castle(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const wall = (left: number, width: number, height: number, tone: Colour) => {
    brush.box(left, y - height, width, height, tone);
    for (let notch = 0; notch < 4; notch++)
      brush.box(left + (notch * width) / 3.5, y - height - size * 0.05, width / 7, size * 0.06, tone);
  };
  wall(x - size * 0.4, size * 0.8, size * 0.5, colour);
  for (const side of [-1, 1])
    wall(x + side * size * 0.38 - size * 0.12, size * 0.24, size * 0.78, darker(colour, 0.12));
  brush.box(x - size * 0.1, y - size * 0.26, size * 0.2, size * 0.26, darker(colour, 0.6), size * 0.08);
  brush.line([x, y - size * 0.5], [x, y - size * 0.95], size * 0.015, dark);
  brush.polygon(
    [
      [x, y - size * 0.95],
      [x + size * 0.16, y - size * 0.89],
      [x, y - size * 0.83],
    ],
    [200, 50, 60],
  );
}

export function tower(brush: Brush, x: number, y: number, size: number, colour: Colour, chance: Chance): void {
  const width = size * (0.26 + chance.next() * 0.14);
  brush.box(x - width / 2, y - size, width, size, colour);
  for (let row = 1; row < 11; row++)
    for (let column = 0; column < 3; column++) {
      const lit = chance.next() < 0.55;
      const left = x - width / 2 + width * (0.14 + column * 0.27);
      brush.box(
        left,
        y - size + row * size * 0.085,
        width * 0.16,
        size * 0.045,
        lit ? [255, 226, 140] : darker(colour, 0.35),
      );
    }
}

export function lighthouse(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const [foot, neck] = [size * 0.15, size * 0.09];
  const halfAt = (up: number) => foot + (neck - foot) * up;
  brush.ellipse(x, y, size * 0.34, size * 0.09, [104, 98, 96]);
  // Bands from the foot to the gallery; every second one is white.
  for (let band = 0; band < 5; band++) {
    const [low, high] = [band / 5, (band + 1) / 5];
    const [bottom, top] = [y - size * 0.78 * low, y - size * 0.78 * high];
    brush.polygon(
      [
        [x - halfAt(low), bottom],
        [x + halfAt(low), bottom],
        [x + halfAt(high), top],
        [x - halfAt(high), top],
      ],
      band % 2 === 0 ? colour : [246, 246, 240],
    );
  }
  for (const side of [-1, 1])
    brush.polygon(
      [
        [x, y - size * 0.86],
        [x + side * size * 0.9, y - size * 0.98],
        [x + side * size * 0.9, y - size * 0.74],
      ],
      [255, 238, 170],
      0.35,
    );
  brush.box(x - neck * 1.35, y - size * 0.8, neck * 2.7, size * 0.03, dark);
  brush.box(x - neck * 0.8, y - size * 0.92, neck * 1.6, size * 0.13, [255, 226, 130]);
  brush.polygon(
    [
      [x - neck * 1.15, y - size * 0.91],
      [x, y - size],
      [x + neck * 1.15, y - size * 0.91],
    ],
    darker(colour, 0.3),
  );
}

export function boat(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  brush.line([x, y - size * 0.2], [x, y - size], size * 0.03, mast);
  brush.polygon(
    [
      [x + size * 0.04, y - size * 0.95],
      [x + size * 0.42, y - size * 0.3],
      [x + size * 0.04, y - size * 0.3],
    ],
    [250, 250, 244],
  );
  brush.polygon(
    [
      [x - size * 0.04, y - size * 0.8],
      [x - size * 0.3, y - size * 0.3],
      [x - size * 0.04, y - size * 0.3],
    ],
    [232, 236, 240],
  );
  brush.polygon(
    [
      [x - size * 0.5, y - size * 0.22],
      [x + size * 0.5, y - size * 0.22],
      [x + size * 0.34, y],
      [x - size * 0.34, y],
    ],
    colour,
  );
}

export function car(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const length = size * 2.2;
  brush.box(x - length * 0.3, y - size, length * 0.55, size * 0.55, lighter(colour, 0.12), size * 0.16);
  brush.box(x - length * 0.24, y - size * 0.9, length * 0.19, size * 0.35, [190, 222, 240], size * 0.06);
  brush.box(x, y - size * 0.9, length * 0.19, size * 0.35, [190, 222, 240], size * 0.06);
  brush.box(x - length / 2, y - size * 0.58, length, size * 0.42, colour, size * 0.12);
  for (const side of [-0.28, 0.28]) {
    brush.circle(x + length * side, y - size * 0.16, size * 0.2, dark);
    brush.circle(x + length * side, y - size * 0.16, size * 0.09, [200, 204, 210]);
  }
}
