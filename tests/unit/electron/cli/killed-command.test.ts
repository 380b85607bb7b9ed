import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { startProgram } from '../../../support/cli/run-program.ts';

const key = 'CANARY-5a1f77c2d9';
let gateway: DemoGateway;
let folder = '';
let env: Record<string, string> = {};
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 20, key });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-killed-'));
  env = { TMPDIR: folder, PATCHBAY_DATA_DIR: path.join(folder, 'data'), PATCHBAY_API_KEY: key };
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const left = () => readdirSync(folder).filter((name) => name.startsWith('patchbay-command-'));
const run = (...args: string[]) => startProgram(args, { env }).done;

/** Starts a reply, and ends the program in the middle of it as a full memory or a power cut would. */
async function kill(...args: string[]) {
  const running = startProgram(['chat', 'secret plan', '-m', 'faulty/hang-mid-body', ...args], { env, input: null });
  running.child.stdin?.end();
  await running.waitForOutput('e');
  // What arrives is recorded in intervals.
  await setTimeout(1500);
  running.child.kill('SIGKILL');
  await running.done;
}

test('requests of a killed command are in the history after the next one, and its folder is gone', {
  timeout: 60_000,
}, async () => {
  await kill('--base-url', gateway.url);
  expect(left()).toHaveLength(1);
  const { stdout } = await run('wire', 'list', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ routeId: 'chat.completions', state: 'interrupted' });
  const shown = JSON.parse((await run('wire', 'show', JSON.parse(stdout).id, '--json')).stdout);
  expect(shown.requestBody.data).toContain('secret plan');
  expect(shown.responseBody.data).not.toBe('');
  expect(left()).toEqual([]);
});

test.each([['--demo'], ['--no-history']])(
  'with %s, a killed command leaves nothing after the next one',
  { timeout: 60_000 },
  async (option) => {
    const before = (await run('wire', 'list')).stdout;
    await kill(option, ...(option === '--demo' ? [] : ['--base-url', gateway.url]));
    expect(left()).toHaveLength(1);
    expect((await run('wire', 'list')).stdout).toBe(before);
    expect(left()).toEqual([]);
  },
);

test('the folder of a running command is left alone', { timeout: 60_000 }, async () => {
  const running = startProgram(['chat', 'hi', '-m', 'faulty/hang-mid-body', '--base-url', gateway.url], { env });
  await running.waitForOutput('e');
  await run('wire', 'list');
  const [name = ''] = left();
  expect(readFileSync(path.join(folder, name, 'command.json'), 'utf8')).toContain('keepIn');
  running.child.kill('SIGINT');
  expect((await running.done).code).toBe(130);
  expect(left()).toEqual([]);
});
