import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../../support/cli/run-here.ts';
import { goodKey, startKeyGateway } from '../../../support/key-gateways.ts';

const env = { PATCHBAY_API_KEY: goodKey };
const native = (heard: readonly string[]) => heard.filter((line) => line.includes('/v1beta'));

test('a native request learns the key style from the listing, and is itself sent once', async () => {
  const { url, heard } = await startKeyGateway(['bearer']);
  const args = ['run', 'native.generateContent', 'Hi', '-m', 'm-1', '--base-url', url];
  expect(await program(args, { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello') });
  expect(native(heard)).toEqual([
    'GET /v1beta/models x-goog-api-key',
    'GET /v1beta/models x-vendor-api-key',
    'GET /v1beta/models bearer',
    'POST /v1beta/models/m-1:generateContent bearer',
  ]);
}, 60_000);

test('a native request does not wait for a silent /v1/models', async () => {
  const gateway = await startKeyGateway(['x-goog-api-key']);
  gateway.set({ isListingSilent: true });
  const args = ['run', 'native.generateContent', 'Hi', '-m', 'm-1', '--base-url', gateway.url];
  expect(await program(args, { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello') });
  expect(gateway.heard.slice(0, 3)).toEqual([
    'GET /v1/models bearer',
    'GET /v1beta/models x-goog-api-key',
    'POST /v1beta/models/m-1:generateContent x-goog-api-key',
  ]);
}, 60_000);

test('--native-key-style is the only way the key is sent', async () => {
  const { url, heard } = await startKeyGateway(['query']);
  const args = ['run', 'native.generateContent', 'Hi', '-m', 'm-1', '--base-url', url, '--native-key-style'];
  expect((await program([...args, 'query'], { env })).code).toBe(0);
  expect(native(heard)).toEqual(['POST /v1beta/models/m-1:generateContent query']);
  const wrong = await program([...args, 'x-vendor-api-key'], { env });
  expect(wrong.code).toBe(3);
  const unknown = await program([...args, 'basic'], { env });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain(
    '--native-key-style must be auto, x-goog-api-key, x-vendor-api-key, bearer or query.',
  );
}, 60_000);

test('models reports the outcome of the native list, and each failure once with its list', async () => {
  const gateway = await startKeyGateway([], 'absent');
  const listed = await program(['models', '--base-url', gateway.url], { env });
  expect(listed).toMatchObject({ code: 0, stdout: 'm-1\n' });
  expect(listed.stderr).toContain('No native model list (404). Native requests such as generateContent may work.');
  expect(listed.stderr).not.toContain('key was not accepted');

  gateway.set({ refusal: 'new-api' });
  const pinned = ['models', '--base-url', gateway.url, '--native-key-style', 'bearer'];
  expect((await program(pinned, { env })).stderr).toContain(
    'Native routes: the gateway rejected the key as bearer (401), but compatible routes accept it. Try --native-key-style auto.',
  );

  gateway.set({ refusal: 'litellm' });
  const broken = await program(['models', '--base-url', gateway.url], { env });
  expect(broken.code).toBe(0);
  expect(broken.stderr.match(/patchbay: .*/g)).toEqual([
    expect.stringMatching(/^patchbay: \/v1beta\/models: The gateway .*\(status 500\)/),
  ]);

  const refused = await program(['models', '--base-url', gateway.url], { env: { PATCHBAY_API_KEY: 'sk-wrong-key-1' } });
  expect(refused.code).toBe(3);
  expect(refused.stderr.match(/patchbay: .*/g)).toEqual([
    expect.stringContaining('patchbay: /v1/models: The gateway rejected the key (status 401)'),
    expect.stringContaining('patchbay: /v1beta/models:'),
  ]);
}, 120_000);

test('without a key the terminal says that none was sent and where to set one', async () => {
  const { url } = await startKeyGateway(['x-goog-api-key']);
  const { code, stderr } = await program(['models', '--base-url', url]);
  expect(code).toBe(3);
  expect(stderr.match(/patchbay: .*/g)).toEqual([
    'patchbay: /v1/models, /v1beta/models: The gateway requires a key, but none was sent (status 401).',
  ]);
  expect(stderr).toContain('Set PATCHBAY_API_KEY, or use --key-env NAME or --key-file FILE.');
}, 60_000);

test('a key in the query on the command line is refused and not repeated', async () => {
  const { url, heard } = await startKeyGateway(['query']);
  for (const words of [
    ['--query', `key=${goodKey}`],
    [`--query=api_key=${goodKey}`],
    ['--query', `access_token=${goodKey}`],
  ]) {
    const { code, stderr } = await program(['run', 'models', '--base-url', url, ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain('A key on the command line');
    expect(stderr).not.toContain(goodKey);
  }
  expect(heard).toEqual([]);
}, 60_000);

test('a check distinguishes a key that was not sent, one sent in another style, and a wrong one', async () => {
  const { url } = await startKeyGateway(['query']);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-labels-'));
  const page = path.join(folder, 'report.html');
  const check = async (args: string[], given: Record<string, string>) => {
    const report = ['--report', page, '--force'];
    const { code, stdout } = await program(['check', '--base-url', url, ...args, ...report], { env: given });
    return { code, stdout, html: await readFile(page, 'utf8') };
  };
  const style = await check(['--routes', 'native.models', '--native-key-style', 'x-goog-api-key'], env);
  const none = await check(['--routes', 'models'], {});
  const wrong = await check(['--routes', 'models'], { PATCHBAY_API_KEY: 'wrong' });
  await rm(folder, { recursive: true });
  for (const [{ code, stdout, html }, word] of [
    [style, 'wrong key style'],
    [none, 'no key sent'],
    [wrong, 'key rejected'],
  ] as const) {
    expect(code).toBe(3);
    expect(stdout).toContain(` ${word} `);
    expect(html).toContain(`>${word}</span>`);
    expect(html).toContain(`>${word} 1</span>`);
  }
}, 60_000);
