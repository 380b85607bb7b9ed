import type { Color } from './canvas.ts';

/** An object to draw, in the words of the prompt. */
export interface NamedThing {
  thing: ThingName;
  count: number;
  color: Color | null;
}

/** What the demo understood of a prompt. */
export interface PromptReading {
  things: NamedThing[];
  /** Every named color, in order. */
  colors: Color[];
  time: 'day' | 'night' | 'sunset';
  ground: 'grass' | 'sea' | 'sand' | 'snow';
}

/** Converts a table of words to a map from each word to the name of its row. */
const named = <Name extends string>(rows: Readonly<Partial<Record<Name, string>>>): ReadonlyMap<string, Name> =>
  new Map(
    (Object.entries(rows) as [Name, string][]).flatMap(([name, words]) =>
      [name, ...words.split(' ')].map((word): [string, Name] => [word, name]),
    ),
  );

const thingWords = {
  tree: 'oak bush forest pine fir 树 森林 松树',
  house: 'cottage cabin roof home hut barn 房子 小屋 屋',
  tower: 'lighthouse skyscraper building skyline city castle 灯塔 高楼 天际线 城市 城堡',
  boat: 'ship sailboat yacht 船',
  animal: 'cat kitten fox tiger dog wolf puppy bear otter panda rabbit bunny 猫 狐 狗 熊 兔',
  person: 'man woman child children girl boy robot 人 机器人',
  cloud: '云',
  heart: 'love',
  sun: '太阳 阳光',
  moon: '月',
  star: '星',
  circle: 'ball sphere dot planet apple balloon 苹果 气球',
  square: 'box cube table desk 桌',
  triangle: 'pyramid tent',
};

export type ThingName = keyof typeof thingWords;

const thingNames = named<ThingName>(thingWords);

const colors: Readonly<Record<string, Color>> = {
  red: [214, 48, 49],
  orange: [240, 140, 40],
  yellow: [250, 208, 60],
  green: [64, 160, 80],
  blue: [52, 110, 210],
  purple: [128, 60, 170],
  pink: [245, 140, 180],
  brown: [130, 85, 50],
  black: [28, 28, 32],
  grey: [140, 144, 150],
  white: [246, 246, 248],
};
const colorNames = named({
  ...{ red: '红', orange: '橙', yellow: 'gold golden 黄', green: '绿', blue: '蓝', purple: 'violet 紫', pink: '粉' },
  ...{ brown: '棕', black: '黑', grey: 'gray silver', white: '白' },
});

const numbers = named({
  2: 'two 两',
  3: 'three 三',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
});
const mostOfOne = 24;

const times = named<PromptReading['time']>({
  night: 'midnight dark moonlit starry space galaxy 夜',
  sunset: 'sunrise dawn dusk evening 日落 日出 黎明 黄昏',
});
const grounds = named<PromptReading['ground']>({
  sea: 'ocean lake water river harbour harbor wave waves underwater 海 湖 水面',
  sand: 'beach desert dune dunes 海滩 沙漠 沙丘',
  snow: 'snowy winter ice arctic antarctic 雪',
});

/** `水粉` is gouache, not pink. */
const chinese = [thingNames, colorNames, numbers, times, grounds]
  .flatMap((names) => [...names.keys()])
  .concat('水粉')
  .filter((word) => /\p{Script=Han}/u.test(word))
  .sort((one, other) => other.length - one.length);
const words = new RegExp(`${chinese.join('|')}|\\d+|[\\p{L}--\\p{Script=Han}]+`, 'gv');

/** Reads what to draw from a prompt: objects with the number and color just before them, the time, the ground. */
export function readPrompt(prompt: string): PromptReading {
  const found = prompt.normalize('NFKC').toLowerCase().match(words) ?? [];
  const wanted: NamedThing[] = [];
  const namedColors: Color[] = [];
  let color: Color | null = null;
  let count = 1;
  let before: ThingName | undefined;
  for (const word of found) {
    const thing = thingNames.get(word) ?? thingNames.get(word.replace(/s$/, ''));
    const paint = colors[colorNames.get(word) ?? ''];
    if (paint) {
      color = paint;
      namedColors.push(paint);
    }
    const isPlural = !thingNames.has(word);
    const last = wanted.at(-1);
    if (thing && last && before === thing) {
      // "Pine trees" are trees, and a "city skyline" is one tower.
      if (isPlural && last.count === 1) last.count = 3;
    } else if (thing) wanted.push({ thing, count: Math.min(mostOfOne, isPlural && count === 1 ? 3 : count), color });
    before = thing;
    // A number or a color belongs to the next object only.
    if (thing) [color, count] = [null, 1];
    else if (numbers.has(word) || /^\d+$/.test(word)) count = Math.max(1, Number(numbers.get(word) ?? word));
  }
  const first = <Name>(names: ReadonlyMap<string, Name>) => found.map((word) => names.get(word)).find(Boolean) ?? null;
  return {
    things: wanted,
    colors: namedColors,
    time: first(times) ?? 'day',
    ground: first(grounds) ?? (wanted.some(({ thing }) => thing === 'boat') ? 'sea' : 'grass'),
  };
}
