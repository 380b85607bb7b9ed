import { type Colour, darker, lighter } from './canvas.ts';
import type { Brush } from './shapes.ts';

const dark: Colour = [40, 44, 52];

export function balloon(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  brush.line([x, y - size * 0.45], [x + size * 0.05, y], size * 0.012, dark, 0.7);
  brush.polygon(
    [
      [x, y - size * 0.5],
      [x - size * 0.05, y - size * 0.42],
      [x + size * 0.05, y - size * 0.42],
    ],
    darker(colour, 0.2),
  );
  brush.ellipse(x, y - size * 0.73, size * 0.22, size * 0.27, colour);
  brush.ellipse(x - size * 0.08, y - size * 0.82, size * 0.05, size * 0.09, lighter(colour, 0.6), 0.7);
}

export function rocket(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  brush.polygon(
    [
      [x - size * 0.07, y - size * 0.16],
      [x + size * 0.07, y - size * 0.16],
      [x, y],
    ],
    [255, 170, 60],
  );
  for (const side of [-1, 1])
    brush.polygon(
      [
        [x + side * size * 0.1, y - size * 0.42],
        [x + side * size * 0.24, y - size * 0.12],
        [x + side * size * 0.1, y - size * 0.18],
      ],
      [206, 60, 56],
    );
  brush.ellipse(x, y - size * 0.56, size * 0.14, size * 0.42, colour);
  brush.circle(x, y - size * 0.64, size * 0.07, [70, 130, 190]);
}

export function bird(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  for (const side of [-1, 1]) {
    brush.line([x, y], [x + side * size * 0.5, y - size * 0.45], size * 0.12, colour);
    brush.line([x + side * size * 0.5, y - size * 0.45], [x + side * size, y - size * 0.2], size * 0.1, colour);
  }
}

export function cloud(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  for (const [dx, dy, radius] of [
    [-0.9, 0, 0.42],
    [-0.35, -0.28, 0.56],
    [0.3, -0.2, 0.5],
    [0.85, 0.02, 0.38],
  ] as const)
    brush.circle(x + dx * size, y - size * 0.5 + dy * size, radius * size, colour, 0.92);
}

export function heart(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const top = y - size * 0.7;
  for (const side of [-1, 1]) brush.circle(x + side * size * 0.24, top, size * 0.28, colour);
  brush.polygon(
    [
      [x - size * 0.47, top + size * 0.15],
      [x + size * 0.47, top + size * 0.15],
      [x, y],
    ],
    colour,
  );
}

export function sun(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const middle = y - size / 2;
  for (let ring = 0; ring < 6; ring++) brush.circle(x, middle, size * (0.6 + ring * 0.14), colour, 0.09);
  brush.circle(x, middle, size / 2, colour);
}

export function moon(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const middle = y - size / 2;
  brush.circle(x, middle, size * 0.9, colour, 0.1);
  brush.circle(x, middle, size / 2, colour);
  for (const [dx, dy, radius] of [
    [-0.14, -0.1, 0.09],
    [0.14, 0.06, 0.12],
    [-0.05, 0.2, 0.06],
  ] as const)
    brush.circle(x + dx * size, middle + dy * size, radius * size, darker(colour, 0.12));
}
