import type { Chance } from '../language/chance.ts';
import { type Colour, darker, lighter } from './canvas.ts';
import type { Brush } from './shapes.ts';

const trunk: Colour = [110, 74, 46];

export function tree(brush: Brush, x: number, y: number, size: number, colour: Colour, chance: Chance): void {
  brush.box(x - size * 0.05, y - size * 0.45, size * 0.1, size * 0.45, trunk);
  for (let leaf = 0; leaf < 7; leaf++) {
    const angle = (leaf / 7) * Math.PI * 2;
    const reach = leaf === 0 ? 0 : size * 0.17;
    const tone = leaf % 2 === 0 ? colour : darker(colour, 0.08 + chance.next() * 0.1);
    brush.circle(x + Math.cos(angle) * reach, y - size * 0.68 + Math.sin(angle) * reach, size * 0.19, tone);
  }
}

export function pine(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  brush.box(x - size * 0.04, y - size * 0.16, size * 0.08, size * 0.16, trunk);
  for (let tier = 0; tier < 3; tier++) {
    const bottom = y - size * (0.12 + tier * 0.24);
    const half = size * (0.27 - tier * 0.06);
    brush.polygon(
      [
        [x, bottom - size * 0.42],
        [x + half, bottom],
        [x - half, bottom],
      ],
      lighter(colour, tier * 0.08),
    );
  }
}

export function flower(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  const head = y - size * 0.72;
  brush.line([x, y], [x, head], size * 0.05, [56, 128, 64]);
  brush.ellipse(x + size * 0.13, y - size * 0.28, size * 0.13, size * 0.05, [70, 150, 78]);
  for (let petal = 0; petal < 6; petal++) {
    const angle = (petal / 6) * Math.PI * 2;
    brush.circle(x + Math.cos(angle) * size * 0.16, head + Math.sin(angle) * size * 0.16, size * 0.12, colour);
  }
  brush.circle(x, head, size * 0.1, [250, 206, 70]);
}

export function apple(brush: Brush, x: number, y: number, size: number, colour: Colour): void {
  for (const side of [-1, 1]) brush.circle(x + side * size * 0.17, y - size * 0.42, size * 0.33, colour);
  brush.ellipse(x - size * 0.2, y - size * 0.55, size * 0.07, size * 0.12, lighter(colour, 0.5), 0.7);
  brush.line([x, y - size * 0.66], [x + size * 0.06, y - size * 0.95], size * 0.05, trunk);
  brush.ellipse(x + size * 0.19, y - size * 0.88, size * 0.15, size * 0.06, [86, 160, 70]);
}
