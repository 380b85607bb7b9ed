import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { check } from '../../../../../electron/cli/commands/check-command.ts';
import { exitCodes, exitOfFailure } from '../../../../../electron/cli/exit-codes.ts';
import { UsageError } from '../../../../../electron/cli/usage-error.ts';
import { createRecordingTerminal, noKeyboard } from '../../../../support/cli/fake-streams.ts';
import { program } from '../../../../support/cli/run-here.ts';

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

type Line = { type: string; id: string } & Record<string, unknown>;
const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('prints a table on stdout, cells on stderr as they finish, and exits with 0 when every cell works or exists', async () => {
  const args = ['check', '--routes', 'models,chat.completions', ...here()];
  const { code, stdout, stderr } = await program(args, withKey());
  expect(code).toBe(0);
  expect(stdout.split('\n')[0]).toMatch(/^route +key +model +verdict +status +time$/);
  expect(stdout).toMatch(/^GET models .* works +200 +[\d.]+ m?s$/m);
  expect(stdout).toMatch(/chat\.completions .* exists +500, as planned +[\d.]+ m?s$/m);
  expect(stderr).toContain(
    '2 cells, 3 calls (2 planned rejections, 1 of them for paths that cannot exist), 0 skipped; at most one token per route, if the gateway accepts an incomplete request.',
  );
  expect(stderr).toContain('works 1 · exists 1; 3 calls, 2 planned rejections (1 for paths that cannot exist).');
});

test('--json: the listing, one line per cell, the end last; no secret in any of it', async () => {
  const { code, stdout, stderr } = await program(['check', '--routes', 'models', '--json', ...here()], withKey());
  const lines = linesOf(stdout);
  expect(code).toBe(0);
  expect(lines.map(({ type }) => type)).toEqual(['check-listing', 'check-cell', 'check-end']);
  expect(lines[2]).toMatchObject({ state: 'done', cells: 1, verdicts: { works: 1 }, plannedRefusals: 0 });
  expect(stderr).toContain('1 cell, 1 call, 0 skipped; nothing is generated.');
  expect(stdout + stderr).not.toContain('CANARY');
});

test('two runs are joined by their cell ids, and a baseline is named', async () => {
  const report = path.join(folder, 'joined.json');
  const args = ['check', '--routes', 'models,chat.completions,videos.get', '--json', ...here()];
  const first = linesOf((await program([...args, '--report', report], withKey())).stdout);
  const second = linesOf((await program([...args, '--baseline', report], withKey())).stdout);
  const ids = (lines: Line[]) => lines.filter(({ type }) => type === 'check-cell').map(({ id }) => id);
  expect(ids(first)).toEqual([
    'chat.completions|command line|demo-chat',
    'models|command line|',
    'videos.get|command line|',
  ]);
  expect(ids(second)).toEqual(ids(first));
  expect(first.at(-1)?.comparedWith).toBeNull();
  expect(second.at(-1)?.comparedWith).toBe(JSON.parse(await readFile(report, 'utf8')).run.id);
});

/** Starts a gateway that gives every request the same response; returns its address. */
const openResponse = (status: number, body: string): Promise<string> =>
  serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });

