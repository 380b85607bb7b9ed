import { expect, test } from 'vitest';
import { createMarkdownText } from '../../../../../electron/cli/output/markdown-text.ts';

const bold = (text: string) => `\x1b[1m${text}\x1b[22m`;
const italic = (text: string) => `\x1b[3m${text}\x1b[23m`;
const code = (text: string) => `\x1b[36m${text}\x1b[39m`;

function render(...chunks: string[]): string {
  const markdown = createMarkdownText();
  return chunks.map((chunk) => markdown.add(chunk)).join('') + markdown.end();
}

const samples: readonly (readonly [string, string])[] = [
  ['plain text\nand more', 'plain text\nand more'],
  ['a **bold** and *italic* word', `a ${bold('bold')} and ${italic('italic')} word`],
  ['use `npm test` now', `use ${code('npm test')} now`],
  ['`**not bold**`', code('**not bold**')],
  ['# A title\ntext', `${bold('A title')}\ntext`],
  ['- one\n  - two\n* three', '• one\n  • two\n• three'],
  ['1. one\n2. two', '1. one\n2. two'],
  ['> quoted\nnot', '│ quoted\nnot'],
  ['---\nrule', '---\nrule'],
  ['2 * 3 * 4 = 24', '2 * 3 * 4 = 24'],
  ['snake_case_name and _yes_', `snake_case_name and ${italic('yes')}`],
  ['\\*stars\\*', '*stars*'],
  ['an *open end\nnext line', `an \x1b[3mopen end\x1b[23m\nnext line`],
  ['```js\nconst a = "**";\n# no title\n```\nafter', `\x1b[36mconst a = "**";\n# no title\n\x1b[39mafter`],
  ['```\n- no item', '\x1b[36m- no item\x1b[39m'],
  ['| a | b |\n| - | - |', '| a | b |\n| - | - |'],
  ['#hashtag is no title', '#hashtag is no title'],
  ['***both***', `\x1b[1m\x1b[3mboth\x1b[22m\x1b[23m`],
];

test.each(samples)('renders %j', (source, shown) => {
  expect(render(source)).toBe(shown);
});

test.each(samples)('renders %j the same wherever it is split', (source, shown) => {
  for (let at = 0; at <= source.length; at += 1) expect(render(source.slice(0, at), source.slice(at))).toBe(shown);
  expect(render(...source)).toBe(shown);
});

test('shows the words of a long line before its end', () => {
  const markdown = createMarkdownText();
  expect(markdown.add('The quick **brown')).toBe('The quick \x1b[1mbrown');
});
