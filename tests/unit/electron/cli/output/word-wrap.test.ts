import { expect, test } from 'vitest';
import { widthOf } from '../../../../../electron/cli/output/table.ts';
import { createWordWrap } from '../../../../../electron/cli/output/word-wrap.ts';

/** Wraps a text that arrives in pieces of this many characters. */
function wrapped(text: string, columns: number | undefined, piece = 1): string {
  const wrap = createWordWrap(() => columns);
  let shown = '';
  for (let at = 0; at < text.length; at += piece) shown += wrap.add(text.slice(at, at + piece));
  return shown + wrap.end();
}

const sentence = 'The quick brown fox jumps over the lazy dog, and **then** it rests.';

test.each([1, 3, 7, 500])('lines end between words, in pieces of %i characters', (piece) => {
  const shown = wrapped(sentence, 21, piece);
  expect(shown).toBe('The quick brown fox\njumps over the lazy\ndog, and **then** it\nrests.');
});

test('without a terminal nothing is changed', () => {
  expect(wrapped(`${sentence}\n\n  indented`, undefined)).toBe(`${sentence}\n\n  indented`);
});

test('a word that is longer than a line, code and tables stay whole', () => {
  const url = `https://gateway.test/${'a'.repeat(60)}`;
  const text = `see ${url}\n\`\`\`\n${'code '.repeat(10)}\n\`\`\`\n| ${'cell | '.repeat(10)}\n`;
  expect(wrapped(text, 30).replaceAll('\nhttps', ' https')).toBe(text);
});

test('rendered code is not broken, and styles take no columns', () => {
  const code = `\u001b[36m${'x y '.repeat(20)}\n\u001b[39m`;
  expect(wrapped(code, 20, 500)).toBe(code);
  expect(wrapped('\u001b[1mone two\u001b[22m three', 15, 500)).toBe('\u001b[1mone two\u001b[22m three');
});

test('Chinese lines are broken between characters, none wider than the terminal', () => {
  const text = '网关把请求转发给模型，然后把回复逐字返回。'.repeat(4);
  const lines = wrapped(text, 44).split('\n');
  expect(lines.join('')).toBe(text);
  for (const line of lines) expect(widthOf(line)).toBeLessThan(44);
});
