/** Common typing errors, with what was meant. */
const misspelled: Readonly<Record<string, string>> = {
  ...{ helo: 'hello', wrld: 'world', teh: 'the', hte: 'the', adn: 'and', recieve: 'receive', wierd: 'weird' },
  ...{ seperate: 'separate', definately: 'definitely', occured: 'occurred', becuase: 'because', thier: 'their' },
  ...{ alot: 'a lot', wich: 'which', adress: 'address', wek: 'week', dont: "don't", cant: "can't", i: 'I', im: "I'm" },
};

type Edit = (text: string, match: RegExpExecArray) => string;

const lines = (text: string, edit: (lines: string[]) => string[]): string => edit(text.split('\n')).join('\n');

/** What an instruction may request; the first sign that is found decides. */
const edits: readonly (readonly [sign: RegExp, edit: Edit])[] = [
  [
    /\breplace\s+["'“]?(.+?)["'”]?\s+(?:with|by)\s+["'“]?(.+?)["'”]?\.?$/i,
    (text, [, from = '', to = '']) => text.replaceAll(from, to),
  ],
  [/\b(?:remove|delete)\s+["'“](.+?)["'”]/i, (text, [, gone = '']) => text.replaceAll(gone, '').replace(/ {2,}/g, ' ')],
  [/\b(?:append|add)\s+["'“](.+?)["'”]/i, (text, [, more = '']) => `${text} ${more}`.trimStart()],
  [/\b(?:spelling|typos?|mistakes|grammar)\b/i, fixSpelling],
  [/\bupper ?case|\bcapital letters/i, (text) => text.toUpperCase()],
  [/\blower ?case|\bsmall letters/i, (text) => text.toLowerCase()],
  [/\breverse\b.*\blines?\b/i, (text) => lines(text, (all) => all.reverse())],
  [/\breverse\b.*\bwords?\b/i, (text) => text.split(' ').reverse().join(' ')],
  [/\bsort\b/i, (text) => lines(text, (all) => all.sort((one, other) => one.localeCompare(other, 'en')))],
  [/\bnumber\b.*\blines?\b/i, (text) => lines(text, (all) => all.map((line, at) => `${at + 1}. ${line}`))],
  [/\b(?:bullets?|list)\b/i, (text) => lines(text, (all) => all.map((line) => `- ${line}`))],
];

function fixSpelling(text: string): string {
  const capital = (word: string) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const words = text.replace(/(?<![\p{L}'])[\p{L}]+(?![\p{L}'])/gu, (word) => {
    const key = word.toLowerCase();
    const right = Object.hasOwn(misspelled, key) ? (misspelled[key] ?? word) : word;
    return /^\p{Lu}/u.test(word) ? capital(right) : right;
  });
  return words.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + capital(letter));
}

/** Does what an instruction requests with a text; `null` when the demo does not know how. */
export function editText(input: string, instruction: string): string | null {
  for (const [sign, edit] of edits) {
    const match = sign.exec(instruction.trim());
    if (match) return edit(input, match);
  }
  return null;
}
