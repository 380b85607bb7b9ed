import { expect, test } from 'vitest';
import { decodeEntities } from '../../../../../renderer/ui/markdown/decode-entities.ts';
import { findLabels } from '../../../../../renderer/ui/markdown/document-reader.ts';
import cases from './dialect-cases.json' with { type: 'json' };
import { drawOneShot, drawStreamed } from './draw.tsx';

test('character references become characters, in text and in URLs, not in code', () => {
  expect(drawOneShot('AT&amp;T &copy; &#65;&#x42; &unknown; &amp;lt;')).toBe(
    '<p>AT&amp;T © AB &amp;unknown; &amp;lt;</p>',
  );
  expect(drawOneShot('`&amp;`')).toContain('&amp;amp;</code>');
  expect(drawOneShot('[x](https://a.example/?b=1&amp;c=2)')).toContain('href="https://a.example/?b=1&amp;c=2"');
  expect(decodeEntities('&#0; &#xD800; &#1114112;')).toBe('\ufffd \ufffd \ufffd');
});

test('headings start below the levels of the page', () => {
  expect(drawOneShot('# a\n\n###### b')).toMatch(/^<h3.*<h6/);
});

test('lists: tight, loose, nested, custom start numbers, tasks', () => {
  expect(drawOneShot('- a\n- b')).toBe('<ul><li><span>a</span></li><li><span>b</span></li></ul>');
  expect(drawOneShot('- a\n\n- b')).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  expect(drawOneShot('3. a\n4. b')).toMatch(/^<ol start="3">/);
  expect(drawOneShot('- [x] a')).toContain('aria-label="done"');
  expect(drawOneShot('- [ ] a')).toContain('aria-label="open"');
});

test('footnotes are numbered by their first use, and an unused one is not lost', () => {
  const drawn = drawOneShot('a[^b] c[^a] d[^b] e[^none]\n\n[^a]: second\n\n[^b]: first\n\n[^unused]: still here');
  expect([...drawn.matchAll(/aria-label="notes (\d)"/g)].map((match) => match[1])).toEqual(['1', '2', '1']);
  expect(drawn).toContain('e[^none]');
  expect(drawn.indexOf('first')).toBeLessThan(drawn.indexOf('second'));
  expect(drawn).toContain('still here');
});

test('a definition with an open quote swallows nothing', () => {
  expect(drawOneShot('[a]: /u "open\n\ntext')).toContain('<p>text</p>');
});

test('labels are compared case-insensitively and by words', () => {
  expect([...findLabels('[Foo  Bar] [x](y) [^1] [a\\]b]')]).toEqual(['foo bar', 'x', '^1', 'a\\]b']);
});

test('input that once broke the grammar is parsed', () => {
  expect(() => drawOneShot('- text\n  > - a\n  b\n  > - c\n')).not.toThrow();
});

// A model in a loop, or a hostile one. Each of these once took seconds or broke the parser.
test.each([
  ['quotes', `${'> '.repeat(5000)}a`],
  ['lists', `${'- '.repeat(5000)}a`],
  ['nested lists', Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
  ['open emphasis', '_a'.repeat(25_000)],
  ['open formulas', '\\(a '.repeat(12_500)],
  ['formula lines', '$$\na\n'.repeat(8000)],
  ['brackets', '['.repeat(50_000)],
  ['nested emphasis', `${'*a **b '.repeat(300)}${'** *'.repeat(300)}`],
])('a flood of %s is rendered without nesting the page too deeply', (_, text) => {
  const drawn = drawOneShot(text);
  let depth = 0;
  let deepest = 0;
  for (const [tag] of drawn.matchAll(/<\/?[a-z][^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  expect(drawn.length).toBeGreaterThan(0);
  expect(deepest).toBeLessThan(200);
});

/** Without what only matters to the eye. */
const structureOf = (markup: string) =>
  markup.replace(/ (?:class|rel|tabindex)="[^"]*"/g, '').replace(/<figcaption>.*?<\/figcaption>|<svg.*?<\/svg>/g, '');

// Emphasis beside Chinese, Japanese and Korean, prices and formulas, URLs, breaks, lists, notes, HTML shown as text: as
// models write them, and as parsers that count on spaces between words break them.
test.each(cases as [string, string][])('%s', (text, structure) => {
  expect(structureOf(drawOneShot(text))).toBe(structure);
  const everywhere = Array.from({ length: text.length }, (_, at) => at);
  expect(structureOf(drawStreamed(text, everywhere))).toBe(structure);
});
