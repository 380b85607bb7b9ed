/** Shortest passphrase of a file with keys. */
export const minPassphraseLength = 10;

/** Why a passphrase would be guessed at once: `short`, or made of what every guessing program tries first. */
export type PassphraseProblem = 'short' | 'repeated' | 'sequence' | 'keyboard' | 'common';

/** What programs that guess passwords try first, without digits and signs around it. */
const commonWords = [
  ...['password', 'passwort', 'passphrase', 'passw', 'kennwort', 'motdepasse', 'contrasena', 'iloveyou', 'letmein'],
  ...[
    'welcome',
    'willkommen',
    'admin',
    'administrator',
    'master',
    'secret',
    'geheim',
    'default',
    'changeme',
    'changeit',
  ],
  ...['dragon', 'monkey', 'football', 'baseball', 'superman', 'batman', 'princess', 'sunshine', 'shadow', 'trustno'],
  ...['michael', 'jordan', 'harley', 'ranger', 'hunter', 'killer', 'pokemon', 'starwars', 'whatever', 'freedom'],
  ...['computer', 'internet', 'google', 'openai', 'chatgpt', 'patchbay', 'gateway', 'hello', 'hallo', 'login'],
  ...['user', 'guest', 'root', 'test', 'testing', 'demo', 'temp', 'apikey', 'mypass', 'woaini', 'summer', 'winter'],
  ...['spring', 'autumn', 'monday', 'friday', 'january', 'december', 'company', 'office'],
].toSorted((a, b) => b.length - a.length);

const rows = [
  ...[
    '1234567890',
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'qwertzuiop',
    'yxcvbnm',
    'azertyuiop',
    'qsdfghjklm',
    'wxcvbn',
  ],
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm', '!@#$%^&*()'],
];
const keyboard = rows.flatMap((row) => [row, [...row].toReversed().join('')]);

/** Signs that are typed for letters. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** A guessable passphrase has fewer parts than this, however many characters they are made of. */
const leastParts = 8;

/** Returns why a passphrase is refused, or `null`. */
export function passphraseProblem(passphrase: string): PassphraseProblem | null {
  const typed = passphrase.normalize('NFKC').trim().slice(0, 256).toLowerCase();
  if (typed.length < minPassphraseLength)
    return new Set(passphrase).size < 3 && passphrase.length > 9 ? 'repeated' : 'short';
  const unit = repeatedUnit(typed);
  const parts = partsOf(unit);
  if (unit.length < typed.length && parts.count < leastParts) return 'repeated';
  if (new Set(typed).size < 5) return 'repeated';
  return parts.count < leastParts ? parts.reason : null;
}

/** Returns what a text repeats from beginning to end; itself when it repeats nothing. */
function repeatedUnit(text: string): string {
  const whole = `${text} `;
  for (const candidate of [text, whole])
    for (let length = 1; length <= candidate.length / 2; length += 1)
      if (candidate.length % length === 0 && candidate === candidate.slice(0, length).repeat(candidate.length / length))
        return candidate.slice(0, length);
  return text;
}

/** Counts the parts that somebody who guesses has to combine: a word of the lists, or a run, counts like one sign. */
function partsOf(text: string): { count: number; reason: PassphraseProblem } {
  const plain = [...text].map((sign) => disguises[sign] ?? sign).join('');
  const weights: Record<PassphraseProblem, number> = { short: 0, repeated: 0, sequence: 0, keyboard: 0, common: 0 };
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const found = runAt(text, plain, at);
    if (found) weights[found.problem] += found.length;
    if (found || text[at] !== ' ') count += 1;
    at += found?.length ?? 1;
  }
  const [reason = 'short'] = (Object.keys(weights) as PassphraseProblem[]).toSorted((a, b) => weights[b] - weights[a]);
  return { count, reason: weights[reason] > 0 ? reason : 'repeated' };
}

/** Returns the longest guessable run that begins at a place. */
function runAt(text: string, plain: string, at: number): { length: number; problem: PassphraseProblem } | null {
  const word = commonWords.find((one) => plain.startsWith(one, at));
  const year = /^(?:19|20)\d\d/.test(text.slice(at, at + 4)) ? 4 : 0;
  const lengths: [PassphraseProblem, number][] = [
    ['common', Math.max(word?.length ?? 0, year)],
    ['repeated', runLength(text, at, 0)],
    ['sequence', Math.max(runLength(text, at, 1), runLength(text, at, -1))],
    ['keyboard', Math.max(...keyboard.map((row) => sharedLength(row, text, at)))],
  ];
  const [best] = lengths.toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= (best[0] === 'repeated' ? 2 : 3) ? { problem: best[0], length: best[1] } : null;
}

/** Returns how many signs from a place on follow each other by the same step. */
function runLength(text: string, at: number, step: number): number {
  let length = 1;
  while (at + length < text.length && text.charCodeAt(at + length) - text.charCodeAt(at + length - 1) === step)
    length += 1;
  return length;
}

/** Returns how many signs from a place on are next to each other in a row of the keyboard. */
function sharedLength(row: string, text: string, at: number): number {
  const start = row.indexOf(text[at] ?? '\n');
  let length = 0;
  while (start >= 0 && at + length < text.length && row[start + length] === text[at + length]) length += 1;
  return length;
}
