import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { jsonLineSchema } from '../../../../scripts/terminal-pages/json-line-schema.ts';
import { startProgram } from '../../../support/cli/run-program.ts';
import { type BatchResult, runBatch } from './run-batch.ts';

const schemaFile = path.join(import.meta.dirname, '../../../../docs/guide/json-lines.schema.json');
const published = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
const strict = new Ajv2020({ allowUnionTypes: true }).addSchema(jsonLineSchema(true), 'lines');

/** Validates a line against the published schema and against the strict one; returns what is wrong. */
function problemsOf(command: string, line: Record<string, unknown>): unknown[] {
  const isPart = command === 'realtime' && line.type !== 'failure';
  const own = strict.getSchema(`lines#/$defs/${isPart ? 'realtime-' : ''}${line.type}-line`);
  if (!own) return [`unknown line type ${line.type}`];
  if (own(line) && published(line)) return [];
  return [line, ...(own.errors ?? []), ...(published.errors ?? [])];
}

const problemsIn = (results: readonly BatchResult[]) =>
  results.flatMap(({ args, lines }) => lines.flatMap((line) => problemsOf(args[0] as string, line)));

let gateway: DemoGateway;
let silent: Server;
let folder = '';
let dead = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-5d1f8e2a7c' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-lines-'));
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  dead = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  await writeFile(path.join(folder, 'file'), '');
});
afterAll(async () => {
  await gateway.close();
  await new Promise((resolve) => silent.close(resolve).closeAllConnections());
  await rm(folder, { recursive: true });
});

const here = () => ['--base-url', gateway.url, '--json'];
const env = (more: Record<string, string> = {}) => ({
  HOME: folder,
  TMPDIR: folder,
  PATCHBAY_DATA_DIR: path.join(folder, 'data'),
  PATCHBAY_API_KEY: gateway.key,
  ...more,
});
const file = (name: string) => path.join(folder, name);
const typesOf = ({ lines }: BatchResult) => lines.map(({ type }) => type);
const tools = 'tools=[{"type":"function","function":{"name":"weather","parameters":{"type":"object"}}}]';

