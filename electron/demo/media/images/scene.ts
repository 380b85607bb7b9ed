import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Chance, chanceFrom } from '../../language/chance.ts';
import { between, blankImage, type Color, ellipse, type Image, polygon } from './canvas.ts';
import { type PromptReading, readPrompt, type ThingName } from './prompt-words.ts';

interface Thing {
  color: Color;
  /** Height in percent of the shorter side of the image. */
  size: number;
  place: 'ground' | 'sky';
  /**
   * Its shapes, back to front: `oval TONE x y rx ry` or `poly TONE x y x y …`, in percent of its height, with its foot
   * at 0 0 and y upwards.
   */
  shapes: string;
}

const onGround = (size: number, color: Color, shapes: string): Thing => ({ place: 'ground', size, color, shapes });
const inSky = (size: number, color: Color, shapes: string): Thing => ({ place: 'sky', size, color, shapes });

const things: Readonly<Record<ThingName, Thing>> = {
  tree: onGround(34, [58, 140, 72], 'poly dark -5 0 5 0 5 45 -5 45; oval own 0 68 28 32'),
  house: onGround(26, [226, 200, 160], 'poly own -55 0 55 0 55 60 -55 60; poly dark -64 58 64 58 0 100'),
  tower: onGround(46, [96, 110, 140], 'poly own -17 0 17 0 13 88 -13 88; poly dark -17 88 17 88 0 100'),
  boat: onGround(26, [170, 60, 50], 'poly light -2 95 42 26 -2 26; poly own -50 22 50 22 34 0 -34 0'),
  animal: onGround(
    26,
    [196, 132, 76],
    'oval own 0 28 24 28; poly own -22 76 22 76 18 102 0 84 -18 102; oval own 0 68 21 20',
  ),
  person: onGround(28, [70, 110, 190], 'oval light 0 87 13 13; poly own -26 0 -14 74 14 74 26 0'),
  cloud: inSky(11, [248, 250, 252], 'oval own -80 40 45 36; oval own -20 62 55 46; oval own 60 44 60 38'),
  heart: inSky(22, [225, 50, 80], 'oval own -24 70 28 28; oval own 24 70 28 28; poly own -47 56 47 56 0 0'),
  sun: inSky(20, [255, 214, 80], 'oval own 0 50 50 50'),
  moon: inSky(16, [238, 238, 224], 'oval own 0 50 50 50; oval dark 14 44 12 12'),
  star: inSky(16, [250, 210, 70], 'poly own 0 100 12 66 48 66 19 45 30 10 0 31 -30 10 -19 45 -48 66 -12 66'),
  circle: inSky(28, [214, 48, 49], 'oval own 0 50 50 50'),
  square: onGround(30, [52, 110, 210], 'poly own -50 0 50 0 50 100 -50 100'),
  triangle: onGround(32, [240, 140, 40], 'poly own -58 0 58 0 0 100'),
};

const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];

function toneOf(name: string, own: Color): Color {
  if (name === 'dark') return between(own, black, 0.4);
  return name === 'light' ? between(own, white, 0.5) : own;
}

/** Draws one object: `x` is its center, `y` the ground below it, `size` its height, all in pixels. */
function drawThing(image: Image, name: ThingName, x: number, y: number, size: number, color: Color): void {
  for (const shape of things[name].shapes.split('; ')) {
    const [kind, tone = '', ...rest] = shape.split(' ');
    const numbers = rest.map((number) => (Number(number) / 100) * size);
    const [first = 0, second = 0, rx = 1, ry = 1] = numbers;
    if (kind === 'oval') ellipse(image, x + first, y - second, rx, ry, toneOf(tone, color));
    else {
      const points = Array.from(
        { length: numbers.length / 2 },
        (_, at) => [x + (numbers[at * 2] ?? 0), y - (numbers[at * 2 + 1] ?? 0)] as const,
      );
      polygon(image, points, toneOf(tone, color));
    }
  }
}

export interface SceneSpec {
  prompt: string;
  /** Different seeds give different images of one prompt. */
  seed: string;
  width: number;
  height: number;
  /** No sky and no ground: objects on a transparent background. */
  isTransparent: boolean;
}

