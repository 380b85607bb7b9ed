import { expect, test } from 'vitest';
import { decodeEntities } from '../../../../../renderer/ui/markdown/decode-entities.ts';
import { findLabels } from '../../../../../renderer/ui/markdown/document-reader.ts';
import { drawOneShot } from './draw.tsx';

test('character references become characters, in text and in URLs, not in code', () => {
  expect(drawOneShot('AT&amp;T &copy; &#65;&#x42; &unknown; &amp;lt;')).toBe(
    '<p>AT&amp;T © AB &amp;unknown; &amp;lt;</p>',
  );
  expect(drawOneShot('`&amp;`')).toContain('&amp;amp;</code>');
  expect(drawOneShot('[x](https://a.example/?b=1&amp;c=2)')).toContain('href="https://a.example/?b=1&amp;c=2"');
  expect(decodeEntities('&#0; &#xD800; &#1114112;')).toBe('\ufffd \ufffd \ufffd');
});

test('one tilde is a range, two strike through', () => {
  expect(drawOneShot('20~30 and 40~50')).toBe('<p>20~30 and 40~50</p>');
  expect(drawOneShot('~~gone~~')).toBe('<p><del>gone</del></p>');
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

test('emphasis neither opens nor closes inside a formula', () => {
  expect(drawOneShot('**$a*b$ and $c*d$**')).toMatch(/^<p><strong>.*<\/strong><\/p>$/);
  expect(drawOneShot('$a_1$ and $b_1$')).not.toContain('<em>');
});

test('a formula is its source until it can be drawn', () => {
  expect(drawOneShot('so $p^2$')).toMatch(/<code[^>]*>p\^2<\/code>/);
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

// Written by models, and broken by parsers that count on spaces between words.
test.each([
  [
    '这是一个**“会引起”**渲染错误的**“已知问题”**',
    '<p>这是一个<strong>“会引起”</strong>渲染错误的<strong>“已知问题”</strong></p>',
  ],
  ['**注意：**请先保存。**完成后，**再继续', '<p><strong>注意：</strong>请先保存。<strong>完成后，</strong>再继续</p>'],
  ['使用**`npm`**安装', '<p>使用<strong>'],
  ['他说*（笑）*好的', '<p>他说<em>（笑）</em>好的</p>'],
  ['これは**「重要」**です', '<p>これは<strong>「重要」</strong>です</p>'],
  ['이것은 **"중요"**입니다', '<p>이것은 <strong>&quot;중요&quot;</strong>입니다</p>'],
  ['价格是**$5**元', '<p>价格是<strong>$5</strong>元</p>'],
  ['**“外层*（内层）*结束”**了', '<p><strong>“外层<em>（内层）</em>结束”</strong>了</p>'],
  ['***“都是”***文字', '<strong>“都是”</strong>'],
])('emphasis beside Chinese, Japanese and Korean text: %s', (text, drawn) => {
  expect(drawOneShot(text)).toContain(drawn);
});

test('emphasis of other scripts is read as CommonMark reads it', () => {
  expect(drawOneShot('a**"b"**c')).toBe('<p>a**&quot;b&quot;**c</p>');
  expect(drawOneShot('2*3*4 and snake_case_name and ** not bold **')).toBe(
    '<p>2<em>3</em>4 and snake_case_name and ** not bold **</p>',
  );
});

test.each([
  [
    'The price is **$5** and the tax is **$1**.',
    '<p>The price is <strong>$5</strong> and the tax is <strong>$1</strong>.</p>',
  ],
  ['*$5* to *$10*, **$x$** not', '<p><em>$5</em> to <em>$10</em>, <strong>'],
  ['**US$5** or **US$6**', '<p><strong>US$5</strong> or <strong>US$6</strong></p>'],
])('bold prices are no formula: %s', (text, drawn) => {
  expect(drawOneShot(text)).toContain(drawn);
});

test.each([
  ['参见 https://example.com/path。后面的文字', 'https://example.com/path', '。后面的文字'],
  ['（https://example.com/a）', 'https://example.com/a', '）'],
  ['见https://example.com/a?b=1查看', 'https://example.com/a?b=1', '查看'],
  ['“https://example.com/a”，然后', 'https://example.com/a', '”，然后'],
  ['www.example.com、其他', 'http://www.example.com/', '、其他'],
  ['https://zh.example.org/wiki/中文 条目', 'https://zh.example.org/wiki/%E4%B8%AD%E6%96%87', ' 条目'],
])('a bare URL ends where other text begins: %s', (text, address, rest) => {
  const drawn = drawOneShot(text);
  expect(drawn).toContain(`href="${address}"`);
  expect(drawn).toContain(`</a>${rest}`);
});

test('<br> breaks a line, also in a cell; other tags are text', () => {
  expect(drawOneShot('| a |\n| - |\n| x<br>y<br/>z |')).toContain('x<br/>y<br/>z');
  expect(drawOneShot('a<BR />b <brand>')).toBe('<p>a<br/>b &lt;brand&gt;</p>');
});
