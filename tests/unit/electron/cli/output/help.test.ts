import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from '../../../../../electron/cli/input/options.ts';
import { helpOn } from '../../../../../electron/cli/output/help.ts';
import { helpTopics } from '../../../../../electron/cli/output/help-topics.ts';
import { commandSpecs } from '../../../../../electron/cli/specs/index.ts';
import type { CommandSpec } from '../../../../../electron/cli/specs/spec.ts';
import { program } from '../../../../support/cli/run-program.ts';
import { isInstalled } from '../documents/run-examples.ts';

const commands: [string, CommandSpec][] = Object.entries(commandSpecs);
const topics = ['', ...Object.keys(commandSpecs), ...Object.keys(helpTopics)];

/** The words in their order, without the backslash that continues a shell line. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '\\');

test.each([40, 60, 80, 100, 120])('at %i columns no line is too long, and no word is lost', (columns) => {
  for (const topic of topics) {
    const text = helpOn(topic, columns);
    expect(wordsOf(text)).toEqual(wordsOf(helpOn(topic, 120)));
    // A word cannot be broken, and an option stays with its value.
    const canBreak = (line: string) =>
      line
        .replace(/ \\$|'[^']*'/g, '')
        .trim()
        .split(' ').length > 3;
    const tooLong = text.split('\n').filter((line) => line.length > columns && canBreak(line));
    expect(tooLong.map((line) => `${topic}: ${line}`)).toEqual([]);
  }
});

test('a description stays in its column, and an example can still be pasted', () => {
  const text = helpOn('run', 60);
  expect(text).toMatch(/^ {6}--base-url URL {10}Use this gateway for one\n {30}command, without saving it$/m);
  expect(text).toMatch(/^ {2}patchbay run embeddings - .*\\\n {6}\S.*< lines\.txt$/m);
});

test.each(commands)('%s: the help has every option with its values and its default', (name, { options, examples }) => {
  const text = helpOn(name, 120).replace(/\s+/g, ' ');
  for (const [option, { short, value, choices = [], default: preset, unset }] of Object.entries(options)) {
    expect(text).toContain(`${short ? ` -${short}, ` : ' '}--${option}${value ? ` ${value}` : ''} `);
    if (choices.length > 0 && choices.length <= 8) expect(text).toContain(choices.join(', '));
    const without = preset ?? unset;
    if (without !== undefined) expect(text).toContain(`(default: ${without.toLocaleString('en-US')})`);
  }
  for (const example of examples) expect(text).toContain(example);
});

test('sections follow the order of gh: usage, examples, commands or options, learn more', () => {
  const titlesOf = (topic: string) => helpOn(topic, 80).match(/^[A-Z][A-Z ]+$/gm);
  expect(titlesOf('')).toEqual(['USAGE', 'EXAMPLES', 'TRY', 'INSPECT', 'DATA', 'SETUP', 'TOPICS', 'LEARN MORE']);
  const gateway = ['GATEWAY', 'KEY', 'WIRE', 'OUTPUT'];
  expect(titlesOf('chat')).toEqual(['USAGE', 'EXAMPLES', 'OPTIONS', ...gateway, 'LEARN MORE']);
  expect(titlesOf('tasks')?.slice(0, 6)).toEqual(['USAGE', 'EXAMPLES', 'COMMANDS', 'TASK', 'OPTIONS', 'CUSTOM ROUTE']);
});

test('the help of a command names only topics that exist', () => {
  for (const topic of topics)
    for (const [, named = ''] of helpOn(topic, 120).matchAll(/patchbay help ([\w-]+)/g))
      expect(topics).toContain(named);
});

test('without a terminal the help has 80 columns', async () => {
  const { code, stdout } = await program(['help', 'check']);
  expect(code).toBe(0);
  expect(stdout).toBe(helpOn('check', 80));
});

/** The words of an example as a shell splits them; without what stands before and after the command. */
function wordsOfExample(example: string, folder: string): string[] {
  const script = `patchbay() { printf '%s\\0' "$@" >&3; }; ${example}`;
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
  const { output } = spawnSync('bash', ['--norc', '-c', script], { cwd: folder, stdio: [...stdio], encoding: 'utf8' });
  return (output[3] ?? '').split('\0').slice(0, -1);
}

test.runIf(isInstalled('bash'))('every example of a command has options and values that the command accepts', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-help-'));
  for (const file of ['lines.txt', 'error.log']) writeFileSync(path.join(folder, file), '');
  try {
    for (const [name, { examples, options }] of commands)
      for (const example of examples.filter((one) => !/^(?:eval|ssh) |> ~/.test(one))) {
        const [command, ...args] = wordsOfExample(example, folder);
        expect([example, command]).toEqual([example, name]);
        expect(() => readOptions(args, options), example).not.toThrow();
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