const skies: Readonly<Record<PromptReading['time'], readonly [top: Color, bottom: Color]>> = {
  day: [
    [92, 162, 226],
    [214, 236, 246],
  ],
  sunset: [
    [82, 60, 130],
    [252, 172, 96],
  ],
  night: [
    [8, 12, 36],
    [40, 50, 96],
  ],
};
const grounds: Readonly<Record<PromptReading['ground'], Color>> = {
  grass: [104, 168, 84],
  sea: [36, 104, 158],
  sand: [228, 202, 150],
  snow: [238, 243, 248],
};

/** Draws a prompt. Pauses after each layer, so that a large image does not block other requests. */
export function* drawScene({ prompt, seed, width, height, isTransparent }: SceneSpec): Generator<void, Image> {
  const image = blankImage(width, height);
  if (!isTransparent) {
    drawBackdrop(image, readPrompt(prompt), chanceFrom(`${seed} ${prompt}`));
    yield;
  }
  yield* drawThings(image, prompt, seed);
  return image;
}

/** Runs a drawing to its end; other requests are served between its layers. Rejects when the signal fires. */
export async function drawnToEnd(drawing: Generator<void, Image>, signal: AbortSignal): Promise<Image> {
  let step = drawing.next();
  for (; !step.done; step = drawing.next()) await nextTurn(undefined, { signal });
  return step.value;
}

function drawRows({ width, pixels }: Image, from: number, to: number, top: Color, bottom: Color): void {
  for (let y = from; y < to; y++) {
    const color = between(top, bottom, (y - from) / (to - from));
    const start = y * width * 4;
    pixels.set([...color, 255], start);
    // Repeatedly doubling the filled part is much faster than writing each pixel.
    for (let done = 4; done < width * 4; done *= 2)
      pixels.copyWithin(start + done, start, start + Math.min(done, width * 4 - done));
  }
}

const randomColor = (chance: Chance): Color => [chance.next() * 255, chance.next() * 255, chance.next() * 255];
const horizonOf = ({ height }: Image): number => Math.round(height * 0.64);

/** Draws the sky with the sun or the moon in it, and the ground below. */
function drawBackdrop(image: Image, reading: PromptReading, chance: Chance): void {
  const { time, things: wanted, colors } = reading;
  const horizon = horizonOf(image);
  const tint = colors[0] ?? randomColor(chance);
  const [top, bottom] = skies[time];
  drawRows(image, 0, horizon, between(top, tint, 0.1), between(bottom, tint, 0.1));
  const light = time === 'night' ? 'moon' : 'sun';
  const low = time === 'sunset' ? 1.08 : 0.4;
  const x = image.width * (0.18 + chance.next() * 0.64);
  if (!wanted.some(({ thing }) => thing === light))
    drawThing(image, light, x, low * horizon, 0.22 * horizon, things[light].color);
  const ground = between(grounds[reading.ground], black, { day: 0, sunset: 0.25, night: 0.55 }[time]);
  drawRows(image, horizon, image.height, ground, between(ground, black, 0.3));
}

/** Draws the objects that a prompt names; if it names none that the demo knows, shapes that depend on the prompt. */
export function* drawThings(image: Image, prompt: string, seed: string): Generator<void> {
  const { things: wanted, colors } = readPrompt(prompt);
  const chance = chanceFrom(`${prompt} ${seed}`);
  const { width, height } = image;
  const side = Math.min(width, height);
  const horizon = horizonOf(image);
  const unknown = Array.from({ length: 9 }, (_, index) => ({
    thing: chance.pick<ThingName>(['circle', 'star', 'square', 'triangle']),
    count: 1,
    color: colors[index % Math.max(1, colors.length)] ?? randomColor(chance),
  }));
  const all = (wanted.length > 0 ? wanted : unknown).flatMap(({ thing, count, color }) =>
    Array.from({ length: count }, () => ({ thing, color: color ?? things[thing].color })),
  );
  // Even gaps, so that few objects hide each other.
  for (const [index, { thing, color }] of all.entries()) {
    const depth = chance.next();
    const size = (things[thing].size / 100) * side * (0.75 + depth * 0.5) * Math.min(1, Math.sqrt(3 / all.length));
    const x = (width * (index + 0.5 + (chance.next() - 0.5) * 0.4)) / all.length;
    const inAir = Math.max(size * 1.1, horizon * (0.3 + depth * 0.55));
    const y = things[thing].place === 'sky' ? inAir : horizon + (height - horizon) * (0.12 + depth * 0.72);
    drawThing(image, thing, x, y, size, color);
    if (index % 3 === 2) yield;
  }
}
