import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import type { Part, RunEnd } from '#shared/routes/part.ts';
import { routeIds } from '#shared/routes/route.ts';
import { program, startProgram } from './run-program.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'sk-CANARY-3f9a7c1e5b' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-cli-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const withKey = () => ({ PATCHBAY_API_KEY: gateway.key });
const run = (args: string[], env: Record<string, string> = withKey(), input = '') =>
  program(['run', ...args, '--base-url', gateway.url], { env, input });
const parts = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Part);

describe.concurrent('patchbay run', () => {
  test('the answer is on stdout, the facts on stderr, and nothing is saved', async () => {
    const { code, stdout, stderr } = await run(['chat.completions', 'Hello', '--model', 'demo-echo', '--stream']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^done .* exchange /m)]);
    expect(stdout).toContain('Hello');
  });

  test('--json gives the parts, one a line, the end last', async () => {
    const { code, stdout } = await run(
      ['chat.completions', '-', '-m', 'demo-chat', '--stream', '--json', '--set', 'temperature=0'],
      withKey(),
      'Hi\n',
    );
    const all = parts(stdout);
    expect(code).toBe(0);
    expect(all[0]?.type).toBe('run-start');
    expect(all.at(-1)).toMatchObject({ type: 'run-end', state: 'done', sent: 'answered', error: null });
    expect(all.some(({ type }) => type === 'text-delta')).toBe(true);
    const sent = gateway.received().findLast(({ body }) => body.includes('"temperature":0'));
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      model: 'demo-chat',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      temperature: 0,
    });
    expect(sent?.headers.authorization).toBe(`Bearer ${gateway.key}`);
  });

  test('the body that was written is the body that is sent', async () => {
    const body = '{"model": "demo-chat",  "messages":[{"role":"user","content":"byte for byte"}] }';
    const file = path.join(folder, 'body.json');
    await writeFile(file, body);
    expect((await run(['chat.completions', '--body', `@${file}`])).code).toBe(0);
    expect(gateway.received().some((request) => request.body === body)).toBe(true);
  });

  test('a native route has its model in the path and its key in its own header', async () => {
    const { code, stdout } = await run(['native.generateContent', 'Hello', '--model', 'demo-chat']);
    expect([code, stdout.length > 0]).toEqual([0, true]);
    const sent = gateway.received().findLast(({ path }) => path.includes(':generateContent'));
    expect(sent?.path).toBe('/v1beta/models/demo-chat:generateContent');
    expect(sent?.headers['x-vendor-api-key']).toBe(gateway.key);
  });

  test('--out makes a whole file for its owner, or none', async () => {
    const file = path.join(folder, 'answer.md');
    const { code, stdout, stderr } = await run(['chat.completions', 'Hi', '-m', 'demo-chat', '--out', file]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Saved ${file}.`);
    expect((await readFile(file, 'utf8')).length).toBeGreaterThan(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = gateway.requests();
    const again = await run(['chat.completions', 'never sent', '-m', 'demo-chat', '--out', file]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(gateway.received().some(({ body }) => body.includes('never sent'))).toBe(false);
    expect(gateway.requests()).toBeGreaterThanOrEqual(before);
  });

  test('a broken answer is on stdout as far as it came, the reason on stderr, and --out keeps a part', async () => {
    const file = path.join(folder, 'broken.md');
    const { code, stdout, stderr } = await run(['chat.completions', 'Hi', '-m', 'faulty/cut-mid-stream', '--stream']);
    expect(code).toBe(6);
    expect(stdout.length).toBeGreaterThan(0);
    expect(stderr).toContain('patchbay: ');
    expect((await run(['chat.completions', 'Hi', '-m', 'faulty/cut-mid-stream', '--stream', '--out', file])).code).toBe(
      6,
    );
    expect(await readdir(folder)).not.toContain('broken.md');
    expect(await readFile(`${file}.part`, 'utf8')).toBe(stdout);
  });

  test('the key of a variable, a file, or OPENAI_API_KEY', async () => {
    const file = path.join(folder, 'key');
    await writeFile(file, `${gateway.key}\n`, { mode: 0o600 });
    const ask = ['models'];
    const ways = await Promise.all([
      run([...ask, '--key-file', file], {}),
      run([...ask, '--key-env', 'MINE'], { MINE: gateway.key }),
      run(ask, { OPENAI_API_KEY: gateway.key }),
      program(['run', ...ask], { env: { OPENAI_API_KEY: gateway.key, OPENAI_BASE_URL: `${gateway.url}/v1/` } }),
    ]);
    expect(ways.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    for (const { stdout } of ways) expect(stdout).toContain('demo-chat\n');
  });

  test('a key on the command line is refused and not repeated', async () => {
    const { code, stdout, stderr } = await run(['models', '--key', gateway.key], {});
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('PATCHBAY_API_KEY');
    expect(stderr).not.toContain('CANARY');
  });

  test.each<[string, number, string[], Record<string, string>?]>([
    ['a wrong key', 3, ['models'], { PATCHBAY_API_KEY: 'wrong' }],
    ['no key', 3, ['chat.completions', 'x', '-m', 'demo-chat'], {}],
    ['an unknown model', 1, ['chat.completions', 'x', '-m', 'no-such-model']],
    ['an unknown route', 2, ['chat']],
    ['a missing model', 2, ['chat.completions', 'x']],
    ['a rate limit', 4, ['chat.completions', 'x', '-m', 'faulty/429']],
    ['a misuse', 2, ['chat.completions', '--body', '{"contents":[{"parts":[{"text":"x"}]}]}']],
  ])('%s exits with %i', async (_name, status, args, env) => {
    const { code, stderr } = await run(args, env);
    expect([code, stderr]).toEqual([status, expect.stringContaining('patchbay: ')]);
    expect(stderr).not.toContain('CANARY');
  });

  test('a gateway that is not there exits with 5, and --json still ends with a run-end', async () => {
    const { code, stdout } = await program(['run', 'models', '--base-url', 'http://127.0.0.1:9', '--json'], {
      env: withKey(),
    });
    expect(code).toBe(5);
    expect(parts(stdout).at(-1)).toMatchObject({
      type: 'run-end',
      state: 'failed',
      sent: 'not-sent',
      error: { code: 'refused' },
    });
    const refused = await program(['run', 'models', '--base-url', 'nonsense', '--json'], { env: withKey() });
    expect(refused.code).toBe(2);
    expect(parts(refused.stdout).at(-1)).toMatchObject({ type: 'run-end', error: { code: 'invalid-address' } });
  });

  test('the working directory configures nothing', async () => {
    const evil = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    let hits = 0;
    evil.on('connection', () => {
      hits += 1;
    });
    const address = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
    const cwd = await mkdtemp(path.join(folder, 'repo-'));
    const settings = JSON.stringify({
      baseUrl: address,
      baseAddress: address,
      OPENAI_BASE_URL: address,
      connection: address,
    });
    for (const name of ['patchbay.json', '.patchbayrc', 'patchbay.config.json', 'config.json', 'package.json'])
      await writeFile(path.join(cwd, name), settings);
    await writeFile(path.join(cwd, '.env'), `OPENAI_BASE_URL=${address}\nPATCHBAY_BASE_URL=${address}\n`);
    const { code, stderr } = await program(['run', 'models'], { env: withKey(), cwd });
    evil.close();
    expect([code, hits]).toEqual([2, 0]);
    expect(stderr).toContain('--base-url');
  });

  test('no process of the run shows the key to other users', async () => {
    const running = startProgram(
      ['run', 'chat.completions', 'Hi', '-m', 'faulty/hang-mid-body', '--stream', '--base-url', gateway.url],
      { env: withKey() },
    );
    await running.heard(' ');
    const lines = await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map((id) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')),
    );
    expect(lines.some((line) => line.includes('hang-mid-body'))).toBe(true);
    expect(lines.filter((line) => line.includes('CANARY'))).toEqual([]);
    running.child.kill('SIGTERM');
    expect((await running.done).code).toBe(130);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s closes the exchange, keeps what had arrived, and exits with 130',
    async (signal) => {
      const marked = `stop by ${signal}`;
      const running = startProgram(
        ['run', 'chat.completions', marked, '-m', 'faulty/hang-mid-body', '--stream', '--base-url', gateway.url],
        { env: withKey() },
      );
      await running.heard(' ');
      const sent = () => gateway.received().findLast(({ body }) => body.includes(marked));
      expect(sent()?.answer.state).toBe('open');
      running.child.kill(signal);
      const { code, stdout, stderr } = await running.done;
      expect(code).toBe(130);
      expect(stdout.length).toBeGreaterThan(0);
      expect(stderr).toContain('stopped');
      expect(sent()?.answer.state).toBe('abandoned');
    },
  );

  test('a reader that leaves ends the run quietly', async () => {
    const marked = 'nobody reads this';
    const running = startProgram(
      ['run', 'chat.completions', marked, '-m', 'demo-long', '--stream', '--base-url', gateway.url],
      { env: withKey() },
    );
    await running.heard(' ');
    running.child.stdout?.destroy();
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).not.toMatch(/EPIPE|at .*\.ts/);
    expect(gateway.received().findLast(({ body }) => body.includes(marked))?.answer.state).toBe('abandoned');
  });
});

describe.concurrent('the other commands', () => {
  test('chat with text is one question', async () => {
    const { code, stdout } = await program(
      ['chat', 'Hello', 'there', '-m', 'demo-echo', '-s', 'Be brief', '--base-url', gateway.url],
      { env: withKey() },
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('Hello there')]);
  });

  test('chat without text keeps the conversation over its turns', async () => {
    const { code } = await program(['chat', '-m', 'demo-chat', '--base-url', gateway.url], {
      env: withKey(),
      input: 'first question\n\nsecond question\n',
    });
    expect(code).toBe(0);
    const sent = gateway.received().findLast(({ body }) => body.includes('second question'));
    const { messages } = JSON.parse(sent?.body ?? '{}');
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1].content.length).toBeGreaterThan(0);
  });

  test('models lists both surfaces', async () => {
    const { code, stdout } = await program(['models', '--base-url', gateway.url], { env: withKey() });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^demo-chat +.*openai/m)]);
    const json = await program(['models', '--base-url', gateway.url, '--json'], { env: withKey() });
    expect(
      json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toContain('demo-embed');
    expect((await program(['models', '--base-url', gateway.url], { env: { PATCHBAY_API_KEY: 'wrong' } })).code).toBe(3);
  });

  test('--demo needs no gateway, key or model, and can be told to misbehave', async () => {
    const { code, stdout } = await program(['run', 'embeddings', 'Hello', '--demo']);
    expect([code, JSON.parse(stdout).dimensions]).toEqual([0, 1024]);
    const faulty = await program(['chat', 'Hello', '--demo', '--scenario', 'cut-mid-stream', '--json']);
    expect([faulty.code, (parts(faulty.stdout).at(-1) as RunEnd).state]).toEqual([6, 'interrupted']);
  });

  test('routes lists the table', async () => {
    const { code, stdout } = await program(['routes']);
    expect([
      code,
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ')[0]),
    ]).toEqual([0, [...routeIds]]);
    const json = await program(['routes', '--json']);
    expect(JSON.parse(json.stdout.split('\n')[0] as string)).toMatchObject({
      id: 'chat.completions',
      path: '/v1/chat/completions',
    });
  });

  test('help and version', async () => {
    expect((await program(['--version'])).stdout).toBe('patchbay 1.2.3\n');
    expect((await program([])).stdout).toContain('patchbay serve');
    for (const args of [
      ['help', 'run'],
      ['run', '--help'],
      ['run', 'x', '-h'],
    ])
      expect((await program(args)).stdout).toContain('--key-file FILE');
    expect((await program(['help', 'exit-codes'])).stdout).toContain('interrupted');
    expect((await program(['frobnicate'])).code).toBe(2);
  });

  test('demo serves until it is stopped', async () => {
    const running = startProgram(['demo', '--port', '0', '--pace', '0', '--scenario', 'clean-eof']);
    await running.heard('\n');
    const [, address, key] = /running at (http:\/\/127\.0\.0\.1:\d+) with the key (\S+)/.exec(running.stdout()) ?? [];
    const listing = await fetch(`${address}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(listing.status).toBe(200);
    running.child.kill('SIGTERM');
    expect((await running.done).code).toBe(0);
    expect((await program(['demo', '--scenario', 'nonsense'])).code).toBe(2);
    expect((await program(['demo', '--scenarios'])).stdout).toMatch(/^cut-mid-stream +\S/m);
  });
});
