import { type Colour, darker, lighter } from './canvas.ts';
import type { Brush } from './shapes.ts';
import type { Draw } from './things.ts';

const dark: Colour = [36, 36, 42];
const skin: Colour = [236, 196, 164];

/** A sitting animal; its ears tell which. */
export function creature(ears: 'pointed' | 'hanging' | 'round' | 'long'): Draw {
  return (brush, x, y, size, colour) => {
    const head = { x, y: y - size * 0.7, radius: size * 0.2 };
    const tone = darker(colour, 0.14);
    brush.line([x + size * 0.2, y - size * 0.08], [x + size * 0.44, y - size * 0.3], size * 0.08, tone);
    brush.ellipse(x, y - size * 0.28, size * 0.24, size * 0.29, colour);
    brush.ellipse(x, y - size * 0.22, size * 0.13, size * 0.19, lighter(colour, 0.4), 0.8);
    for (const side of [-1, 1]) {
      drawEar(brush, ears, head.x + side * head.radius * 0.75, head.y - head.radius * 0.6, head.radius, side, tone);
      brush.ellipse(x + side * size * 0.12, y - size * 0.03, size * 0.09, size * 0.045, tone);
    }
    brush.circle(head.x, head.y, head.radius, colour);
    for (const side of [-1, 1]) brush.circle(head.x + side * size * 0.075, head.y - size * 0.03, size * 0.026, dark);
    brush.ellipse(head.x, head.y + size * 0.06, size * 0.035, size * 0.024, dark);
  };
}

function drawEar(
  brush: Brush,
  kind: 'pointed' | 'hanging' | 'round' | 'long',
  x: number,
  y: number,
  size: number,
  side: number,
  colour: Colour,
): void {
  if (kind === 'pointed') {
    brush.polygon(
      [
        [x - size * 0.4, y + size * 0.2],
        [x + size * 0.4, y + size * 0.2],
        [x + side * size * 0.15, y - size * 0.75],
      ],
      colour,
    );
  } else if (kind === 'hanging')
    brush.ellipse(x + side * size * 0.22, y + size * 0.55, size * 0.22, size * 0.55, colour);
  else if (kind === 'round') brush.circle(x, y, size * 0.38, colour);
  else brush.ellipse(x - side * size * 0.25, y - size * 0.7, size * 0.2, size * 0.85, colour);
}

export const person: Draw = (brush, x, y, size, colour) => {
  for (const side of [-1, 1]) {
    brush.line([x + side * size * 0.07, y - size * 0.4], [x + side * size * 0.1, y], size * 0.09, darker(colour, 0.5));
    brush.line(
      [x + side * size * 0.12, y - size * 0.68],
      [x + side * size * 0.26, y - size * 0.42],
      size * 0.07,
      colour,
    );
  }
  brush.box(x - size * 0.14, y - size * 0.75, size * 0.28, size * 0.4, colour, size * 0.08);
  brush.circle(x, y - size * 0.87, size * 0.13, skin);
  brush.ellipse(x, y - size * 0.95, size * 0.13, size * 0.07, [74, 50, 34]);
};

export const robot: Draw = (brush, x, y, size, colour) => {
  brush.line([x, y - size * 0.84], [x, y - size], size * 0.025, dark);
  brush.circle(x, y - size, size * 0.035, [230, 80, 70]);
  for (const side of [-1, 1]) {
    brush.box(x + side * size * 0.11 - size * 0.05, y - size * 0.2, size * 0.1, size * 0.2, darker(colour, 0.3));
    brush.box(
      x + side * size * 0.27 - size * 0.04,
      y - size * 0.52,
      size * 0.08,
      size * 0.28,
      darker(colour, 0.2),
      size * 0.03,
    );
  }
  brush.box(x - size * 0.22, y - size * 0.56, size * 0.44, size * 0.4, colour, size * 0.05);
  brush.box(x - size * 0.17, y - size * 0.86, size * 0.34, size * 0.26, lighter(colour, 0.2), size * 0.05);
  for (const side of [-1, 1]) brush.circle(x + side * size * 0.08, y - size * 0.74, size * 0.04, [70, 200, 220]);
  brush.box(x - size * 0.08, y - size * 0.44, size * 0.16, size * 0.1, [70, 200, 220], size * 0.02);
};

export const fish: Draw = (brush, x, y, size, colour) => {
  const middle = y - size * 0.5;
  brush.polygon(
    [
      [x + size * 0.6, middle],
      [x + size * 1.1, middle - size * 0.4],
      [x + size * 1.1, middle + size * 0.4],
    ],
    darker(colour, 0.15),
  );
  brush.ellipse(x, middle, size * 0.75, size * 0.45, colour);
  brush.circle(x - size * 0.42, middle - size * 0.1, size * 0.1, [250, 250, 250]);
  brush.circle(x - size * 0.44, middle - size * 0.1, size * 0.05, dark);
};
