import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Chance, chanceFrom } from '../../language/chance.ts';
import { between, blankImage, blend, type Color, ellipse, type Image } from './canvas.ts';
import { type PromptReading, readPrompt } from './prompt-words.ts';
import { drawThing, type ThingName, things } from './things.ts';

export interface SceneSpec {
  prompt: string;
  /** Images of one prompt differ by it. */
  seed: string;
  width: number;
  height: number;
  /** No sky and no ground: things alone on nothing. */
  isTransparent: boolean;
  /** 1 to 3: how many stars, hills and drops are drawn. */
  detail: number;
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
  city: [112, 116, 124],
};
const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];

/** Draws what a prompt says. Pauses after each layer, so that a large image does not block other requests. */
export function* drawScene(spec: SceneSpec): Generator<void, Image> {
  const { prompt, seed, width, height, isTransparent, detail } = spec;
  const reading = readPrompt(prompt);
  const chance = chanceFrom(`${prompt} ${seed}`);
  const image = blankImage(width, height);
  const horizon = Math.round(height * (0.58 + chance.next() * 0.12));
  if (!isTransparent) {
    drawSky(image, reading, horizon, chance, detail);
    yield;
    drawGround(image, reading, horizon, chance, detail);
    yield;
  }
  if (reading.things.length === 0) yield* drawPattern(image, reading, chance, detail);
  yield* drawThings(image, reading, horizon, chance);
  if (!isTransparent && reading.weather) drawWeather(image, reading.weather, chance, detail);
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
    // Doubling what is there is much faster than writing each pixel.
    for (let done = 4; done < width * 4; done *= 2)
      pixels.copyWithin(start + done, start, start + Math.min(done, width * 4 - done));
  }
}

function drawSky(image: Image, reading: PromptReading, horizon: number, chance: Chance, detail: number): void {
  const { time, things: wanted, colors } = reading;
  const tint = colors[0] ?? ([chance.next() * 255, chance.next() * 255, chance.next() * 255] as const);
  const [top, bottom] = skies[time];
  drawRows(image, 0, horizon, between(top, tint, 0.1), between(bottom, tint, 0.1));
  const add = (name: ThingName, x: number, y: number, size: number) => {
    const isWanted = wanted.some(({ thing }) => thing === name);
    if (!isWanted) drawThing(image, name, x, y * horizon, size * horizon, things[name].color);
  };
  const across = () => image.width * chance.next();
  const x = image.width * (0.18 + chance.next() * 0.64);
  if (time === 'night') {
    for (let star = 0; star < 50 * detail; star++)
      ellipse(image, across(), horizon * chance.next(), 1.2, 1.2, white, 0.8);
    add('moon', x, 0.45, 0.24);
  } else if (time === 'sunset') add('sun', x, 1.08, 0.42);
  else {
    add('sun', x, 0.4, 0.2);
    for (let cloud = 0; cloud <= detail; cloud++) add('cloud', across(), 0.2 + chance.next() * 0.4, 0.12);
  }
}

/** The ground with ridges behind it, the nearer the darker; on the sea waves instead. */
function drawGround(image: Image, reading: PromptReading, horizon: number, chance: Chance, detail: number): void {
  const { width, height } = image;
  const ground = between(grounds[reading.ground], black, { day: 0, sunset: 0.25, night: 0.55 }[reading.time]);
  drawRows(image, horizon, height, ground, between(ground, black, 0.3));
  if (reading.ground === 'sea') {
    for (let wave = 0; wave < 20 * detail; wave++) {
      const depth = chance.next();
      const y = horizon + (height - horizon) * depth;
      ellipse(image, width * chance.next(), y, width * (0.02 + depth * 0.05), 1 + depth, white, 0.3);
    }
    return;
  }
  const far = between(skies[reading.time][1], [60, 80, 110], 0.45);
  for (let ridge = 0; ridge <= detail; ridge++) {
    const length = width * (0.3 + chance.next() * 0.3);
    const shift = chance.next() * Math.PI * 2;
    const top = horizon * (0.86 + (0.12 * ridge) / (detail + 1));
    const color = between(far, black, (0.3 * ridge) / (detail + 1));
    for (let x = 0; x < width; x++) {
      const crest = top + horizon * 0.06 * Math.sin((x / length) * Math.PI * 2 + shift);
      const first = Math.floor(crest);
      for (let y = first; y < horizon; y++)
        blend(image, (y * width + x) * 4, color, y === first ? 1 - (crest - first) : 1);
    }
  }
}

/** For a prompt that names nothing the demo knows: discs and stars that differ with the prompt. */
function* drawPattern(image: Image, { colors }: PromptReading, chance: Chance, detail: number): Generator<void> {
  const { width, height } = image;
  for (let index = 0; index < 5 + detail * 4; index++) {
    const random: Color = [60 + chance.next() * 180, 60 + chance.next() * 180, 60 + chance.next() * 180];
    const name = chance.pick<ThingName>(['circle', 'star', 'square', 'triangle']);
    const size = Math.min(width, height) * (0.08 + chance.next() * 0.24);
    const color = colors[index % Math.max(1, colors.length)] ?? random;
    drawThing(image, name, width * chance.next(), size / 2 + height * chance.next(), size, color);
    if (index % 4 === 3) yield;
  }
}

function* drawThings(image: Image, reading: PromptReading, horizon: number, chance: Chance): Generator<void> {
  const { width, height } = image;
  const placed = reading.things.flatMap(({ thing, count, color }) =>
    Array.from({ length: count }, () => {
      const { size, place, color: own } = things[thing];
      const depth = chance.next();
      const tall =
        (size / 100) * Math.min(width, height) * (0.75 + depth * 0.5) * (count > 3 ? Math.sqrt(3 / count) : 1);
      const ground = horizon + (height - horizon) * (0.12 + depth * 0.72);
      const y = place === 'sky' ? Math.max(tall * 1.1, horizon * (0.3 + depth * 0.55)) : ground;
      return { thing, color: color ?? own, tall, y, isFar: place === 'sky', turn: chance.next() };
    }),
  );
  // Far things first; in a row with even gaps, so that few hide each other.
  const slots = [...placed].sort((one, other) => one.turn - other.turn);
  placed.sort((one, other) => Number(other.isFar) - Number(one.isFar) || one.y - other.y);
  for (const [index, one] of placed.entries()) {
    const x = (width * (slots.indexOf(one) + 0.5 + (chance.next() - 0.5) * 0.4)) / placed.length;
    drawThing(image, one.thing, x, one.y, one.tall, one.color);
    if (index % 3 === 2) yield;
  }
}

function drawWeather(image: Image, weather: 'rain' | 'snowfall', chance: Chance, detail: number): void {
  const { width, height } = image;
  for (let drop = 0; drop < 120 * detail; drop++) {
    const [x, y] = [chance.next() * width, chance.next() * height];
    const size = 1 + (chance.next() * height) / 300;
    if (weather === 'snowfall') ellipse(image, x, y, size, size, white, 0.85);
    else ellipse(image, x, y, 0.8, size * 4, [206, 224, 240], 0.6);
  }
}