test('every line of a successful command matches the schema', async () => {
  const report = file('last.json');
  const check = ['check', '--routes', 'models,chat.completions', ...here()];
  const commands: [string[], string][] = [
    [['chat', 'Hello', '-m', 'demo-chat', ...here()], 'run-end'],
    [['run', 'chat.completions', 'weather', '-m', 'demo-tools', '--stream', '--set', tools, ...here()], 'run-end'],
    [['run', 'chat.completions', 'Hi', '-m', 'demo-chat', '--set', 'n=2', ...here()], 'run-end'],
    [['run', 'responses', 'Hi', '-m', 'demo-reasoner', '--stream', ...here()], 'run-end'],
    [['run', 'responses.compact', 'Hi', '-m', 'demo-chat', ...here()], 'run-end'],
    [['run', 'native.streamGenerateContent', 'Hi', '-m', 'demo-chat', ...here()], 'run-end'],
    [['run', 'models', ...here()], 'run-end'],
    [['run', 'embeddings', 'a', 'b', '-m', 'demo-embed', ...here()], 'run-end'],
    [['run', 'rerank', 'fruit', 'apple', 'stone', '-m', 'demo-rerank', ...here()], 'run-end'],
    [['run', 'edits', 'upper case', '-m', 'demo-edit', '--set', 'input=a', ...here()], 'run-end'],
    [['run', 'images.generations', 'a fox', '-m', 'demo-image', '-o', file('fox.png'), ...here()], 'run-end'],
    [['run', 'audio.speech', 'Hello', '-m', 'demo-tts', '-o', file('hello.wav'), ...here()], 'run-end'],
    [
      [
        'run',
        'audio.transcriptions',
        file('hello.wav'),
        '-m',
        'demo-whisper',
        '--form',
        'response_format=verbose_json',
        ...here(),
      ],
      'run-end',
    ],
    [['run', 'videos', 'a hill', '-m', 'demo-video', '--set', 'seconds="1"', ...here()], 'run-end'],
    [['run', 'custom', '--path', '/vendor/echo', ...here()], 'run-end'],
    [
      ['tasks', 'submit', 'a hill', '-m', 'demo-video', '--set', 'seconds="1"', '-o', file('hill.mp4'), ...here()],
      'task-end',
    ],
    [['realtime', '--text', 'Hello', '-m', 'demo-realtime', '-o', file('said.wav'), ...here()], 'ended'],
    [['models', ...here()], 'model'],
    [[...check, '--report', report], 'check-end'],
    [[...check, '--baseline', report], 'check-end'],
    [[...check, '--plan', '--level', 'cheap'], 'check-plan-end'],
    [['routes', '--json'], 'route'],
    [['demo', '--scenarios', '--json'], 'scenario'],
    [['tasks', 'list', '--json'], ''],
    [['connections', 'add', 'work', '--base-url', gateway.url, '--json'], 'connection'],
    [['connections', 'use', 'work', '--model', 'demo-chat', '--json'], 'connection'],
    [['connections', 'show', '--json'], 'connection'],
    [['connections', 'list', '--json'], 'connection'],
    [['connections', 'test', '--json'], 'key-test'],
    [['connections', 'export', '--out', file('work.patchbay'), '--json'], 'connections-exported'],
    [['connections', 'remove', 'work', '--yes', '--json'], 'connection-removed'],
    [['connections', 'import', file('work.patchbay'), '--json'], 'connection-imported'],
    [['keys', 'list', '--json'], ''],
    [['backup', '--out', file('all.tar'), '--json'], 'backup'],
    [['restore', file('all.tar'), '--yes', '--json'], 'restore'],
  ];
  const results = await runBatch(
    commands.map(([args]) => args),
    env(),
  );
  expect(results.map(({ args, code }) => [code, args[0], args[1]])).toEqual(
    commands.map(([args]) => [0, args[0], args[1]]),
  );
  expect(problemsIn(results)).toEqual([]);
  expect(results.map((result) => typesOf(result).at(-1) ?? '')).toEqual(commands.map(([, last]) => last));
  const seen = new Set(results.flatMap(typesOf));
  for (const type of ['tool-call', 'reasoning-delta', 'vector', 'ranking', 'image', 'file', 'transcript', 'notice'])
    expect(seen).toContain(type);
}, 120_000);

test('every failure is a line with its exit status, whatever the command', async () => {
  const faulty = (name: string) => ['chat', 'Hi', '-m', `faulty/${name}`, ...here()];
  const lost = ['--base-url', dead, '--json'];
  const commands: [string[], number, string][] = [
    [['chta', '--json'], 2, 'usage'],
    [['chat', 'Hi', '--json', '--modl', 'm'], 2, 'usage'],
    [['chat', 'Hi', ...here()], 2, 'usage'],
    [['run', 'nosuch', ...here()], 2, 'usage'],
    [['run', 'audio.speech', 'Hi', '-m', 'demo-tts', ...here()], 2, 'usage'],
    [['check', '--level', 'fulll', ...here()], 2, 'usage'],
    [['tasks', 'get', 'nothing', '--json'], 2, 'usage'],
    [['restore', file('all.tar'), '--json'], 2, 'usage'],
    [['serve', '--json'], 2, 'usage'],
    [['demo', '--scenario', 'nosuch', '--json'], 2, 'bad-draft'],
    [['chat', 'Hi', '-m', 'm', ...lost], 5, 'refused'],
    [['models', ...lost], 5, 'refused'],
    [['check', '--routes', 'chat.completions', ...lost], 5, 'refused'],
    [['realtime', '--text', 'Hi', '-m', 'm', '--no-reconnect', ...lost], 5, 'refused'],
    [['tasks', 'submit', 'a hill', '-m', 'm', '-o', file('lost.mp4'), ...lost], 5, 'refused'],
    [faulty('401'), 3, 'auth'],
    [faulty('402'), 9, 'upstream-account'],
    [faulty('429-retry-after'), 4, 'rate-limited'],
    [faulty('502-html'), 1, 'upstream'],
    [faulty('cut-mid-stream'), 6, 'reset'],
    [faulty('error-in-band'), 9, 'upstream-account'],
    [['run', 'chat.completions', '--body', '{bad', ...here()], 2, 'bad-draft'],
  ];
  const results = await runBatch(
    commands.map(([args]) => args),
    env(),
  );
  const ends = results.map(({ args, code, lines }) => {
    const failure = lines.find(({ type }) => type === 'failure');
    return [args.join(' '), code, failure?.code, failure?.exit];
  });
  expect(ends).toEqual(commands.map(([args, code, name]) => [args.join(' '), code, name, code]));
  expect(problemsIn(results)).toEqual([]);
}, 120_000);

