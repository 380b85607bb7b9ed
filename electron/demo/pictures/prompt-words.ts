import type { Colour } from './canvas.ts';
import { inEnglish } from './chinese-words.ts';
import { type ThingName, thingNames } from './things.ts';

/** Something to draw, in the words of the prompt. */
export interface Wanted {
  thing: ThingName;
  count: number;
  colour: Colour | null;
}

/** What the demo understands of a prompt. */
export interface PromptReading {
  wanted: Wanted[];
  /** Every colour that is named, in order. */
  colours: Colour[];
  time: 'day' | 'night' | 'sunset';
  ground: 'grass' | 'sea' | 'sand' | 'snow' | 'city';
  weather: 'rain' | 'snow' | null;
}

const colours: Readonly<Record<string, Colour>> = {
  red: [214, 48, 49],
  crimson: [180, 20, 50],
  orange: [240, 140, 40],
  yellow: [250, 208, 60],
  gold: [224, 176, 50],
  golden: [224, 176, 50],
  green: [64, 160, 80],
  lime: [150, 210, 60],
  olive: [120, 130, 50],
  teal: [20, 140, 140],
  turquoise: [64, 200, 200],
  cyan: [60, 200, 230],
  blue: [52, 110, 210],
  navy: [24, 40, 100],
  indigo: [75, 50, 150],
  violet: [140, 80, 200],
  purple: [128, 60, 170],
  magenta: [210, 50, 150],
  pink: [245, 140, 180],
  brown: [130, 85, 50],
  beige: [225, 205, 170],
  black: [28, 28, 32],
  grey: [140, 144, 150],
  gray: [140, 144, 150],
  silver: [190, 196, 204],
  white: [246, 246, 248],
};

const counts: Readonly<Record<string, number>> = {
  two: 2,
  pair: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  several: 4,
  some: 3,
  many: 8,
  field: 9,
};

/** Words for many of a thing at once. */
const crowds: Readonly<Record<string, number>> = { forest: 9, skyline: 7, city: 7 };
const mostOfOne = 24;

const grounds: readonly (readonly [PromptReading['ground'], RegExp])[] = [
  ['sea', /\b(?:sea|ocean|lake|water|river|harbou?r|waves?|underwater)\b/],
  ['sand', /\b(?:beach|desert|sand|dunes?)\b/],
  ['snow', /\b(?:snowy?|winter|ice|arctic|antarctic)\b/],
  ['city', /\b(?:city|street|town|skyline|road|urban)\b/],
];

/** Things that are a kind of another thing whose name may follow theirs. */
const kinds: ReadonlyMap<ThingName, ThingName> = new Map([
  ['pine', 'tree'],
  ['rocket', 'boat'],
  // A "city skyline" is one row of towers.
  ['tower', 'tower'],
]);

const thingOf = (word: string): ThingName | null => {
  const known: Readonly<Record<string, ThingName>> = thingNames;
  const name = [word, word.replace(/s$/, ''), word.replace(/(?:es|ren)$/, ''), word.replace(/ies$/, 'y')].find((form) =>
    Object.hasOwn(known, form),
  );
  return name === undefined ? null : (known[name] ?? null);
};

/** Reads what to draw from a prompt: things with the number and colour said just before them, the time, the weather. */
export function readPrompt(prompt: string): PromptReading {
  const text = inEnglish(prompt.normalize('NFKC')).toLowerCase();
  const wanted: Wanted[] = [];
  const named: Colour[] = [];
  let colour: Colour | null = null;
  let count = 1;
  let before: Wanted | null = null;
  for (const word of text.match(/\d+|[\p{L}]+/gu) ?? []) {
    const thing = thingOf(word);
    if (Object.hasOwn(colours, word)) {
      colour = colours[word] ?? null;
      if (colour) named.push(colour);
    } else if (thing && before && kinds.get(before.thing) === thing) {
      // "Pine trees" are pines.
      if (word.endsWith('s') && before.count === 1) before.count = 3;
    } else if (thing) {
      const isPlural = word.endsWith('s') && count === 1 && !Object.hasOwn(thingNames, word);
      const crowd = Object.hasOwn(crowds, word) ? (crowds[word] ?? 1) : 1;
      wanted.push({ thing, count: Math.min(mostOfOne, isPlural ? 3 : count * crowd), colour });
    }
    before = thing ? (wanted.at(-1) ?? null) : null;
    if (Object.hasOwn(counts, word)) count = counts[word] ?? 1;
    else if (/^\d+$/.test(word)) count = Math.max(1, Number(word));
    // A number or a colour belongs to the next thing and to nothing after it.
    if (thing) [colour, count] = [null, 1];
  }
  return {
    wanted,
    colours: named,
    time: /\b(?:night|midnight|dark|moonlit|starry|space|galaxy)\b/.test(text)
      ? 'night'
      : /\b(?:sunset|sunrise|dawn|dusk|evening)\b/.test(text)
        ? 'sunset'
        : 'day',
    ground: grounds.find(([, pattern]) => pattern.test(text))?.[0] ?? 'grass',
    weather: /\b(?:rain|rainy|storm|shower)\b/.test(text)
      ? 'rain'
      : /\b(?:snowing|snowfall|blizzard|snowy)\b/.test(text)
        ? 'snow'
        : null,
  };
}
