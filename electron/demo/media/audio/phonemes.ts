/** A sound of speech with its resonances in hertz. `noise` is hiss, `hum` is the voice, each from 0 to 1. */
export interface Phoneme {
  formants: readonly number[];
  hum: number;
  noise: number;
  /** Seconds at the speed 1. */
  seconds: number;
  /** A closed moment before it, as in `p` and `t`. */
  isStop: boolean;
}

/** Hum, noise, seconds and resonances (after the classic measurements of English speakers) of each sound. */
const table = `
a 1 .02 .11 660 1720 2410; aa 1 .02 .14 730 1090 2440; e 1 .02 .11 530 1840 2480; ee 1 .02 .14 270 2290 3010
i 1 .02 .09 390 1990 2550; o 1 .02 .11 570 840 2410; oo 1 .02 .14 300 870 2240; u 1 .02 .1 520 1190 2390
er 1 .02 .12 490 1350 1690; m .55 0 .08 280 900 2200; n .55 0 .07 280 1700 2600; ng .55 0 .08 280 2000 2700
l .55 0 .07 360 1300 2700; r .55 0 .07 330 1060 1380; w .55 0 .06 290 610 2150; y .55 0 .06 260 2070 3020
v .55 .2 .07 220 1100 2080; z .55 .45 .08 240 1390 2530; j .55 .5 .08 260 1800 2820; f 0 .25 .09 340 1100 6000
s 0 .55 .1 320 4800 6800; sh 0 .6 .1 300 2300 3700; ch 0 .6 .09 350 1800 3500; th 0 .2 .08 320 1290 5200
h 0 .18 .05 600 1500 2500; b .5 .5 .06 200 1100 2150; d .5 .5 .06 200 1600 2600; g .5 .5 .06 200 1990 2850
p 0 .5 .06 400 1100 2150; t 0 .5 .06 400 1600 2600; k 0 .5 .06 300 1990 2850`;
const stops = new Set(['b', 'd', 'g', 'p', 't', 'k', 'ch']);

const phonemes: ReadonlyMap<string, Phoneme> = new Map(
  table.split(/[;\n]/).flatMap((row): [string, Phoneme][] => {
    const [name = '', ...rest] = row.trim().split(' ');
    const [hum = 0, noise = 0, seconds = 0, ...formants] = rest.map(Number);
    if (name === '') return [];
    return [[name, { hum, noise, seconds, formants, isStop: stops.has(name) }]];
  }),
);

/** Spellings and their sounds where those have other names; the longest that fits is taken. */
const spellings: readonly (readonly [spelling: string, names: readonly string[]])[] = [
  ...`tion:sh u n|ough:o|igh:aa i|sch:sh|tch:ch|ea:ee|ou:aa oo|ow:o oo|ai:e i|ay:e i|oy:o i|oi:o i|ir:er|ur:er|ar:aa r|or:o r
|ph:f|ck:k|qu:k w|wh:w|kn:n|c:k|q:k|x:k s|y:ee`
    .split(/\s*\|/)
    .map((rule): readonly [string, readonly string[]] => {
      const [spelling = '', names = ''] = rule.split(':');
      return [spelling, names.split(' ')];
    }),
  ...[...phonemes.keys()].filter((name) => name !== 'y' && name !== 'aa').map((name) => [name, [name]] as const),
].sort(([one], [other]) => other.length - one.length);

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
  return names.map((name) => phonemes.get(name) as Phoneme);
}
