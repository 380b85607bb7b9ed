import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { AppError } from '#shared/routes/failure.ts';
import { check } from '../../../../electron/cli/check-command.ts';
import { exitCodes, exitOfFailure } from '../../../../electron/cli/exit-codes.ts';
import { UsageError } from '../../../../electron/cli/usage-error.ts';
import { hearTerminal, noKeyboard } from './fake-streams.ts';
import { program } from './run-program.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-0b1c2d3e4f' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-check-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const here = () => ['--base-url', gateway.url];
const withKey = (key = gateway.key) => ({ env: { PATCHBAY_API_KEY: key } });

test('a table on stdout, the cells as they end on stderr, 0 when something works', async () => {
  const args = ['check', '--routes', 'models,chat.completions', ...here()];
  const { code, stdout, stderr } = await program(args, withKey());
  expect(code).toBe(0);
  expect(stdout.split('\n')[0]).toMatch(/^route +key +model +verdict +status +ms$/);
  expect(stdout).toMatch(/^GET models .* works +200 +\d+$/m);
  expect(stdout).toMatch(/chat\.completions .* works \(refused as it should\)/);
  expect(stderr).toContain('2 cells, 2 calls, 0 left out; nothing is generated.');
});

test('--json: a cell a line and the end last; no secret in any of it', async () => {
  const { code, stdout, stderr } = await program(['check', '--routes', 'models', '--json', ...here()], withKey());
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(lines.map(({ type }) => type)).toEqual(['check-cell', 'check-end']);
  expect(lines[1]).toMatchObject({ state: 'done', cells: 1, verdicts: { works: 1 } });
  expect(stdout + stderr).not.toContain('CANARY');
});

test('a key that the gateway refuses ends with the status for keys', async () => {
  const { code } = await program(['check', '--routes', 'models', ...here()], withKey('wrong'));
  expect(code).toBe(3);
});

test('what worked in the baseline and no longer does ends with 8', async () => {
  let isGood = true;
  const server = createServer((_request, response) => {
    response.writeHead(isGood ? 200 : 503, { 'content-type': 'application/json' });
    response.end(isGood ? '{"object":"list","data":[{"id":"m"}]}' : '{"error":{"message":"down"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['check', '--base-url', address];
  const report = path.join(folder, 'last.json');
  expect((await program([...args, '--routes', 'models', '--report', report], withKey())).code).toBe(0);
  expect(JSON.parse(await readFile(report, 'utf8')).format).toBe('patchbay-check-1');
  isGood = false;
  const { code, stderr } = await program([...args, '--routes', 'models', '--baseline', report], withKey());
  expect(code).toBe(8);
  expect(stderr).toContain('NO LONGER WORKS: models');
});

test('--plan says what would be done and sends nothing but the listing', async () => {
  const before = gateway.requests();
  const args = ['check', '--level', 'cheap', '--plan', '--routes', 'chat.completions,images.generations', ...here()];
  const { code, stdout, stderr } = await program(args, withKey());
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(/2 cells, 1 calls, 1 left out; at most about \d+ tokens\./);
  expect(gateway.requests() - before).toBe(2);
});

test.each([
  [['--level', 'deep'], '--level is one of free, cheap, full'],
  [['--routes', 'nonsense'], 'there is no route nonsense'],
  [['--report', 'x.pdf'], '.html, .csv or .json'],
  [['--baseline', '/nowhere/x.json'], 'can not be read'],
  [['--max-calls', '0'], '--max-calls wants a whole number'],
  [['--keys', 'nobody'], 'No key is called nobody'],
])('%j is refused before anything is tried', async (args, message) => {
  const surroundings = {
    ...withKey(),
    version: '1',
    ...noKeyboard(),
    root: folder,
    openTerminal: () => hearTerminal(),
  };
  const thrown = await check([...args, ...here()], surroundings).catch((refused: unknown) => refused);
  expect([exitOf(thrown), String(thrown)]).toEqual([2, expect.stringContaining(message)]);
});

/** The exit status of a program that was given up so. */
const exitOf = (thrown: unknown) =>
  thrown instanceof UsageError ? exitCodes.usage : exitOfFailure(AppError.from(thrown).code);
