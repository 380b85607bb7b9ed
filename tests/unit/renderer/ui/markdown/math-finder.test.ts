import { expect, test } from 'vitest';
import { blockMathAt, inlineMathAt } from '../../../../../renderer/ui/markdown/math-finder.ts';

const inline = (source: string, before = ' ') => inlineMathAt(source, before)?.tex ?? null;

test.each([
  ['$x$', 'x'],
  ['$p^2$, so', 'p^2'],
  ['$5$ apples', '5'],
  ['$3 + 4 = 7$', '3 + 4 = 7'],
  ['$\\frac{1}{2}$', '\\frac{1}{2}'],
  ['$a \\$ b$', 'a \\$ b'],
  ['\\(x\\)', 'x'],
  ['$$x$$ in a line', 'x'],
  ['$n$-th', 'n'],
])('%s is a formula', (source, tex) => {
  expect(inline(source)).toBe(tex);
});

test.each([
  '$5 and $6',
  '$5 and 6$ more',
  '$20-$30',
  '$5/month or $10/year',
  '$ x $',
  '$x $ y',
  '$100k and growing$ is text',
  '$a `b$ c`',
  '$never closed',
  '$$',
  '$1,000 to $2,000',
])('%s is text', (source) => {
  expect(inline(source)).toBeNull();
});

test('a dollar sign after a letter or a digit opens nothing', () => {
  expect(inline('$5 or A$', 'S')).toBeNull();
  expect(inline('$x$', 'a')).toBeNull();
  expect(inline('$x$', '(')).toBe('x');
});

test('a formula that closes before a word is text', () => {
  expect(inline('$x$y')).toBeNull();
});

test('a block is on its own lines', () => {
  expect(blockMathAt('$$\nx\n$$\nmore')).toEqual({ raw: '$$\nx\n$$', tex: 'x', display: true });
  expect(blockMathAt('  \\[ x \\]')).toMatchObject({ tex: 'x' });
  expect(blockMathAt('$$ x $$ and text')).toBeNull();
});

test('a blank line or a fence inside ends the search', () => {
  expect(blockMathAt('$$\nx\n\ny\n$$')).toBeNull();
  expect(blockMathAt('$$\n```\ny\n$$')).toBeNull();
  expect(blockMathAt('$$\n\n$$')).toBeNull();
});
