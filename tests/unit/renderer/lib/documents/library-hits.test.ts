import { expect, test } from 'vitest';
import { leadIn } from '../../../../../renderer/lib/documents/library-hits.tsx';

test('few words are kept before a hit, so that the hit itself is seen in a narrow row', () => {
  expect(leadIn('the blue ')).toBe('the blue ');
  expect(leadIn('language model. This reached the ')).toBe('…reached the ');
  expect(leadIn('很长的一段没有空格的中文文本一直到这里为止')).toBe('…没有空格的中文文本一直到这里为止');
  expect([...leadIn('😀'.repeat(40))].length).toBe(17);
});
