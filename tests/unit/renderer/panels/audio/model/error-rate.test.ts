import { expect, test } from 'vitest';
import {
  errorRate as errorRateOf,
  maxUnlikeUnits,
  runsOf,
} from '../../../../../../renderer/panels/audio/model/error-rate.ts';
import type { Normalization } from '../../../../../../renderer/panels/audio/model/words.ts';

const ignoring: Normalization = { ignoreCase: true, ignorePunctuation: true };
const errorRate = (reference: string, transcript: string, normalization = ignoring) =>
  errorRateOf(reference, transcript, normalization);

/** The sum of edits by the textbook, as a check that shares nothing with the code. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  const table = a.map(() => b.map(() => 0));
  const at = (i: number, j: number) => (i < 0 ? j + 1 : j < 0 ? i + 1 : (table[i]?.[j] ?? 0));
  for (let i = 0; i < a.length; i += 1)
    for (let j = 0; j < b.length; j += 1)
      (table[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + +(a[i] !== b[j]));
  return at(a.length - 1, b.length - 1);
}

test('equal words are no error, whatever their case and punctuation', () => {
  expect(errorRate('Hello, world! It is 9 o’clock.', 'hello world it is 9 oclock')).toMatchObject({
    unit: 'word',
    rate: 0,
    units: 6,
  });
});

test('case and punctuation count when they are not ignored', () => {
  const [reference, transcript] = ['The Bank closed, at nine.', 'the bank closed at nine'];
  expect(errorRate(reference, transcript, { ignoreCase: false, ignorePunctuation: true })).toMatchObject({
    substitutions: 2,
    rate: 2 / 5,
  });
  expect(errorRate(reference, transcript, { ignoreCase: true, ignorePunctuation: false })).toMatchObject({
    substitutions: 2,
    rate: 2 / 5,
  });
  expect(errorRate(reference, transcript, { ignoreCase: false, ignorePunctuation: false })).toMatchObject({
    substitutions: 4,
    rate: 4 / 5,
  });
});

test('substitutions, deletions and insertions are distinguished, in order', () => {
  const { steps, rate, substitutions, deletions, insertions } = errorRate(
    'one two three four five',
    'one too three five six',
  );
  expect(steps.map(({ kind }) => kind)).toEqual(['equal', 'substitution', 'equal', 'deletion', 'equal', 'insertion']);
  expect({ substitutions, deletions, insertions, rate }).toEqual({
    substitutions: 1,
    deletions: 1,
    insertions: 1,
    rate: 0.6,
  });
});

// By hand: NW -> in (substitution), 44109 -> W (substitution), and 44, 109 are added: 2 + 2 of 10 words.
test('a hand-worked example: 2 substitutions and 2 insertions of 10 words', () => {
  expect(
    errorRate(
      'your refund for order NW 44109 was sent on Tuesday',
      'your refund for order in W 44 109 was sent on Tuesday',
    ),
  ).toMatchObject({ substitutions: 2, deletions: 0, insertions: 2, units: 10, rate: 0.4 });
});

test('an empty transcript is all deletions, an empty reference has no rate', () => {
  expect(errorRate('one two', '')).toMatchObject({ rate: 1, deletions: 2 });
  expect(errorRate('', 'one')).toMatchObject({ rate: null, insertions: 1 });
  expect(errorRate('', '')).toMatchObject({ rate: null, steps: [] });
});

test('more errors than reference words are a rate above 1', () => {
  expect(errorRate('no', 'oh no no no')).toMatchObject({ insertions: 3, units: 1, rate: 3 });
});

test('the number of edits is minimal, also where they leave the first band', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = (length: number) => Array.from({ length }, () => `w${random(9)}`);
  for (const [first, second] of [
    [0, 5],
    [7, 7],
    [40, 33],
    [150, 20],
    [300, 310],
    [90, 400],
  ] as const) {
    const [a, b] = [text(first), text(second)];
    const { substitutions, deletions, insertions, steps } = errorRate(a.join(' '), b.join(' '));
    expect(substitutions + deletions + insertions).toBe(editDistance(a, b));
    expect(steps.map(({ reference }) => reference).filter(Boolean)).toEqual(a);
    expect(steps.map(({ transcribed }) => transcribed).filter(Boolean)).toEqual(b);
  }
});

test('an hour of speech is compared in full, and longer text that differs says that it was cut', () => {
  const hour = Array.from({ length: 18_000 }, (_, at) => `word${at}`);
  const missed = hour.filter((_, at) => at % 100 !== 0);
  expect(errorRate(hour.join(' '), missed.join(' '))).toMatchObject({ deletions: 180, rate: 0.01, isCut: false });
  const other = hour.map((word) => `${word}s`).join(' ');
  expect(errorRate(hour.join(' '), other)).toMatchObject({ rate: 1, units: maxUnlikeUnits, isCut: true });
});

test('Chinese, Japanese and Thai are measured by character', () => {
  // 10 characters, the punctuation ignored; then 天气 is heard as 天汽: 1 of 6.
  expect(errorRate('今天天气很好，我们散步。', '今天天气很好我们散步')).toMatchObject({
    unit: 'character',
    rate: 0,
    units: 10,
  });
  expect(errorRate('今天天气很好', '今天天汽很好')).toMatchObject({ rate: 1 / 6, substitutions: 1 });
  // 6 characters; スーパー is heard as スパ: 2 deletions.
  expect(errorRate('スーパーへ行', 'スパへ行')).toMatchObject({ unit: 'character', deletions: 2, rate: 2 / 6 });
  // A Thai letter with its marks is one character: ไ ม่ ใ ช่, with the tone mark of the last missing.
  expect(errorRate('ไม่ใช่', 'ไม่ใช')).toMatchObject({ unit: 'character', units: 4, substitutions: 1, rate: 0.25 });
});

test('spaces between characters are no error, and punctuation is one character when it counts', () => {
  expect(errorRate('今天 天气', '今天天气')).toMatchObject({ rate: 0, units: 4 });
  expect(errorRate('好，走。', '好走。', { ignoreCase: true, ignorePunctuation: false })).toMatchObject({
    units: 4,
    deletions: 1,
    rate: 0.25,
  });
});

test('mixed text is measured by what most of its letters are', () => {
  expect(errorRate('Hello 世界', 'hello 世界')).toMatchObject({ unit: 'word', rate: 0, units: 3 });
  expect(errorRate('我用 iPhone 打电话给你们大家', '我用 iPhone 打电话给你们大家')).toMatchObject({
    unit: 'character',
    rate: 0,
    units: 16,
  });
  expect(errorRate('서울에 갑니다', '서울에 갔다')).toMatchObject({ unit: 'word', units: 2, rate: 0.5 });
});

test('vowel marks are part of a letter, and full width is the same as half width', () => {
  expect(errorRate('की', 'का')).toMatchObject({ substitutions: 1, rate: 1 });
  expect(errorRate('ＡＢＣ １２３', 'abc 123')).toMatchObject({ rate: 0 });
});

test('steps of one kind are joined as text', () => {
  expect(runsOf(errorRate('See you on Monday, then.', 'see you Monday'))).toEqual([
    { kind: 'equal', reference: 'See you', transcribed: 'see you' },
    { kind: 'deletion', reference: 'on', transcribed: '' },
    { kind: 'equal', reference: 'Monday,', transcribed: 'Monday' },
    { kind: 'deletion', reference: 'then.', transcribed: '' },
  ]);
  expect(runsOf(errorRate('今天天气，很好。', '今天天气很好'))).toEqual([
    { kind: 'equal', reference: '今天天气，很好。', transcribed: '今天天气很好' },
  ]);
});
