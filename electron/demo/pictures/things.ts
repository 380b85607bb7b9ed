import type { Chance } from '../language/chance.ts';
import { boat, car, castle, house, lighthouse, tower } from './built-things.ts';
import type { Colour } from './canvas.ts';
import { creature, fish, person, robot } from './figures.ts';
import { apple, flower, pine, tree } from './nature.ts';
import type { Brush } from './shapes.ts';
import { balloon, bird, cloud, heart, moon, rocket, sun } from './sky-things.ts';
import { cup, table, teapot } from './tableware.ts';

/** Draws one thing: `x` is its middle, `y` the ground under it, `size` its height, all in pixels. */
export type Draw = (brush: Brush, x: number, y: number, size: number, colour: Colour, chance: Chance) => void;

interface Thing {
  draw: Draw;
  colour: Colour;
  /** Height as a share of the picture. */
  size: number;
  /** Where it stands: on the ground, or somewhere in the sky. */
  place: 'ground' | 'sky';
}

export const things = {
  tree: { size: 0.34, place: 'ground', colour: [58, 140, 72], draw: tree },
  pine: { size: 0.38, place: 'ground', colour: [34, 104, 72], draw: pine },
  house: { size: 0.26, place: 'ground', colour: [226, 200, 160], draw: house },
  castle: { size: 0.4, place: 'ground', colour: [168, 166, 172], draw: castle },
  tower: { size: 0.46, place: 'ground', colour: [96, 110, 140], draw: tower },
  lighthouse: { size: 0.5, place: 'ground', colour: [200, 60, 52], draw: lighthouse },
  table: { size: 0.2, place: 'ground', colour: [150, 104, 66], draw: table },
  teapot: { size: 0.2, place: 'ground', colour: [86, 130, 168], draw: teapot },
  cup: { size: 0.12, place: 'ground', colour: [236, 232, 224], draw: cup },
  flower: { size: 0.16, place: 'ground', colour: [232, 80, 120], draw: flower },
  boat: { size: 0.26, place: 'ground', colour: [170, 60, 50], draw: boat },
  car: { size: 0.14, place: 'ground', colour: [206, 54, 54], draw: car },
  apple: { size: 0.2, place: 'ground', colour: [205, 44, 50], draw: apple },
  cat: { size: 0.26, place: 'ground', colour: [226, 150, 80], draw: creature('pointed') },
  dog: { size: 0.26, place: 'ground', colour: [170, 120, 76], draw: creature('hanging') },
  bear: { size: 0.32, place: 'ground', colour: [116, 82, 60], draw: creature('round') },
  rabbit: { size: 0.22, place: 'ground', colour: [214, 206, 200], draw: creature('long') },
  person: { size: 0.28, place: 'ground', colour: [70, 110, 190], draw: person },
  robot: { size: 0.3, place: 'ground', colour: [150, 162, 178], draw: robot },
  fish: { size: 0.1, place: 'ground', colour: [240, 150, 60], draw: fish },
  square: {
    size: 0.3,
    place: 'ground',
    colour: [52, 110, 210],
    draw: (brush, x, y, size, colour) => brush.box(x - size / 2, y - size, size, size, colour),
  },
  triangle: {
    size: 0.32,
    place: 'ground',
    colour: [240, 140, 40],
    draw: (brush, x, y, size, colour) =>
      brush.polygon(
        [
          [x, y - size],
          [x + size * 0.58, y],
          [x - size * 0.58, y],
        ],
        colour,
      ),
  },
  balloon: { size: 0.3, place: 'sky', colour: [220, 64, 70], draw: balloon },
  rocket: { size: 0.32, place: 'sky', colour: [230, 232, 238], draw: rocket },
  bird: { size: 0.05, place: 'sky', colour: [40, 44, 52], draw: bird },
  cloud: { size: 0.11, place: 'sky', colour: [248, 250, 252], draw: cloud },
  heart: { size: 0.22, place: 'sky', colour: [225, 50, 80], draw: heart },
  star: {
    size: 0.16,
    place: 'sky',
    colour: [250, 210, 70],
    draw: (brush, x, y, size, colour) => brush.star(x, y - size / 2, size / 2, colour),
  },
  circle: {
    size: 0.28,
    place: 'sky',
    colour: [214, 48, 49],
    draw: (brush, x, y, size, colour) => brush.circle(x, y - size / 2, size / 2, colour),
  },
  sun: { size: 0.2, place: 'sky', colour: [255, 214, 80], draw: sun },
  moon: { size: 0.16, place: 'sky', colour: [238, 238, 224], draw: moon },
} as const satisfies Record<string, Thing>;

export type ThingName = keyof typeof things;

/** The words by which each thing is asked for, in the singular. */
export const thingNames: Readonly<Record<string, ThingName>> = {
  ...(Object.fromEntries(Object.keys(things).map((name) => [name, name])) as Record<ThingName, ThingName>),
  oak: 'tree',
  bush: 'tree',
  forest: 'tree',
  fir: 'pine',
  cottage: 'house',
  cabin: 'house',
  roof: 'house',
  home: 'house',
  hut: 'house',
  barn: 'house',
  palace: 'castle',
  fortress: 'castle',
  skyscraper: 'tower',
  building: 'tower',
  skyline: 'tower',
  city: 'tower',
  desk: 'table',
  kettle: 'teapot',
  mug: 'cup',
  rose: 'flower',
  tulip: 'flower',
  daisy: 'flower',
  ship: 'boat',
  sailboat: 'boat',
  yacht: 'boat',
  taxi: 'car',
  truck: 'car',
  fruit: 'apple',
  kitten: 'cat',
  fox: 'cat',
  tiger: 'cat',
  wolf: 'dog',
  puppy: 'dog',
  otter: 'bear',
  panda: 'bear',
  bunny: 'rabbit',
  man: 'person',
  woman: 'person',
  child: 'person',
  girl: 'person',
  boy: 'person',
  box: 'square',
  cube: 'square',
  pyramid: 'triangle',
  tent: 'triangle',
  kite: 'balloon',
  spaceship: 'rocket',
  seagull: 'bird',
  eagle: 'bird',
  love: 'heart',
  ball: 'circle',
  sphere: 'circle',
  dot: 'circle',
  planet: 'circle',
};
