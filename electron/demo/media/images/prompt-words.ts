import type { Color } from './canvas.ts';
import { type ThingName, things } from './things.ts';

/** Something to draw, in the words of the prompt. */
export interface NamedThing {
  thing: ThingName;
  count: number;
  color: Color | null;
}

/** What the demo understands of a prompt. */
export interface PromptReading {
  things: NamedThing[];
  /** Every color that is named, in order. */
  colors: Color[];
  time: 'day' | 'night' | 'sunset';
  ground: 'grass' | 'sea' | 'sand' | 'snow' | 'city';
  weather: 'rain' | 'snowfall' | null;
}

/** A table of words as a map from each word to the name of its row. */
const named = <Name extends string>(rows: Readonly<Partial<Record<Name, string>>>): ReadonlyMap<string, Name> =>
  new Map(
    (Object.entries(rows) as [Name, string][]).flatMap(([name, words]) =>
      [name, ...words.split(' ')].map((word): [string, Name] => [word, name]),
    ),
  );

const thingNames = named<ThingName>({
  ...(Object.fromEntries(Object.keys(things).map((name) => [name, ''])) as Record<ThingName, string>),
  tree: 'oak bush forest pine fir 树 森林 松树',
  house: 'cottage cabin roof home hut barn 房子 小屋 屋',
  tower: 'skyscraper building skyline city castle 高楼 天际线 城市 城堡',
  lighthouse: '灯塔',
  table: 'desk 桌',
  teapot: 'kettle 茶壶',
  cup: 'mug 杯',
  flower: 'rose tulip daisy 花',
  boat: 'ship sailboat yacht 船',
  animal: 'cat kitten fox tiger dog wolf puppy bear otter panda rabbit bunny 猫 狐 狗 熊 兔',
  person: 'man woman child children girl boy robot 人 机器人',
  balloon: 'kite 气球',
  bird: 'seagull eagle 鸟',
  cloud: '云',
  heart: 'love',
  sun: '太阳 阳光',
  moon: '月',
  star: '星',
  circle: 'ball sphere dot planet apple 苹果',
  square: 'box cube',
  triangle: 'pyramid tent',
});

const colorNames = named({
  red: 'crimson 红',
  orange: '橙',
  yellow: 'gold golden 黄',
  green: 'lime olive 绿',
  teal: 'turquoise cyan',
  blue: 'navy indigo 蓝',
  purple: 'violet magenta 紫',
  pink: '粉',
  brown: 'beige 棕',
  black: '黑',
  grey: 'gray silver',
  white: '白',
});
const colors: Readonly<Record<string, Color>> = {
  red: [214, 48, 49],
  orange: [240, 140, 40],
  yellow: [250, 208, 60],
  green: [64, 160, 80],
  teal: [40, 170, 180],
  blue: [52, 110, 210],
  purple: [128, 60, 170],
  pink: [245, 140, 180],
  brown: [130, 85, 50],
  black: [28, 28, 32],
  grey: [140, 144, 150],
  white: [246, 246, 248],
};

const numbers = named({
  2: 'two pair 两',
  3: 'three some 三',
  4: 'four several',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight many',
  9: 'field',
});
/** Words for many of a thing at once. */
const crowds: ReadonlyMap<string, number> = new Map([
  ['forest', 9],
  ['森林', 9],
  ['skyline', 7],
  ['天际线', 7],
  ['city', 7],
  ['城市', 7],
]);
const mostOfOne = 24;

const times = named<PromptReading['time']>({
  night: 'midnight dark moonlit starry space galaxy 夜',
  sunset: 'sunrise dawn dusk evening 日落 日出 黎明 黄昏',
});
const grounds = named<PromptReading['ground']>({
  sea: 'ocean lake water river harbour harbor wave waves underwater 海 湖 水面',
  sand: 'beach desert dune dunes 海滩 沙漠 沙丘',
  snow: 'snowy winter ice arctic antarctic 雪',
  city: 'street town skyline road urban 城市 街道 天际线',
});
const weathers = named<NonNullable<PromptReading['weather']>>({
  rain: 'rainy storm shower 雨 暴风雨',
  snowfall: 'snowing blizzard snowy 下雪',
});

/** `水粉` is gouache, not pink. */
const chinese = [thingNames, colorNames, numbers, times, grounds, weathers]
  .flatMap((names) => [...names.keys()])
  .concat('水粉')
  .filter((word) => /\p{Script=Han}/u.test(word))
  .sort((one, other) => other.length - one.length);
const words = new RegExp(`${chinese.join('|')}|\\d+|[\\p{L}--\\p{Script=Han}]+`, 'gv');

const thingOf = (word: string): ThingName | null => {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, '')];
  return forms.map((form) => thingNames.get(form)).find((name) => name !== undefined) ?? null;
};

/** Reads what to draw from a prompt: things with the number and color said just before them, the time, the weather. */
export function readPrompt(prompt: string): PromptReading {
  const found = prompt.normalize('NFKC').toLowerCase().match(words) ?? [];
  const wanted: NamedThing[] = [];
  const namedColors: Color[] = [];
  let color: Color | null = null;
  let count = 1;
  let before: ThingName | null = null;
  for (const word of found) {
    const thing = thingOf(word);
    const paint = colors[colorNames.get(word) ?? ''];
    if (paint) {
      color = paint;
      namedColors.push(paint);
    }
    const last = wanted.at(-1);
    if (thing && last && before === thing) {
      // "Pine trees" are trees, and a "city skyline" is one row of towers.
      if (word.endsWith('s') && last.count === 1) last.count = 3;
    } else if (thing) {
      const isPlural = word.endsWith('s') && count === 1 && !thingNames.has(word);
      const crowd = count * (crowds.get(word) ?? 1);
      wanted.push({ thing, count: Math.min(mostOfOne, isPlural ? 3 : crowd), color: color });
    }
    before = thing;
    // A number or a color belongs to the next thing and to nothing after it.
    if (thing) [color, count] = [null, 1];
    else if (numbers.has(word) || /^\d+$/.test(word)) count = Math.max(1, Number(numbers.get(word) ?? word));
  }
  const first = <Name>(names: ReadonlyMap<string, Name>) => found.map((word) => names.get(word)).find(Boolean) ?? null;
  return {
    things: wanted,
    colors: namedColors,
    time: first(times) ?? 'day',
    ground: first(grounds) ?? (wanted.some(({ thing }) => thing === 'boat') ? 'sea' : 'grass'),
    weather: first(weathers),
  };
}
