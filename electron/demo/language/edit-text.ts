/** Common slips of the keyboard, with what was meant. */
const slips: Readonly<Record<string, string>> = {
  helo: 'hello',
  wrld: 'world',
  teh: 'the',
  hte: 'the',
  adn: 'and',
  recieve: 'receive',
  wierd: 'weird',
  seperate: 'separate',
  definately: 'definitely',
  occured: 'occurred',
  untill: 'until',
  becuase: 'because',
  thier: 'their',
  alot: 'a lot',
  tommorow: 'tomorrow',
  wich: 'which',
  freind: 'friend',
  beleive: 'believe',
  adress: 'address',
  enviroment: 'environment',
  goverment: 'government',
  wek: 'week',
  dont: "don't",
  cant: "can't",
  isnt: "isn't",
  im: "I'm",
  i: 'I',
};

type Edit = (text: string) => string;

/** What an instruction may ask for; the first sign that is found decides. */
const edits: readonly (readonly [sign: RegExp, edit: (match: RegExpExecArray) => Edit])[] = [
  [
    /\breplace\s+["'“]?(.+?)["'”]?\s+(?:with|by)\s+["'“]?(.+?)["'”]?\.?$/i,
    ([, from = '', to = '']) =>
      (text) =>
        text.replaceAll(from, to),
  ],
  [
    /\b(?:remove|delete)\s+["'“](.+?)["'”]/i,
    ([, gone = '']) =>
      (text) =>
        text.replaceAll(gone, '').replace(/ {2,}/g, ' '),
  ],
  [
    /\b(?:append|add)\s+["'“](.+?)["'”]/i,
    ([, more = '']) =>
      (text) =>
        `${text}${text === '' ? '' : ' '}${more}`,
  ],
  [/\b(?:spelling|typos?|mistakes|grammar)\b/i, () => fixSlips],
  [/\bupper ?case|\bcapital letters/i, () => (text) => text.toUpperCase()],
  [/\blower ?case|\bsmall letters/i, () => (text) => text.toLowerCase()],
  [/\btitle case/i, () => (text) => text.replace(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase())],
  [/\breverse\b.*\blines?\b/i, () => (text) => text.split('\n').reverse().join('\n')],
  [/\breverse\b.*\bwords?\b/i, () => (text) => text.split(' ').reverse().join(' ')],
  [/\breverse\b/i, () => (text) => [...text].reverse().join('')],
  [
    /\bsort\b/i,
    () => (text) =>
      text
        .split('\n')
        .sort((one, other) => one.localeCompare(other, 'en'))
        .join('\n'),
  ],
  [
    /\bnumber\b.*\blines?\b/i,
    () => (text) =>
      text
        .split('\n')
        .map((line, place) => `${place + 1}. ${line}`)
        .join('\n'),
  ],
  [
    /\b(?:bullets?|list)\b/i,
    () => (text) =>
      text
        .split('\n')
        .map((line) => `- ${line}`)
        .join('\n'),
  ],
  [/\b(?:trim|spaces|whitespace)\b/i, () => (text) => text.replace(/[ \t]+/g, ' ').trim()],
];

function fixSlips(text: string): string {
  const words = text.replace(/(?<![\p{L}'])[\p{L}]+(?![\p{L}'])/gu, (word) => {
    const right = Object.hasOwn(slips, word.toLowerCase()) ? (slips[word.toLowerCase()] ?? word) : word;
    return /^\p{Lu}/u.test(word) ? right.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) : right;
  });
  return words.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** Does what an instruction asks for with a text; `null` when the demo does not know how. */
export function editText(input: string, instruction: string): string | null {
  for (const [sign, edit] of edits) {
    const match = sign.exec(instruction.trim());
    if (match) return edit(match)(input);
  }
  return null;
}
