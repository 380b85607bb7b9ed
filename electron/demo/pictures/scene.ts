import { type Chance, chanceFrom } from '../language/chance.ts';
import { drawGround, drawHills, drawLights, drawSky, drawWeather, shoreOf } from './backdrop.ts';
import { blankPicture, type Colour, lighter, type Picture } from './canvas.ts';
import { type PromptReading, readPrompt } from './prompt-words.ts';
import { type Brush, brushOn } from './shapes.ts';
import { things } from './things.ts';

export interface SceneWish {
  prompt: string;
  /** Pictures of one prompt differ by it. */
  seed: string;
  width: number;
  height: number;
  /** No sky and no ground: things alone on nothing. */
  isTransparent: boolean;
  /** 1 to 3: how many fine things are drawn. */
  detail: number;
}

/** Draws what a prompt says. Stops after each layer, so that a long drawing need not hold up everything else. */
export function* drawScene(wish: SceneWish): Generator<void, Picture> {
  const { prompt, seed, width, height, isTransparent, detail } = wish;
  const reading = readPrompt(prompt);
  const chance = chanceFrom(`${prompt} ${seed}`);
  const picture = blankPicture(width, height);
  const brush = brushOn(picture);
  const horizon = Math.round(height * (0.58 + chance.next() * 0.12));
  const asksForNothingKnown = reading.wanted.length === 0;
  if (!isTransparent) {
    drawSky(picture, reading, horizon, chance);
    yield;
    drawLights(brush, reading, width, horizon, chance, detail);
    drawHills(picture, reading, horizon, chance, detail);
    yield;
    drawGround(picture, reading, horizon, chance);
    yield;
  }
  if (asksForNothingKnown) yield* drawPattern(brush, reading, width, height, chance, detail);
  yield* drawThings(brush, picture, reading, horizon, chance);
  if (!isTransparent && reading.weather) drawWeather(brush, reading.weather, width, height, chance, detail);
  return picture;
}

/** What is drawn of a prompt that names nothing the demo knows: rings and bands that are its own all the same. */
function* drawPattern(
  brush: Brush,
  { colours }: PromptReading,
  width: number,
  height: number,
  chance: Chance,
  detail: number,
): Generator<void> {
  const scale = Math.min(width, height);
  for (let index = 0; index < 5 + detail * 4; index++) {
    const colour: Colour = colours[index % Math.max(1, colours.length)] ?? [
      60 + chance.next() * 180,
      60 + chance.next() * 180,
      60 + chance.next() * 180,
    ];
    const x = width * chance.next();
    const y = height * chance.next();
    const size = scale * (0.04 + chance.next() * 0.12);
    const kind = chance.pick(['circle', 'star', 'box', 'ring']);
    if (kind === 'circle') brush.circle(x, y, size, colour, 0.85);
    else if (kind === 'star') brush.star(x, y, size, colour, 4 + Math.floor(chance.next() * 5));
    else if (kind === 'box') brush.box(x - size, y - size, size * 2, size * 2, colour, size * chance.next() * 0.8);
    else
      for (const share of [1, 0.8, 0.55])
        brush.circle(x, y, size * share, share === 0.8 ? lighter(colour, 0.6) : colour);
    if (index % 4 === 3) yield;
  }
}

function* drawThings(
  brush: Brush,
  { width, height }: Picture,
  { wanted, ground }: PromptReading,
  horizon: number,
  chance: Chance,
): Generator<void> {
  const placed = wanted.flatMap(({ thing, count, colour }) =>
    Array.from({ length: count }, () => {
      const { draw, size, place, colour: own } = things[thing];
      const depth = chance.next();
      const nearness = place === 'ground' ? 0.7 + depth * 0.6 : 0.85 + depth * 0.3;
      const crowd = count > 3 ? Math.sqrt(3 / count) : 1;
      const tall = size * Math.min(width, height) * nearness * crowd;
      const swims = thing === 'boat' || thing === 'fish';
      const shore = shoreOf(horizon, height);
      const [far, near] = ground !== 'sea' ? [horizon, height] : swims ? [horizon, shore] : [shore, height];
      const y =
        place === 'ground'
          ? far + (near - far) * (0.12 + depth * 0.72)
          : Math.max(tall * 1.1, horizon * (0.3 + depth * 0.55));
      return { draw, colour: colour ?? own, tall, y, place, turn: chance.next() };
    }),
  );
  // Far things first; in a row with even gaps, so that few hide each other.
  placed.sort((one, other) => Number(one.place === 'ground') - Number(other.place === 'ground') || one.y - other.y);
  const order = placed
    .map((_, index) => index)
    .sort((one, other) => (placed[one]?.turn ?? 0) - (placed[other]?.turn ?? 0));
  for (const [index, { draw, colour, tall, y }] of placed.entries()) {
    const slot = order.indexOf(index);
    const x = (width * (slot + 0.5 + (chance.next() - 0.5) * 0.4)) / placed.length;
    draw(brush, x, y, tall, colour, chance);
    if (index % 3 === 2) yield;
  }
}
