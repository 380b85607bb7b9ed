import { expect, test } from 'vitest';
import { drawWithDirection } from './draw.tsx';

test('each block takes the direction of its own first letters, and the contents of a list or quote follow it', () => {
  expect(drawWithDirection('مرحبا.')).toContain('<p dir="auto">');
  expect(drawWithDirection('# عنوان')).toMatch(/<h3 dir="auto"/);
  const list = drawWithDirection('- أول\n- ثان');
  expect(list).toContain('<ul dir="auto">');
  // A list whose items had a direction of their own would not see their letters.
  expect(list).not.toMatch(/<li[^>]* dir=/);
  expect(drawWithDirection('> اقتباس')).toContain('<blockquote dir="auto"><p>');
});

test('code runs from left to right everywhere', () => {
  expect(drawWithDirection('1. أول\n\n   ```js\n   a != b\n   ```')).toMatch(/<figure[^>]* dir="ltr"/);
  expect(drawWithDirection('استخدم `a != b`')).toMatch(/<code[^>]* dir="ltr"/);
});