/** Starts a gateway; returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const oneRoute = ['check', '--routes', 'chat.completions', '--level', 'cheap'];
const withModel = [...oneRoute, '--models', 'demo-chat'];

test('an unreachable port exits with 5 and a refused key with 3, whether models are named or listed', async () => {
  const dead = ['--base-url', await deadAddress()];
  for (const args of [oneRoute, withModel]) {
    expect((await program([...args, ...dead], withKey())).code).toBe(5);
    expect((await program([...args, ...here()], withKey('wrong'))).code).toBe(3);
  }
  const { stdout } = await program([...oneRoute, ...here(), '--json'], withKey('wrong'));
  const cell = linesOf(stdout).find(({ type }) => type === 'check-cell');
  expect(cell).toMatchObject({ verdict: 'key-refused', action: 'refusal', failure: { code: 'auth' } });
  expect(linesOf(stdout).filter(({ type }) => type === 'failure')).toHaveLength(1);
  const { stderr } = await program([...oneRoute, ...here()], withKey('wrong'));
  expect(stderr.match(/^patchbay: .*rejected the key/gm)).toHaveLength(1);
});

test("a gateway that responds to everything with its framework's 404 works on no route", async () => {
  const args = ['check', '--base-url', await openResponse(404, '{"detail":"Not Found"}')];
  const { code, stdout } = await program([...args, '--models', 'gpt-4o', '--json'], withKey());
  expect(code).toBe(1);
  const { verdicts } = linesOf(stdout).at(-1) as unknown as { verdicts: Record<string, number> };
  expect(Object.keys(verdicts).toSorted()).toEqual(['not-tried', 'route-absent', 'unclear']);
});

test('an outage is a regression of what worked in the baseline, even when no models could be listed', async () => {
  const report = path.join(folder, 'last.json');
  expect((await program([...oneRoute, ...here(), '--report', report], withKey())).code).toBe(0);
  const compared = [...oneRoute, '--baseline', report];
  const down = ['--base-url', await openResponse(503, '{"error":{"message":"Service Unavailable"}}')];
  const { code, stderr } = await program([...compared, ...down], withKey());
  expect([code, stderr]).toEqual([8, expect.stringContaining('NO LONGER WORKS: chat.completions')]);
  expect((await program([...compared, ...here()], withKey('wrong'))).code).toBe(8);
  expect((await program([...compared, ...here()], withKey())).code).toBe(0);
  expect((await program([...compared, ...down, '--fail-on', 'none'], withKey())).code).toBe(0);
  expect((await program([...oneRoute, ...down], withKey())).code).toBe(4);
});

test('one broken cell of several fails a check without a baseline, and passes with a baseline where it was broken', async () => {
  const report = path.join(folder, 'broken.json');
  const args = [...oneRoute, '--models', 'demo-chat,demo-dead', ...here()];
  expect((await program([...args, '--report', report], withKey())).code).toBe(1);
  expect((await program([...args, '--baseline', report], withKey())).code).toBe(0);
  expect((await program([...args, '--baseline', report, '--fail-on', 'any'], withKey())).code).toBe(1);
  expect((await program([...args, '--fail-on', 'worse'], withKey())).code).toBe(0);
});

test('a baseline without common cells compares nothing, and the output says so', async () => {
  const report = path.join(folder, 'other.json');
  expect((await program(['check', '--routes', 'models', ...here(), '--report', report], withKey())).code).toBe(0);
  const { code, stderr } = await program([...oneRoute, ...here(), '--baseline', report], withKey('wrong'));
  expect([code, stderr]).toEqual([3, expect.stringContaining('no cell in common')]);
});

test('a key without balance works on no route and exits with 4', async () => {
  const args = ['check', '--routes', 'models,chat.completions,videos.get', ...here(), '--json'];
  const { code, stdout } = await program(args, withKey(`${gateway.key}-quota`));
  expect(code).toBe(4);
  const cells = linesOf(stdout).filter(({ type }) => type === 'check-cell');
  expect(cells.map(({ routeId, verdict }) => [routeId, verdict])).toEqual([
    ['chat.completions', 'quota'],
    ['models', 'works'],
    // Polling a task costs nothing.
    ['videos.get', 'exists'],
  ]);
  expect(cells[1]?.sentence).toMatch(/This key has no balance: chat.completions was rejected because of the quota\.$/);
});

test('--plan prints every cell, what is omitted and why, and sends only the listing', async () => {
  const before = gateway.requests();
  const args = ['check', '--level', 'cheap', '--plan', '--routes', 'chat.completions,images.generations', ...here()];
  const { code, stdout, stderr } = await program(args, withKey());
  expect(code).toBe(0);
  expect(stdout).toMatch(/^POST chat\.completions +command line +demo-chat +real request, max_tokens 16$/m);
  expect(stdout).toMatch(/^POST images\.generations .* skipped \[1\]$/m);
  expect(stdout).toMatch(/^\[1\] A real request can be expensive/m);
  expect(stderr).toMatch(/2 cells, 1 call, 1 skipped; at most about \d+ tokens\./);
  expect(gateway.requests() - before).toBe(2);
  const lines = linesOf((await program([...args, '--json'], withKey())).stdout);
  expect(lines.map(({ type }) => type)).toEqual([
    'check-listing',
    'check-plan-cell',
    'check-plan-cell',
    'check-plan-end',
  ]);
  expect(lines[2]).toMatchObject({ action: 'skip', why: expect.stringContaining('not selected') });
});

test.each([['--demo'], ['--base-url', 'http://127.0.0.1:9'], ['--connection', 'work']])(
  'a baseline that could not be kept is refused (%s)',
  async (...where) => {
    const { code, stderr } = await program(['check', '--set-baseline', ...where], withKey());
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--set-baseline needs a saved connection with its saved key. Otherwise use --report FILE.json',
    );
  },
);

test('a failure is also a --json line', async () => {
  const { code, stdout } = await program(['check', '--json', '--routes', 'nonsense', ...here()], withKey());
  expect(code).toBe(2);
  expect(linesOf(stdout)).toMatchObject([
    { type: 'failure', code: 'usage', exit: 2, message: expect.stringContaining('nonsense') },
  ]);
});

test('what several cells have in common is printed once', async () => {
  const args = ['check', '--routes', 'chat.completions,responses', '--models', 'demo-chat', ...here()];
  const { stderr } = await program(args, withKey('wrong'));
  expect(stderr.match(/^key rejected, /gm)).toHaveLength(2);
  expect(stderr.match(/^key rejected.*: The gateway rejected the key/gm)).toHaveLength(1);
});

test.each([
  [['--level', 'deep'], '--level must be free, cheap or full.'],
  [['--level', 'fulll'], 'Did you mean full?'],
  [['--routes', 'nonsense'], 'Unknown route "nonsense" in --routes. List the routes:'],
  [['--routes', 'chat.completon'], 'Did you mean chat.completions?'],
  [['--costly', 'vidoes'], 'Did you mean videos?'],
  [['--native-key-style', 'beerer'], 'Did you mean bearer?'],
  [['--report', 'x.pdf'], '.html, .json, .csv, .xml or .md'],
  [['--baseline', '/nowhere/x.json'], 'cannot be read'],
  [['--fail-on', 'some'], '--fail-on must be any, worse or none.'],
  [['--max-calls', '0'], '--max-calls must be an integer'],
  [['--fail-on', 'wors'], 'Did you mean worse?'],
  [['--keys', 'nobody'], 'this connection has no key "nobody". Its keys: command line'],
  [['--keys', 'comand line'], 'Did you mean command line?'],
])('%j is refused before anything is tried', async (args, message) => {
  const surroundings = {
    ...withKey(),
    version: '1',
    ...noKeyboard(),
    root: folder,
    openTerminal: () => createRecordingTerminal(),
  };
  const thrown = await check([...args, ...here()], surroundings).catch((refused: UsageError) => refused);
  expect([exitOf(thrown), `${thrown} ${(thrown as UsageError).hint}`]).toEqual([2, expect.stringContaining(message)]);
});

/** The exit status for what a command threw. */
const exitOf = (thrown: unknown) =>
  thrown instanceof UsageError ? exitCodes.usage : exitOfFailure(AppError.from(thrown).code);

