import { expect, test } from 'vitest';
import { findInText, findLimit } from '../../../../../renderer/ui/code/find-in-text.ts';

const find = (text: string, query: string) => [...findInText(text, query)].at(-1);

test('case does not matter, and pattern characters are literal', () => {
  expect(find('Retry, retry. RETRY', 'retry')?.offsets).toEqual([0, 7, 14]);
  expect(find('a.b a+b (a)', 'a.b')?.offsets).toEqual([0]);
  expect(find('[x] {y} a-b $1 ^', '$1 ^')?.offsets).toEqual([12]);
  expect(find('a-b', '-')?.offsets).toEqual([1]);
});

test('matches do not overlap, and an empty search finds nothing', () => {
  expect(find('aaaa', 'aa')?.offsets).toEqual([0, 2]);
  expect(find('aaaa', '')?.offsets).toEqual([]);
  expect(find('', 'a')?.offsets).toEqual([]);
});

test('a match across two slices is found once', () => {
  const before = 'x'.repeat(1_999_998);
  const found = find(`${before}needle and needle`, 'needle');
  expect(found?.offsets).toEqual([1_999_998, 2_000_009]);
  expect(found?.isComplete).toBe(true);
});

test('a match that fills the seam does not count its tail again', () => {
  const found = find('a'.repeat(2_000_003), 'aaaa');
  expect(found?.isCapped).toBe(true);
  const few = find(`${'x'.repeat(1_999_999)}aaaaaaa`, 'aaaa');
  expect(few?.offsets).toEqual([1_999_999]);
});

test('too many matches are capped, and the search says so', () => {
  const found = find('a'.repeat(findLimit + 5), 'a');
  expect(found?.offsets).toHaveLength(findLimit);
  expect(found?.isCapped).toBe(true);
});
