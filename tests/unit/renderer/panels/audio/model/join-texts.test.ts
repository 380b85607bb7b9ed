import { expect, test } from 'vitest';
import { joinParts, joinTexts } from '../../../../../../renderer/panels/audio/model/transcript.ts';

test('words that both parts contain are written once', () => {
  expect(joinTexts('we met in the old town', 'in the old town and ate soup')).toBe(
    'we met in the old town and ate soup',
  );
});

test('a word that was cut at a seam is dropped on both sides', () => {
  expect(joinTexts('we met in the old to', 'n the old town and ate')).toBe('we met in the old town and ate');
});

test('case and punctuation at the seam do not matter', () => {
  expect(joinTexts('It rained. The river rose.', 'the river rose, and fell')).toBe(
    'It rained. The river rose. and fell',
  );
});

test('without common words the parts are concatenated, and an empty part adds nothing', () => {
  expect(joinTexts('one two', 'three')).toBe('one two three');
  expect(joinTexts('', 'three')).toBe('three');
  expect(joinTexts('one', '')).toBe('one');
});

test('a frequent word does not swallow what is between its occurrences', () => {
  expect(joinTexts('the cat and the dog', 'and the dog saw the cat')).toBe('the cat and the dog saw the cat');
});

test('Chinese is joined by character, without spaces, and spaces of the first text stay', () => {
  expect(joinTexts('今天天气很好，我们去', '我们去公园散步。')).toBe('今天天气很好，我们去公园散步。');
  expect(joinTexts('我用 iPhone 打电话', '打电话给你')).toBe('我用 iPhone 打电话给你');
});

const word = (text: string, start: number) => ({ word: text, start, end: start + 0.5 });
const segment = (text: string, start: number, end: number) => ({ text, start, end, speaker: null });

test('times become those of the whole, and nothing is duplicated in the overlap', () => {
  const joined = joinParts(
    [
      {
        offset: 0,
        text: 'a b c d',
        words: [word('a', 0), word('b', 3), word('c', 8), word('d', 9.2)],
        segments: [segment('a b.', 0, 4), segment('c d', 8, 9.7)],
      },
      {
        offset: 8,
        text: 'c d e',
        words: [word('c', 0), word('d', 1.2), word('e', 4)],
        segments: [segment('c d', 0, 1.7), segment('e', 4, 4.5)],
      },
    ],
    2,
  );
  expect(joined.text).toBe('a b c d e');
  expect(joined.words.map(({ word: each, start }) => [each, start])).toEqual([
    ['a', 0],
    ['b', 3],
    ['c', 8],
    ['d', 9.2],
    ['e', 12],
  ]);
  expect(joined.segments.map(({ text }) => text).join(' ')).toBe('a b. c d e');
  expect(joined.segments.at(-1)).toMatchObject({ start: 12, end: 12.5 });
});

test('a sentence that a seam cut in two is one segment again', () => {
  const { segments } = joinParts(
    [
      { offset: 0, text: 'I was', words: [], segments: [segment('I was', 7, 8.9)] },
      { offset: 8, text: 'was there. Then', words: [], segments: [segment('there.', 1.2, 2), segment('Then', 2.1, 3)] },
    ],
    2,
  );
  expect(segments.map(({ text, start, end }) => [text, start, end])).toEqual([
    ['I was there.', 7, 10],
    ['Then', 10.1, 11],
  ]);
});

test('segments without words are kept where their midpoint is', () => {
  const joined = joinParts(
    [
      { offset: 0, text: 'a b', words: [], segments: [segment('a', 0, 4), segment('b.', 8.2, 9)] },
      { offset: 8, text: 'b c', words: [], segments: [segment('b.', 0.2, 1), segment('c', 3, 4)] },
    ],
    2,
  );
  expect(joined.segments.map(({ text, start }) => [text, start])).toEqual([
    ['a', 0],
    ['b.', 8.2],
    ['c', 11],
  ]);
});
