import type { Chance } from '../language/chance.ts';
import { between, type Colour, darker, fill, lighter, type Picture } from './canvas.ts';
import type { PromptReading } from './prompt-words.ts';
import { type Brush, brushOn } from './shapes.ts';
import { things } from './things.ts';

const skies: Readonly<Record<PromptReading['time'], readonly [Colour, Colour]>> = {
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

export function drawSky(picture: Picture, { time, colours }: PromptReading, horizon: number, chance: Chance): void {
  const [top, bottom] = skies[time];
  // A colour without a thing of its own tints everything a little.
  const tint = colours[0] ?? ([chance.next() * 255, chance.next() * 255, chance.next() * 255] as const);
  const from = between(top, tint, 0.12);
  const to = between(bottom, tint, 0.08);
  const whole = [0, 0, picture.width, picture.height] as const;
  let row = -1;
  let colour: Colour = from;
  fill(
    picture,
    whole,
    () => -1,
    (_, y) => {
      if (y !== row) {
        row = y;
        colour = between(from, to, Math.min(1, y / horizon));
      }
      return colour;
    },
  );
}

export function drawLights(
  brush: Brush,
  reading: PromptReading,
  width: number,
  horizon: number,
  chance: Chance,
  detail: number,
): void {
  const { time, wanted } = reading;
  const names = new Set(wanted.map(({ thing }) => thing));
  if (time === 'night')
    for (let star = 0; star < 50 * detail; star++)
      brush.circle(chance.next() * width, chance.next() * horizon, 0.6 + chance.next() * 1.4, [255, 255, 240], 0.85);
  const x = width * (0.18 + chance.next() * 0.64);
  if (time === 'night' && !names.has('moon'))
    things.moon.draw(brush, x, horizon * 0.45, horizon * 0.24, things.moon.colour);
  if (time === 'sunset' && !names.has('sun')) things.sun.draw(brush, x, horizon * 1.08, horizon * 0.42, [255, 190, 96]);
  if (time !== 'day') return;
  if (!names.has('sun')) things.sun.draw(brush, x, horizon * 0.4, horizon * 0.2, things.sun.colour);
  for (let cloud = 0; cloud < detail + 1 && !names.has('cloud'); cloud++)
    things.cloud.draw(
      brush,
      chance.next() * width,
      horizon * (0.2 + chance.next() * 0.4),
      horizon * 0.1,
      things.cloud.colour,
    );
}

/** Ridges one behind the other, the nearer the darker. */
export function drawHills(
  picture: Picture,
  { time, ground }: PromptReading,
  horizon: number,
  chance: Chance,
  detail: number,
): void {
  const far: Colour = time === 'night' ? [44, 54, 92] : time === 'sunset' ? [150, 96, 120] : [140, 168, 190];
  const near: Colour = ground === 'snow' ? [214, 224, 236] : darker(far, 0.35);
  const ridges = detail + 1;
  for (let ridge = 0; ridge < ridges; ridge++) {
    const waves = Array.from({ length: 4 }, (_, wave) => ({
      length: (picture.width / (1.5 + wave * 2.3)) * (0.8 + chance.next() * 0.4),
      height: (horizon * 0.12) / (wave + 1),
      shift: chance.next() * Math.PI * 2,
    }));
    const base = horizon * (0.86 + (0.14 * ridge) / ridges);
    const edge = Float64Array.from({ length: picture.width }, (_, x) =>
      waves.reduce(
        (y, { length, height, shift }) => y + Math.sin((x / length) * Math.PI * 2 + shift) * height * 0.5,
        base,
      ),
    );
    const colour = between(far, near, ridge / Math.max(1, ridges - 1));
    const top = Math.min(...edge);
    fill(picture, [0, top, picture.width, horizon + 2], (x, y) => (edge[Math.floor(x)] ?? 0) - y, colour);
  }
}

/** Where the water ends and the sand before it begins. */
export const shoreOf = (horizon: number, height: number): number => horizon + (height - horizon) * 0.7;

const groundColours: Readonly<Record<PromptReading['ground'], Colour>> = {
  grass: [104, 168, 84],
  sea: [36, 104, 158],
  sand: [228, 202, 150],
  snow: [238, 243, 248],
  city: [112, 116, 124],
};

export function drawGround(picture: Picture, { ground, time }: PromptReading, horizon: number, chance: Chance): void {
  const { width, height } = picture;
  const shade = time === 'night' ? 0.55 : time === 'sunset' ? 0.25 : 0;
  const far = darker(groundColours[ground], shade);
  const near = darker(groundColours[ground], Math.min(0.8, shade + 0.28));
  fill(
    picture,
    [0, horizon, width, height],
    (_, y) => horizon - y,
    (_, y) => between(far, near, (y - horizon) / (height - horizon)),
  );
  if (ground !== 'sea') return;
  const brush = brushOn(picture);
  for (let wave = 0; wave < 40; wave++) {
    const depth = chance.next();
    const y = horizon + (height - horizon) * depth;
    const x = chance.next() * width;
    const length = width * (0.02 + depth * 0.06);
    brush.line([x - length, y], [x + length, y], 1 + depth * 2, lighter(far, 0.35), 0.4);
  }
  const shore = shoreOf(horizon, height);
  const sand = darker(groundColours.sand, shade);
  fill(picture, [0, shore - 4, width, height], (x, y) => shore + Math.sin((x / width) * 9) * 3 - y, sand);
}

export function drawWeather(
  brush: Brush,
  weather: 'rain' | 'snow',
  width: number,
  height: number,
  chance: Chance,
  detail: number,
): void {
  for (let drop = 0; drop < 120 * detail; drop++) {
    const x = chance.next() * width;
    const y = chance.next() * height;
    if (weather === 'snow') brush.circle(x, y, 1 + (chance.next() * height) / 260, [255, 255, 255], 0.85);
    else brush.line([x, y], [x - height * 0.008, y + height * 0.03], 1.2, [206, 224, 240], 0.6);
  }
}
