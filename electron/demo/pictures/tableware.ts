import { type Colour, darker, lighter } from './canvas.ts';
import type { Brush } from './shapes.ts';

/** A table seen from the side; what is put on it stands before it. */
export function table(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  for (const side of [-1, 1])
    brush.box(x + side * size * 0.72 - size * 0.06, y - size * 0.9, size * 0.12, size * 0.9, darker(colour, 0.25));
  brush.box(x - size, y - size, size * 2, size * 0.16, colour, size * 0.04);
}

export function teapot(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const middle = y - size * 0.38;
  const handle = x - size * 0.5;
  brush.ellipse(handle, middle, size * 0.24, size * 0.26, darker(colour, 0.2));
  brush.ellipse(handle, middle, size * 0.15, size * 0.17, lighter(colour, 0.75));
  brush.polygon(
    [
      [x + size * 0.3, middle + size * 0.16],
      [x + size * 0.78, middle - size * 0.34],
      [x + size * 0.68, middle - size * 0.4],
      [x + size * 0.28, middle - size * 0.12],
    ],
    darker(colour, 0.1),
  );
  brush.ellipse(x, middle, size * 0.48, size * 0.38, colour);
  brush.ellipse(x, middle - size * 0.32, size * 0.24, size * 0.09, darker(colour, 0.18));
  brush.circle(x, middle - size * 0.45, size * 0.07, darker(colour, 0.3));
  brush.ellipse(x - size * 0.17, middle - size * 0.12, size * 0.09, size * 0.13, lighter(colour, 0.4), 0.7);
}

export function cup(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  brush.ellipse(x + size * 0.42, y - size * 0.5, size * 0.2, size * 0.22, darker(colour, 0.2));
  brush.ellipse(x + size * 0.42, y - size * 0.5, size * 0.11, size * 0.13, lighter(colour, 0.75));
  brush.box(x - size * 0.42, y - size * 0.86, size * 0.84, size * 0.86, colour, size * 0.16);
  brush.ellipse(x, y - size * 0.86, size * 0.42, size * 0.12, darker(colour, 0.35));
}
