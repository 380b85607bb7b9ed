import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { historyLimit, openPromptHistory } from '../../../../../electron/cli/input/prompt-history.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'patchbay-history-'));
});
afterAll(() => rm(home, { recursive: true }));

const refuse = (why: string) => expect.unreachable(why);

test('turns are kept for the next conversation, newest first, in a file of their owner', async () => {
  const folder = path.join(home, 'new', 'data');
  const history = await openPromptHistory(folder, refuse);
  for (const turn of ['one', 'two\nlines', 'two\nlines', 'x'.repeat(10_001)]) history.add(turn);
  const read = async () => (await openPromptHistory(folder, refuse)).turns;
  await vi.waitFor(async () => expect(await read()).toEqual(['two\nlines', 'one']));
  const file = path.join(folder, 'chat-history');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a file that is too long is shortened, and damaged lines are left out', async () => {
  const file = path.join(home, 'chat-history');
  const turns = Array.from({ length: historyLimit + 5 }, (_, at) => `turn ${at}`);
  await writeFile(file, `${turns.map((turn) => JSON.stringify(turn)).join('\n')}\n"cut sh\n42\n`);
  expect((await openPromptHistory(home, refuse)).turns).toEqual(turns.slice(5).toReversed());
  await vi.waitFor(async () => expect((await readFile(file, 'utf8')).split('\n').length).toBe(historyLimit + 1));
});

test('a folder that cannot be used is reported once, and the conversation continues', async () => {
  const file = path.join(home, 'no-folder');
  await writeFile(file, '');
  const problems: string[] = [];
  const history = await openPromptHistory(file, (why) => problems.push(why));
  history.add('one');
  history.add('two');
  expect([history.turns, problems]).toEqual([[], ['ENOTDIR']]);
});