test('the lines of a check include planned refusals, a refused key and regressions', async () => {
  const report = file('worked.json');
  const route = ['check', '--routes', 'chat.completions', ...here()];
  const worked = await runBatch([[...route, '--report', report, '--force']], env());
  const [compared, refused] = await runBatch(
    [
      [...route, '--models', 'demo-chat', '--baseline', report],
      [...route, '--models', 'demo-chat'],
    ],
    env({ PATCHBAY_API_KEY: 'wrong' }),
  );
  const results = [...worked, compared, refused] as BatchResult[];
  expect(problemsIn(results)).toEqual([]);
  expect(results.map(({ code }) => code)).toEqual([0, 8, 3]);
  expect(worked[0]?.lines.at(-1)).toMatchObject({ type: 'check-end', plannedRefusals: 2, comparedWith: null });
  const [cell, end] = compared?.lines.slice(-2) ?? [];
  expect(cell).toMatchObject({ type: 'check-cell', verdict: 'key-refused', id: worked[0]?.lines.at(-2)?.id });
  const { run } = JSON.parse(readFileSync(report, 'utf8'));
  expect(end).toMatchObject({ comparedWith: run.id, drift: [{ cellId: cell?.id, isRegression: true }] });
}, 120_000);

test('a line type or property that is not in the schema is refused', () => {
  expect(problemsOf('chat', { type: 'run-begin' })).toEqual(['unknown line type run-begin']);
  expect(problemsOf('chat', { type: 'run-start', exchangeId: 'e', attempt: 1 })).toEqual([]);
  expect(problemsOf('chat', { type: 'run-start', exchangeId: 'e', attempt: 1, more: 1 })).not.toEqual([]);
  expect(published({ type: 'run-begin' })).toBe(false);
  expect(published({ type: 'run-start', exchangeId: 'e', attempt: 1, more: 1 })).toBe(true);
});

const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test.each<[string, string[], string, string]>([
  ['a reply', ['chat', 'Hi', '-m', 'faulty/hang-mid-body'], '"text-delta"', 'run-end'],
  [
    'a check',
    ['check', '--routes', 'chat.completions', '--models', 'faulty/hang-before-headers', '--level', 'full'],
    '"check-listing"',
    'check-end',
  ],
])('%s that is stopped ends with its last line and 130', async (_, args, until, last) => {
  const running = startProgram([...args, ...here()], { env: env() });
  await running.waitForOutput(until);
  running.child.kill('SIGINT');
  const { code, stdout } = await running.done;
  const lines = linesOf(stdout);
  expect([code, lines.at(-1)?.type]).toEqual([130, last]);
  expect(lines.flatMap((line) => problemsOf(args[0] as string, line))).toEqual([]);
});

test('a command stopped with nothing to end prints a line saying so', async () => {
  const requested = new Promise((resolve) => silent.once('request', resolve));
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const running = startProgram(['models', '--base-url', address, '--json'], { env: env() });
  await requested;
  running.child.kill('SIGTERM');
  const { code, stdout } = await running.done;
  expect([code, linesOf(stdout)]).toEqual([
    130,
    [expect.objectContaining({ type: 'failure', code: 'aborted', exit: 130 })],
  ]);
});
