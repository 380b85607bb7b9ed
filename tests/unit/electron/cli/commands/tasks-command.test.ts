import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { TaskTimings } from '#core/tasks/polling/task-timings.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { manageTasks } from '../../../../../electron/cli/commands/tasks-command.ts';
import { exitOfFailure } from '../../../../../electron/cli/exit-codes.ts';
import { createRecordingTerminal, noKeyboard } from '../../../../support/cli/fake-streams.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { json, openBench, plainRoutes, startGateway, video, videoBytes } from '../../../../support/tasks/task-bench.ts';

// Commands have no option for the poll interval; waiting a minute in each test would show nothing more.
vi.mock('#core/tasks/polling/task-timings.ts', async (load) => {
  const { defaultTimings } = await load<{ defaultTimings: TaskTimings }>();
  const { quick } = await import('../../../../support/tasks/quick-timings.ts');
  return { defaultTimings: { ...defaultTimings, ...quick } };
});

const before = process.env.PATCHBAY_DATA_DIR;
afterAll(() => {
  if (before === undefined) delete process.env.PATCHBAY_DATA_DIR;
  else process.env.PATCHBAY_DATA_DIR = before;
});
beforeEach(() => {
  process.env.PATCHBAY_DATA_DIR = tempFolder();
});

/** Runs one command in this process; returns its output and exit status. */
async function give(args: string[], env: Record<string, string> = {}) {
  const terminal = createRecordingTerminal();
  const code = await manageTasks(args, {
    env,
    version: '1',
    ...noKeyboard(),
    root: '/',
    openTerminal: () => terminal,
  }).catch((thrown) => {
    if (thrown instanceof AppError) return exitOfFailure(thrown.failure.code);
    return `${thrown.name}: ${thrown.message}`;
  });
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

const lines = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Saves a connection to a gateway, without a key. */
async function save(routes: Parameters<typeof startGateway>[0]) {
  const gateway = await startGateway(routes);
  const bench = await openBench({ baseAddress: gateway.url, folder: process.env.PATCHBAY_DATA_DIR ?? '', key: null });
  await bench.close();
  return gateway;
}

const done = {
  ...plainRoutes,
  'GET /v1/videos/task_1': (_: unknown, response: ServerResponse) => json(response, video('completed')),
};

test('submit creates a task, waits, and writes the result to a file', async () => {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
  const out = path.join(tempFolder(), 'hill.mp4');
  const args = ['submit', 'a hill', '-m', 'demo-video', '--set', 'seconds="1"', '--base-url', gateway.url, '-o', out];
  const { code, stdout, stderr } = await give(args, { PATCHBAY_API_KEY: gateway.key });
  await gateway.close();
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain('succeeded · saved');
  expect((await readFile(out)).toString('latin1', 4, 8)).toBe('ftyp');
});

test('without a saved task list a result requires --out, and nothing is sent before', async () => {
  const gateway = await startGateway(done);
  const refused = ['--base-url', gateway.url, '-m', 'm-video'];
  for (const args of [
    ['submit', 'a hill', ...refused],
    ['submit', 'a hill', ...refused, '--json'],
    ['adopt', 'task_1', '--base-url', gateway.url],
    ['submit', 'a hill', '--demo'],
  ])
    expect([args, (await give(args)).code]).toEqual([
      args,
      expect.stringMatching(/deleted with this command.*--out FILE/),
    ]);
  expect((await give(['submit', 'a hill', '--demo', '--no-wait'])).code).toMatch(/demo gateway stops/);
  expect(gateway.seen).toEqual([]);
  const piped = await give(['submit', 'a hill', ...refused, '-o', '-']);
  expect([piped.code, piped.stdout.slice(4, 8)]).toEqual([0, 'ftyp']);
  expect(piped.stderr).toContain('Written to stdout (video/mp4');
  expect(piped.stderr).not.toContain('task list');
});

test("a task in no saved list is named by its gateway's id, with the command that fetches it", async () => {
  const gateway = await startGateway({
    ...done,
    'GET /v1/videos/task_1/content': (_request, response) => json(response, { error: { message: 'gone' } }, 404),
  });
  const advice = `patchbay tasks adopt task_1 --family videos --base-url ${gateway.url} --out FILE`;
  const left = await give(['submit', 'a hill', '-m', 'm', '--base-url', gateway.url, '--no-wait']);
  expect([left.code, left.stdout, left.stderr]).toEqual([0, '-\ttask_1\tqueued\n', expect.stringContaining(advice)]);
  const out = path.join(tempFolder(), 'lost.mp4');
  const broken = await give(['submit', 'a hill', '-m', 'm', '--base-url', gateway.url, '-o', out]);
  expect([broken.code, broken.stderr]).toEqual([expect.any(Number), expect.stringContaining(advice)]);
  expect(broken.code).not.toBe(0);
});

test('a task that is not awaited is in the list, and the next command continues it', async () => {
  const gateway = await save(done);
  const submitted = await give(['submit', 'a hill', '-m', 'm-video', '--no-wait']);
  expect(submitted.code).toBe(0);
  const [id = '', taskId, state] = submitted.stdout.trim().split('\t');
  expect([taskId, state]).toEqual(['task_1', 'queued']);
  const list = await give(['list']);
  expect(list.stdout).toMatch(new RegExp(`^${id.slice(0, 8)} +queued +task_1 +gateway +m-video: a hill\n$`));
  const watched = await give(['watch', '--json']);
  expect(watched.code).toBe(0);
  expect(lines(watched.stdout).at(-1)).toMatchObject({
    type: 'task-end',
    id,
    state: 'succeeded',
    result: { state: 'saved' },
  });
  expect(gateway.count('POST ')).toBe(1);

  const out = path.join(tempFolder(), 'film.mp4');
  expect((await give(['download', id.slice(0, 8), '-o', out])).code).toBe(0);
  expect(await readFile(out)).toEqual(videoBytes());
  const { stdout } = await give(['get', 'task_1']);
  expect(JSON.parse(stdout)).toMatchObject({
    id,
    request: expect.stringContaining('a hill'),
    marks: expect.any(Array),
  });
  expect((await give(['forget', id])).code).toBe(0);
  expect((await give(['list'])).stdout).toBe('');
});

test('a task created elsewhere is tracked, and remixed', async () => {
  const gateway = await save({
    ...done,
    'POST /v1/videos/task_1/remix': (_request, response) => json(response, { id: 'task_2', status: 'queued' }),
  });
  const adopted = await give(['adopt', 'task_1', '--json']);
  expect([adopted.code, lines(adopted.stdout).at(-1)]).toMatchObject([
    0,
    { adopted: true, result: { state: 'saved' } },
  ]);
  const remixed = await give(['remix', 'task_1', 'at', 'night', '--no-wait', '--json']);
  expect(lines(remixed.stdout)).toMatchObject([
    { taskId: 'task_2', prompt: 'at night', parentId: lines(adopted.stdout)[0].id },
  ]);
  expect(gateway.seen.find(({ url }) => url.endsWith('/remix'))?.body).toBe('{"prompt":"at night"}');
});

test('the exit status reports how the task ended', async () => {
  await save({
    'POST /v1/videos': (_request, response) => json(response, { error: { message: 'Invalid token' } }, 401),
  });
  const refused = await give(['submit', 'x', '-m', 'm']);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('key')]);
  process.env.PATCHBAY_DATA_DIR = tempFolder();
  await save({ 'POST /v1/videos': (_request, response) => json(response, {}, 502) });
  const unknown = await give(['submit', 'x', '-m', 'm', '--no-wait']);
  expect([unknown.code, unknown.stdout]).toEqual([6, expect.stringMatching(/\t\tunknown-outcome\n$/)]);
});

