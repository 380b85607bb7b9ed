/** A sound of speech with its resonances in hertz. `noise` is hiss, `hum` is the voice, each from 0 to 1. */
export interface Phoneme {
  formants: readonly [number, number, number];
  hum: number;
  noise: number;
  /** Seconds at the speed 1. */
  seconds: number;
  /** A closed moment before it, as in `p` and `t`. */
  isStop?: true;
}

const vowel = (f1: number, f2: number, f3: number, seconds = 0.11): Phoneme => ({
  formants: [f1, f2, f3],
  hum: 1,
  noise: 0.02,
  seconds,
});
const voiced = (f1: number, f2: number, f3: number, noise = 0.05, seconds = 0.07): Phoneme => ({
  formants: [f1, f2, f3],
  hum: 0.55,
  noise,
  seconds,
});
const hiss = (f1: number, f2: number, f3: number, noise: number, seconds = 0.09): Phoneme => ({
  formants: [f1, f2, f3],
  hum: 0,
  noise,
  seconds,
});
const stop = (f1: number, f2: number, f3: number, hum: number): Phoneme => ({
  formants: [f1, f2, f3],
  hum,
  noise: 0.5,
  seconds: 0.06,
  isStop: true,
});

/** Resonances after the classic measurements of English speakers. */
const sounds: Readonly<Record<string, Phoneme>> = {
  a: vowel(660, 1720, 2410),
  aa: vowel(730, 1090, 2440, 0.14),
  e: vowel(530, 1840, 2480),
  ee: vowel(270, 2290, 3010, 0.14),
  i: vowel(390, 1990, 2550, 0.09),
  o: vowel(570, 840, 2410),
  oo: vowel(300, 870, 2240, 0.14),
  u: vowel(520, 1190, 2390, 0.1),
  er: vowel(490, 1350, 1690, 0.12),
  m: voiced(280, 900, 2200, 0, 0.08),
  n: voiced(280, 1700, 2600, 0, 0.07),
  ng: voiced(280, 2000, 2700, 0, 0.08),
  l: voiced(360, 1300, 2700, 0, 0.07),
  r: voiced(330, 1060, 1380, 0, 0.07),
  w: voiced(290, 610, 2150, 0, 0.06),
  y: voiced(260, 2070, 3020, 0, 0.06),
  v: voiced(220, 1100, 2080, 0.2),
  z: voiced(240, 1390, 2530, 0.45, 0.08),
  j: voiced(260, 1800, 2820, 0.5, 0.08),
  f: hiss(340, 1100, 6000, 0.25),
  s: hiss(320, 4800, 6800, 0.55, 0.1),
  sh: hiss(300, 2300, 3700, 0.6, 0.1),
  ch: { ...hiss(350, 1800, 3500, 0.6), isStop: true },
  th: hiss(320, 1290, 5200, 0.2, 0.08),
  h: hiss(600, 1500, 2500, 0.18, 0.05),
  b: stop(200, 1100, 2150, 0.5),
  d: stop(200, 1600, 2600, 0.5),
  g: stop(200, 1990, 2850, 0.5),
  p: stop(400, 1100, 2150, 0),
  t: stop(400, 1600, 2600, 0),
  k: stop(300, 1990, 2850, 0),
};

/** Spellings and their sounds; the longest that fits is taken. */
const spellings: readonly (readonly [string, readonly string[]])[] = [
  ['tion', ['sh', 'u', 'n']],
  ['igh', ['aa', 'i']],
  ['sch', ['sh']],
  ['tch', ['ch']],
  ['ough', ['o']],
  ['ee', ['ee']],
  ['ea', ['ee']],
  ['oo', ['oo']],
  ['ou', ['aa', 'oo']],
  ['ow', ['o', 'oo']],
  ['ai', ['e', 'i']],
  ['ay', ['e', 'i']],
  ['oy', ['o', 'i']],
  ['oi', ['o', 'i']],
  ['er', ['er']],
  ['ir', ['er']],
  ['ur', ['er']],
  ['ar', ['aa', 'r']],
  ['or', ['o', 'r']],
  ['sh', ['sh']],
  ['ch', ['ch']],
  ['th', ['th']],
  ['ph', ['f']],
  ['ck', ['k']],
  ['ng', ['ng']],
  ['qu', ['k', 'w']],
  ['wh', ['w']],
  ['kn', ['n']],
  ['a', ['a']],
  ['b', ['b']],
  ['c', ['k']],
  ['d', ['d']],
  ['e', ['e']],
  ['f', ['f']],
  ['g', ['g']],
  ['h', ['h']],
  ['i', ['i']],
  ['j', ['j']],
  ['k', ['k']],
  ['l', ['l']],
  ['m', ['m']],
  ['n', ['n']],
  ['o', ['o']],
  ['p', ['p']],
  ['q', ['k']],
  ['r', ['r']],
  ['s', ['s']],
  ['t', ['t']],
  ['u', ['u']],
  ['v', ['v']],
  ['w', ['w']],
  ['x', ['k', 's']],
  ['y', ['ee']],
  ['z', ['z']],
];

const digits = ['zeero', 'wun', 'too', 'three', 'for', 'faiv', 'siks', 'seven', 'ait', 'nain'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ee', 'oo', 'aa'];
const consonants = ['b', 'd', 'k', 'l', 'm', 'n', 'r', 's', 't', 'v'];

/**
 * The sounds of one word. English spelling is followed roughly; a letter of another script gets a syllable of its own, so
 * that every language is heard as something that is always the same.
 */
export function phonemesOf(word: string): Phoneme[] {
  const plain = word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\d/g, (digit) => digits[Number(digit)] as string);
  const names: string[] = [];
  for (let place = 0; place < plain.length; ) {
    const found = spellings.find(([spelling]) => plain.startsWith(spelling, place));
    if (found) {
      // A last e is silent after a consonant.
      const isSilent = found[0] === 'e' && place > 1 && place === plain.length - 1;
      if (!isSilent) names.push(...found[1]);
      place += found[0].length;
      continue;
    }
    const code = plain.codePointAt(place) as number;
    if (/\p{L}/u.test(String.fromCodePoint(code)))
      names.push(consonants[code % consonants.length] as string, vowels[(code >> 4) % vowels.length] as string);
    place += code > 0xffff ? 2 : 1;
  }
  return names.map((name) => sounds[name] as Phoneme);
}