test.each(['free', 'cheap'])('the demo gateway is healthy at level %s', async (level) => {
  const { code, stdout } = await program(['check', '--demo', '--level', level, '--json']);
  const cells = linesOf(stdout).filter(({ type, action }) => type === 'check-cell' && action !== 'skip');
  expect(cells.filter(({ verdict }) => verdict !== 'works' && verdict !== 'exists')).toEqual([]);
  expect(cells.find(({ routeId }) => routeId === 'edits')?.model).toBe('demo-edit');
  expect(code).toBe(0);
});

test('cells without a model list: why they were not tested, and what to do', async () => {
  const address = await serve((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"detail":"Not Found"}');
  });
  const routes = 'chat.completions,embeddings';
  const args = ['check', '--level', 'cheap', '--routes', routes, '--base-url', address];
  const { code, stdout, stderr } = await program(args, withKey());
  expect(code).toBe(1);
  expect(stdout).toMatch(/^POST chat\.completions .* not tested +- +-$/m);
  expect(stderr).toMatch(/2 cells: The models of this key could not be loaded, .*\(status 404\)\. Use --models NAME\./);
});

test('a route that is refused like a path that does not exist is no key failure', async () => {
  const address = await serve((request, response) => {
    const isList = request.url === '/v1/models';
    response.writeHead(isList ? 200 : 403, { 'content-type': 'application/json' });
    response.end(isList ? '{"object":"list","data":[{"id":"gpt-realtime","object":"model"}]}' : '');
  });
  const { code, stdout } = await program(['check', '--routes', 'realtime', '--base-url', address], withKey());
  expect(stdout).toMatch(/^GET realtime .* route not found +403/m);
  expect(code).toBe(1);
});
