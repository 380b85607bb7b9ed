import { expect, test } from 'vitest';
import { drawOneShot } from './draw.tsx';

test('each block takes the direction of its own first letters, and what is inside a list or a quote goes with it', () => {
  expect(drawOneShot('مرحبا.')).toContain('<p dir="auto">');
  expect(drawOneShot('# عنوان')).toMatch(/<h3 dir="auto"/);
  const list = drawOneShot('- أول\n- ثان');
  expect(list).toContain('<ul dir="auto">');
  // A list whose items had a direction of their own would not see their letters.
  expect(list).not.toMatch(/<li[^>]* dir=/);
  expect(drawOneShot('> اقتباس')).toContain('<blockquote dir="auto"><p>');
});

test('code runs from left to right wherever it is', () => {
  expect(drawOneShot('1. أول\n\n   ```js\n   a != b\n   ```')).toMatch(/<figure[^>]* dir="ltr"/);
  expect(drawOneShot('استخدم `a != b`')).toMatch(/<code[^>]* dir="ltr"/);
});
