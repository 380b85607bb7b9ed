import { expect, test } from 'vitest';
import { blockStep, DocumentReader } from '../../../../../renderer/ui/markdown/document-reader.ts';
import { growth } from '../../../../support/growth.ts';
import { drawDocument, drawOneShot, drawStreamed } from './draw.tsx';

const elements = (markup: string) => markup.match(/<[a-z]/g)?.length ?? 0;

test.each([
  ['a word of two million letters', 'x'.repeat(2_000_000), 'Show more'],
  ['backslashes', '\\'.repeat(100_000), 'Show more'],
  ['brackets that open nothing', '[a]('.repeat(30_000), 'Show more'],
  ['letters with many marks', `a${'\u0301'.repeat(80)}`.repeat(3000), 'Show more'],
  ['a formula of braces', `$${'{'.repeat(50_000)}$`, 'Show more'],
  ['a list of 2,000 levels', Array.from({ length: 2000 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n'), 'Show more'],
  ['a list of 10,000 items', '- x\n'.repeat(10_000), 'Show more'],
  ['a list of 50,000 items', '- x\n'.repeat(50_000), 'Show more'],
  ['a table of 5,000 columns', ['|a', '|-', '|b'].map((cell) => cell.repeat(5000)).join('|\n'), 'Show more columns'],
  ['a table of 5,000 rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(5000)}`, 'Show more rows'],
  ['a table of 50,000 rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`, 'Show more'],
  ['a line of 5,000 formulas', '$x$ '.repeat(3500), 'Show more'],
])('the beginning of %s is rendered, and a button renders more', (_what, text, button) => {
  const markup = drawOneShot(text);
  expect(markup.length).toBeLessThan(400_000);
  expect(elements(markup)).toBeLessThan(8000);
  expect(markup).toContain(`${button}</button>`);
  expect(markup).not.toMatch(/[^\s<>]{1000}/);
  expect(drawStreamed(text.slice(0, 60_000), [59_000])).toBe(drawOneShot(text.slice(0, 60_000)));
});

test('what people actually read is rendered whole, without a button', () => {
  const long = `${'A sentence with **words** in it. '.repeat(300)}\n\n${'- an item\n'.repeat(300)}\n|a|b|\n|-|-|\n${'|1|2|\n'.repeat(300)}`;
  const markup = drawOneShot(long);
  expect(markup).not.toContain('<button');
  expect(markup.match(/<strong>/g)).toHaveLength(300);
  expect(markup.match(/<li>/g)).toHaveLength(300);
  expect(markup.match(/<tr>/g)).toHaveLength(301);
});

test('a word longer than any URL is not searched for links; the text around it is', () => {
  const markup = drawOneShot(`**bold** ${'a.'.repeat(3000)}@ [link](https://example.com/${'a'.repeat(2000)})`);
  expect(markup).toContain('<strong>bold</strong>');
  expect(markup).toContain(`href="https://example.com/${'a'.repeat(2000)}"`);
});

test('thousands of blocks are read in steps, with the same result as in one pass', () => {
  const text = Array.from({ length: 1000 }, (_, at) => `Block ${at} with [a link] and a note[^n].`).join('\n\n');
  const whole = `${text}\n\n[a link]: https://example.com\n\n[^n]: The note.\n`;
  const reader = new DocumentReader(() => 0);
  let read = reader.read(whole, false);
  expect(read.groups.flat()).toHaveLength(blockStep);
  expect(read.footnotes).toEqual([]);
  let steps = 1;
  for (; read.waitMs > 0; steps += 1) {
    const before = read.groups[0];
    read = reader.read(whole, false);
    if (read.waitMs > 0) expect(read.groups[0]).toBe(before);
  }
  expect(steps).toBe(6);
  expect(drawDocument(read)).toBe(drawOneShot(whole));
  expect(reader.read(whole, false)).toBe(read);
});

test.each([
  ['footnotes', (at: number) => `[^${at}]: x`],
  ['link definitions', (at: number) => `[a${at}]: x`],
  ['paragraphs', () => 'x'],
  ['labels that never end', () => '[\\'.repeat(20)],
])('the cost of reading %s is linear in their number', (_what, block) => {
  const text = (size: number) => Array.from({ length: size }, (_, at) => block(at)).join('\n\n');
  const read = (source: string) => {
    const reader = new DocumentReader(() => 0);
    for (let one = reader.read(source, false); one.waitMs > 0; ) one = reader.read(source, false);
  };
  expect(growth(1000, text, read)).toBeLessThan(24);
});
