import { between, type Color, ellipse, type Image, polygon } from './canvas.ts';

interface Thing {
  color: Color;
  /** Height in percent of the shorter side of the image. */
  size: number;
  place: 'ground' | 'sky';
}

/** Everything that the demo draws. */
export const things = {
  tree: { place: 'ground', size: 34, color: [58, 140, 72] },
  house: { place: 'ground', size: 26, color: [226, 200, 160] },
  tower: { place: 'ground', size: 46, color: [96, 110, 140] },
  lighthouse: { place: 'ground', size: 50, color: [200, 60, 52] },
  table: { place: 'ground', size: 20, color: [150, 104, 66] },
  teapot: { place: 'ground', size: 20, color: [86, 130, 168] },
  cup: { place: 'ground', size: 12, color: [236, 232, 224] },
  flower: { place: 'ground', size: 16, color: [232, 80, 120] },
  boat: { place: 'ground', size: 26, color: [170, 60, 50] },
  animal: { place: 'ground', size: 26, color: [196, 132, 76] },
  person: { place: 'ground', size: 28, color: [70, 110, 190] },
  bird: { place: 'sky', size: 5, color: [40, 44, 52] },
  balloon: { place: 'sky', size: 30, color: [220, 64, 70] },
  cloud: { place: 'sky', size: 11, color: [248, 250, 252] },
  heart: { place: 'sky', size: 22, color: [225, 50, 80] },
  sun: { place: 'sky', size: 20, color: [255, 214, 80] },
  moon: { place: 'sky', size: 16, color: [238, 238, 224] },
  star: { place: 'sky', size: 16, color: [250, 210, 70] },
  circle: { place: 'sky', size: 28, color: [214, 48, 49] },
  square: { place: 'ground', size: 30, color: [52, 110, 210] },
  triangle: { place: 'ground', size: 32, color: [240, 140, 40] },
} as const satisfies Record<string, Thing>;

export type ThingName = keyof typeof things;

/**
 * The shapes of each thing, back to front: `oval TONE x y rx ry` or `poly TONE x y x y …`, in percent of its height, with
 * its foot at 0 0 and y upwards.
 */
const shapes: Readonly<Record<ThingName, string>> = {
  tree: 'poly wood -5 0 5 0 5 45 -5 45; oval shade 0 62 30 30; oval own 0 72 24 28',
  house: `poly own -55 0 55 0 55 60 -55 60; poly roof -64 58 64 58 0 100; poly dark -9 0 9 0 9 32 -9 32;
      poly lamp 22 28 40 28 40 45 22 45; poly lamp -40 28 -22 28 -22 45 -40 45`,
  tower: `poly own -17 0 17 0 17 100 -17 100; poly lamp -11 78 -4 78 -4 88 -11 88; poly lamp 4 58 11 58 11 68 4 68;
      poly lamp -11 38 -4 38 -4 48 -11 48; poly lamp 4 18 11 18 11 28 4 28`,
  lighthouse: `oval stone 0 0 34 9; poly own -15 0 15 0 9 80 -9 80; poly white -14 20 14 20 12 40 -12 40;
      poly white -11 58 11 58 10 70 -10 70; poly lamp -7 80 7 80 7 92 -7 92; poly glow 0 86 90 98 90 74;
      poly glow 0 86 -90 98 -90 74; poly shade -10 91 10 91 0 100`,
  table: `poly shade -78 0 -66 0 -66 86 -78 86; poly shade 66 0 78 0 78 86 66 86;
      poly own -100 84 100 84 100 100 -100 100`,
  teapot: `oval shade -48 38 24 26; oval light -48 38 15 17; poly shade 28 20 78 72 68 78 26 48; oval own 0 38 48 38;
      oval shade 0 70 24 9; oval dark 0 82 7 7`,
  cup: 'oval shade 42 50 20 22; oval light 42 50 11 13; poly own -42 86 42 86 32 0 -32 0; oval dark 0 86 42 12',
  flower: `poly green -3 0 3 0 3 72 -3 72; oval own -16 72 14 14; oval own 16 72 14 14; oval own 0 88 14 14;
      oval own 0 56 14 14; oval lamp 0 72 11 11`,
  boat: `poly wood -1 20 2 20 2 100 -1 100; poly white 4 95 42 30 4 30; poly light -4 80 -30 30 -4 30;
      poly own -50 22 50 22 34 0 -34 0`,
  animal: `poly shade 18 4 26 4 50 34 42 36; oval own 0 28 24 28; oval light 0 22 13 18; poly shade -22 76 -6 84 -18 102;
      poly shade 22 76 6 84 18 102; oval own 0 70 21 20; oval dark -8 73 3 3; oval dark 8 73 3 3; oval dark 0 63 4 3`,
  person: `poly dark -12 0 -3 0 -2 40 -10 40; poly dark 12 0 3 0 2 40 10 40; oval skin 0 87 13 13;
      poly own -26 40 -14 74 14 74 26 40 10 36 -10 36`,
  bird: 'poly own 0 0 50 45 100 20 50 60 0 14 -50 60 -100 20 -50 45',
  balloon: 'poly dark -1 0 1 0 1 50 -1 50; oval own 0 73 22 27; oval light -8 82 5 9',
  cloud: 'oval own -80 40 45 36; oval own -20 62 55 46; oval own 60 44 60 38',
  heart: 'oval own -24 70 28 28; oval own 24 70 28 28; poly own -47 56 47 56 0 0',
  sun: 'oval glow 0 50 80 80; oval own 0 50 50 50',
  moon: 'oval glow 0 50 60 60; oval own 0 50 50 50; oval shade -14 60 9 9; oval shade 14 44 12 12',
  star: 'poly own 0 100 12 66 48 66 19 45 30 10 0 31 -30 10 -19 45 -48 66 -12 66',
  circle: 'oval own 0 50 50 50',
  square: 'poly own -50 0 50 0 50 100 -50 100',
  triangle: 'poly own -58 0 58 0 0 100',
};

const tones: Readonly<Record<string, Color>> = {
  wood: [110, 74, 46],
  roof: [156, 66, 52],
  lamp: [255, 226, 140],
  glow: [255, 238, 170],
  stone: [104, 98, 96],
  white: [246, 246, 240],
  green: [56, 128, 64],
  skin: [236, 196, 164],
};

function toneOf(name: string, own: Color): Color {
  if (name === 'shade') return between(own, [0, 0, 0], 0.16);
  if (name === 'light') return between(own, [255, 255, 255], 0.5);
  if (name === 'dark') return between(own, [20, 22, 30], 0.75);
  return tones[name] ?? own;
}

/** Draws one thing: `x` is its middle, `y` the ground below it, `size` its height, all in pixels. */
export function drawThing(image: Image, name: ThingName, x: number, y: number, size: number, color: Color): void {
  for (const shape of shapes[name].split(/;\s*/)) {
    const [kind, tone = '', ...rest] = shape.split(' ');
    const numbers = rest.map((number) => (Number(number) / 100) * size);
    const [first = 0, second = 0, rx = 1, ry = 1] = numbers;
    const paint = toneOf(tone, color);
    const opacity = tone === 'glow' ? 0.3 : 1;
    if (kind === 'oval') ellipse(image, x + first, y - second, rx, ry, paint, opacity);
    else {
      const points = Array.from(
        { length: numbers.length / 2 },
        (_, at) => [x + (numbers[at * 2] ?? 0), y - (numbers[at * 2 + 1] ?? 0)] as const,
      );
      polygon(image, points, paint, opacity);
    }
  }
}
