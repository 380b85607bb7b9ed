import type { Token } from 'marked';
import { expect, test } from 'vitest';
import { lexMarkdown, noLinks } from '../../../../../renderer/ui/markdown/dialect.ts';
import { GrowingBlock } from '../../../../../renderer/ui/markdown/growing-block.ts';
import { drawTokens } from './draw.tsx';

const asItIs = (text: string) => text;

/** Grows a text by a few characters at a time and renders each state, both in one pass and incrementally. */
function compare(text: string): void {
  const lex = (part: string) => lexMarkdown(part, noLinks());
  const growing = new GrowingBlock(lex, asItIs);
  for (let end = 1; end <= text.length; end += 3) {
    const part = text.slice(0, end);
    expect(drawTokens(growing.read(part)), JSON.stringify(part.slice(-60))).toBe(drawTokens(lex(part)));
  }
}

const items = (mark: (at: number) => string, between: string) =>
  Array.from({ length: 12 }, (_, at) => `${mark(at)} item **${at}**\n  - below\n  - \`code\``).join(between);

test.each([
  ['a tight list', items(() => '-', '\n')],
  ['a loose list', items(() => '-', '\n\n')],
  ['a list that becomes loose late', `${items(() => '-', '\n')}\n\n- apart\n- end`],
  ['a numbered list', items((at) => `${at + 4}.`, '\n')],
  ['a list of tasks', Array.from({ length: 12 }, (_, at) => `- [${at % 2 ? 'x' : ' '}] task ${at}`).join('\n')],
  ['a list below a sentence', `Here are some:\n${items(() => '*', '\n')}`],
  [
    'a table',
    `| a | b |\n|---|--:|\n${Array.from({ length: 12 }, (_, at) => `| \`x${at}\` | **${at}** \\| y |`).join('\n')}`,
  ],
  [
    'a table below a sentence',
    `Numbers:\n| a | b |\n|---|--:|\n${Array.from({ length: 12 }, (_, at) => `${at} | ${at * 2}`).join('\n')}`,
  ],
  ['a list that ends in something else', `${items(() => '-', '\n')}\n# heading\ntext`],
  ['a table that ends in something else', '| a |\n|---|\n| 1 |\n| 2 |\n> quote\n\ntext'],
])('%s reads the same while it grows', (_, text) => {
  compare(text);
});

test('finished items and rows are not read again', () => {
  let read = 0;
  const lex = (part: string): Token[] => {
    read += part.length;
    return lexMarkdown(part, noLinks());
  };
  const text = `| a | b |\n|---|---|\n${'| one | two |\n'.repeat(500)}`;
  const growing = new GrowingBlock(lex, asItIs);
  for (let end = 20; end <= text.length; end += 20) growing.read(text.slice(0, end));
  expect(read).toBeLessThan(text.length * 10);
});

test('known items keep their identity, so that they are not rendered again', () => {
  const growing = new GrowingBlock((part) => lexMarkdown(part, noLinks()), asItIs);
  const itemsOf = (tokens: readonly Token[]) => (tokens[0]?.type === 'list' ? (tokens[0].items as unknown[]) : []);
  growing.read('- a\n- b\n- c');
  const before = itemsOf(growing.read('- a\n- b\n- c\n- d'));
  const after = itemsOf(growing.read('- a\n- b\n- c\n- d\n- e'));
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
  expect(after[1]).toBe(before[1]);
});
