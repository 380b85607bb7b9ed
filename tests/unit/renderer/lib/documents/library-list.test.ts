import { expect, test } from 'vitest';
import { leadWords } from '../../../../../renderer/lib/documents/library-list.tsx';

test('a few words are kept before a hit, so that the hit itself is visible in a narrow row', () => {
  expect(leadWords('the blue ')).toBe('the blue ');
  expect(leadWords('language model. This reached the ')).toBe('…reached the ');
  expect(leadWords('很长的一段没有空格的中文文本一直到这里为止')).toBe('…没有空格的中文文本一直到这里为止');
  expect([...leadWords('😀'.repeat(40))].length).toBe(17);
});
