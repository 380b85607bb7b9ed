import { expect, test } from 'vitest';
import { helpOn } from '../../../../../electron/cli/output/help.ts';
import { program } from '../run-program.ts';

const topics = [
  '',
  'run',
  'chat',
  'models',
  'check',
  'tasks',
  'realtime',
  'backup',
  'restore',
  'routes',
  'serve',
  'demo',
  'exit-codes',
];

/** The words in their order, without the backslash that continues a shell line. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '\\');

test.each([40, 60, 80, 100, 120])('at %i columns no line is too long, and no word is lost', (columns) => {
  for (const topic of topics) {
    const text = helpOn(topic, columns);
    expect(wordsOf(text)).toEqual(wordsOf(helpOn(topic, 120)));
    // A word cannot be broken, and an option stays with its value.
    const canBreak = (line: string) => line.replace(/ \\$/, '').trim().split(' ').length > 2;
    const tooLong = text.split('\n').filter((line) => line.length > columns && canBreak(line));
    expect(tooLong.map((line) => `${topic}: ${line}`)).toEqual([]);
  }
});

test('a description stays in its column, and an example can still be pasted', () => {
  const text = helpOn('run', 60);
  expect(text).toMatch(/^ {2}--base-url URL {10}used for this command only, never\n {26}saved; with or without \/v1$/m);
  expect(text).toMatch(/^ {2}patchbay run embeddings - .*\\\n {6}\S.*< lines\.txt$/m);
});

test('without a terminal the help has 80 columns', async () => {
  const { code, stdout } = await program(['help', 'check']);
  expect(code).toBe(0);
  expect(stdout).toBe(helpOn('check', 80));
});