test('a custom route is polled by its rule', async () => {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
  const rule = path.join(tempFolder(), 'rule.json');
  await writeFile(
    rule,
    JSON.stringify({
      ...{ idAt: 'output.job.ref', pollPath: '/vendor/tasks/{id}', stateAt: 'output.job.phase', doneWords: ['baked'] },
      ...{ failedWords: ['burnt'], mediaAt: 'output.media.0.href' },
    }),
  );
  const place = ['--route', 'custom', '--path', '/vendor/tasks', '--base-url', gateway.url];
  const args = [
    'submit',
    'cake',
    ...place,
    '--body',
    '{"recipe":"cake"}',
    '--rule',
    rule,
    '--json',
    '-o',
    path.join(tempFolder(), 'cake.png'),
  ];
  const { code, stdout } = await give(args, { PATCHBAY_API_KEY: gateway.key });
  await gateway.close();
  expect(code).toBe(0);
  expect(lines(stdout).at(-1)).toMatchObject({ family: 'custom', statusWord: 'Baked', result: { state: 'saved' } });
  expect(stdout).not.toContain('CANARY');
});

test('invalid arguments are reported before anything is sent', async () => {
  const gateway = await save(done);
  for (const [args, words] of [
    [['wait'], 'Unknown command "tasks wait".'],
    [['adopt'], 'takes one task ID'],
    [['adopt', 'x', '--family', 'films'], '--family must be'],
    [['submit', 'x', '--route', 'chat.completions'], '--route must be'],
    [['submit', 'x', '--route', 'custom', '--path', '/x'], '--rule FILE'],
    [['submit', 'x', '--path', '/x', '-m', 'm'], 'only for the route custom'],
    [['list', '-o', 'x'], 'returns no file'],
    [['get', 'nothing'], 'There is no task "nothing"'],
    [['list', '--demo'], 'Only saved connections have a task list'],
    [['submit', 'x', '-m', 'm', '--no-wait', '-o', 'x'], '--out waits'],
  ] as const)
    expect([args, (await give([...args])).code]).toEqual([args, expect.stringContaining(words)]);
  expect(gateway.seen).toEqual([]);
});

test('all images inside a record are saved, numbered after the first', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const jpeg = Buffer.from('ffd8ffe000104a464946000101000001', 'hex');
  const gateway = await startGateway({
    'GET /v1/jobs/job-1': (_request, response) => {
      const images = [png, jpeg, Buffer.concat([png, png])].map((bytes) => ({ b64_json: bytes.toString('base64') }));
      json(response, { id: 'job-1', status: 'succeeded', images });
    },
  });
  const folder = tempFolder();
  const rule = path.join(folder, 'rule.json');
  const out = path.join(folder, 'hat.png');
  const words = { idAt: '', stateAt: '', doneWords: [], failedWords: [] };
  await writeFile(rule, JSON.stringify({ ...words, pollPath: '/v1/jobs/{id}' }));
  const target = ['--family', 'custom', '--rule', rule, '--base-url', gateway.url];
  const { code, stderr } = await give(['adopt', 'job-1', ...target, '-o', out]);
  expect(code, stderr).toBe(0);
  expect(await readFile(out)).toEqual(png);
  expect(await readFile(path.join(folder, 'hat-2.jpg'))).toEqual(jpeg);
  expect(await readFile(path.join(folder, 'hat-3.png'))).toEqual(Buffer.concat([png, png]));
});
