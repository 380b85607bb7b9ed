import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { keysCommand, readNewSecret } from '../../../../../electron/cli/commands/keys-command.ts';
import { exitOfFailure } from '../../../../../electron/cli/exit-codes.ts';
import { createRecordingTerminal, noKeyboard } from '../../../../support/cli/fake-streams.ts';
import { program } from '../../../../support/cli/run-here.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { authority } from '../../../../support/exchange/certificates.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-2b6ac0ffee' });
});
afterAll(() => gateway.close());

let folder = '';
beforeEach(async () => {
  folder = tempFolder();
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
  await inFolder(['connections', 'add', 'work', '--base-url', gateway.url]);
});
afterEach(() => vi.unstubAllEnvs());

const inFolder = (args: string[], input = '', env: Record<string, string> = {}) =>
  program(args, { env: { PATCHBAY_DATA_DIR: folder, ...env }, input });

/** Runs `patchbay keys` where a keychain works, which this vault stands for. */
async function withKeychain(vault: ReturnType<typeof createMemoryVault>, args: string[], input = '', env = {}) {
  const terminal = createRecordingTerminal();
  const keychain = Object.assign(Object.create(vault), { protection: 'keyring' });
  const surroundings = { env, version: '1', root: '/nowhere', ...noKeyboard(input), openTerminal: () => terminal };
  const code = await keysCommand(async () => keychain)(args, surroundings);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

test('a key is added from a pipe, a file or a variable, tested, replaced and removed', async () => {
  const vault = createMemoryVault();
  const added = await withKeychain(vault, ['add'], `${gateway.key}\n`);
  expect([added.code, added.stderr]).toEqual([0, expect.stringMatching(/^Saved the key default \([0-9a-f]{6}\)/)]);
  const file = path.join(folder, 'key');
  writeFileSync(file, 'wrong-key-1', { mode: 0o600 });
  expect((await withKeychain(vault, ['add', 'old', '--key-file', file])).code).toBe(0);
  expect((await withKeychain(vault, ['add', 'ci', '--key-env', 'CI_KEY'], '', { CI_KEY: gateway.key })).code).toBe(0);
  expect(vault.held()).toEqual([gateway.key, 'wrong-key-1', gateway.key]);

  const list = await withKeychain(vault, ['list', '--json']);
  expect(
    list.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).alias),
  ).toEqual(['default', 'old', 'ci']);
  expect(list.stdout).not.toContain(gateway.key);

  const works = await withKeychain(vault, ['test', 'ci']);
  expect([works.code, works.stdout]).toEqual([0, expect.stringMatching(/^work {2}ci {2}works {2}[\d,]+ models/)]);
  const refused = await withKeychain(vault, ['test', 'old']);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    3,
    expect.stringMatching(/^work {2}old {2}rejected/),
    expect.stringContaining('status 401'),
  ]);
  expect((await withKeychain(vault, ['test'])).code).toBe(3);

  await expect(withKeychain(vault, ['add', 'OLD'], gateway.key)).rejects.toThrow(/already has a key "old"/);
  await withKeychain(vault, ['add', 'old', '--replace'], gateway.key);
  expect((await withKeychain(vault, ['test'])).code).toBe(0);
  await expect(withKeychain(vault, ['remove', 'odl', '--yes'])).rejects.toThrow('no key "odl". Did you mean old?');
  expect((await withKeychain(vault, ['remove', 'old', '--yes'])).stderr).toBe('Deleted the key old of work.\n');
  expect(vault.held().length).toBe(2);
});

test('where there is no keychain a key is refused with the alternatives, and stored nowhere', async () => {
  const { code, stderr } = await inFolder(['keys', 'add'], `${gateway.key}\n`);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/no system keychain[\s\S]*nothing was saved\n[\s\S]*Use --key-file[\s\S]*patchbay help keys/),
  ]);
  expect((await inFolder(['keys', 'list'])).stderr).toContain('No keys are saved.');
  const core = await openCore({ dataFolder: folder });
  expect(await core.client.keys.status({})).toEqual([]);
  await core.close();
});

test('a key is never read from the command line, nor from a variable that is not named', async () => {
  const vault = createMemoryVault();
  const typed = 'sk-CANARY-99aa88bb77cc66dd55ee';
  for (const args of [
    ['add', typed],
    ['add', 'default', typed],
    ['add', `--key=${typed}`],
  ]) {
    const { code, stderr } = await inFolder(['keys', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--key-file FILE/)]);
    expect(stderr).not.toContain(typed);
  }
  await expect(withKeychain(vault, ['add'], '', { PATCHBAY_API_KEY: typed })).rejects.toThrow(/There is no key/);
  expect(vault.held().length).toBe(0);
});

test('connections test reports what the gateway says about a key from the environment', async () => {
  const good = await inFolder(['connections', 'test'], '', { PATCHBAY_API_KEY: gateway.key });
  expect([good.code, good.stdout]).toEqual([0, expect.stringMatching(/^work {2}works {2}[\d,]+ models/)]);
  const wrong = await inFolder(['connections', 'test', 'work', '--json'], '', { PATCHBAY_API_KEY: 'wrong' });
  expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([
    3,
    expect.objectContaining({ type: 'key-test', verdict: 'refused', exit: 3 }),
  ]);
  expect(await inFolder(['connections', 'test'])).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('no key sent'),
  });
  await inFolder(['connections', 'add', 'dead', '--base-url', 'http://127.0.0.1:1']);
  const dead = await inFolder(['connections', 'test', 'dead']);
  expect([dead.code, dead.stdout]).toEqual([5, expect.stringMatching(/^dead {2}failed/)]);
});

test('connections are exported and imported in the format of the app, with keys only if encrypted', async () => {
  const core = await openCore({ dataFolder: folder });
  const [saved] = await core.client.connections.list({});
  await core.client.connections.save({ id: saved?.id ?? '', name: 'work', baseAddress: gateway.url, retries: 2 });
  await core.close();
  const file = path.join(folder, 'work.patchbay');
  const written = await inFolder(['connections', 'export', '--out', file]);
  expect([written.code, written.stderr]).toEqual([0, `Saved to ${file}: 1 connection without keys.\n`]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ connections: [{ name: 'work', keys: [] }] });
  expect((await inFolder(['connections', 'export', '--out', file])).stderr).toContain('already exists');
  expect((await inFolder(['connections', 'import', file])).stderr).toContain('Skipped: work');

  const env = { PATCHBAY_DATA_DIR: tempFolder() };
  const read = await inFolder(['connections', 'import', file, 'WORK', '--json'], '', env);
  expect([read.code, JSON.parse(read.stdout)]).toEqual([0, expect.objectContaining({ state: 'imported', keys: 0 })]);
  const { stdout } = await inFolder(['connections', 'show', '--json'], '', env);
  expect(JSON.parse(stdout)).toMatchObject({ name: 'work', baseAddress: gateway.url, retries: 2 });
  expect((await inFolder(['connections', 'import', file, 'wrok'], '', env)).stderr).toContain('Did you mean work?');

  const short = await inFolder(['connections', 'export', '--out', `${file}2`, '--passphrase-env', 'P'], '', {
    P: 'few',
  });
  expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('at least 10 characters')]);
  const sealed = await inFolder(['connections', 'export', '--out', `${file}2`, '--passphrase-env', 'P'], '', {
    P: 'correct horse battery',
  });
  expect([sealed.code, sealed.stderr]).toEqual([0, expect.stringContaining('with 0 encrypted keys')]);
  expect(JSON.parse(readFileSync(`${file}2`, 'utf8'))).toHaveProperty('sealed');
}, 60_000);

test('the balance of saved keys, and of one that is not saved, is asked for and printed as told', async () => {
  const server = createServer((request, response) => {
    const isTold = request.url === '/v1/credits' && request.headers['api-key'] === 'sk-good-key-4711';
    response.writeHead(isTold ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isTold ? { data: { total_credits: 20.5, total_usage: 5.25 } } : { detail: 'Not Found' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const vault = createMemoryVault();
  await inFolder(['connections', 'add', 'paid', '--base-url', url, '--key-header', 'api-key']);
  await withKeychain(vault, ['add', '--connection', 'paid'], 'sk-good-key-4711\n');
  const saved = await withKeychain(vault, ['balance', '--connection', 'paid']);
  expect([saved.code, saved.stdout]).toEqual([0, 'paid  default  15.25 credits left, 5.25 used of 20.5\n']);
  const env = { PATCHBAY_API_KEY: 'sk-good-key-4711' };
  const unsaved = await inFolder(['keys', 'balance', '--base-url', url, '--key-header', 'api-key', '--json'], '', env);
  expect(JSON.parse(unsaved.stdout)).toMatchObject({
    type: 'key-balance',
    state: 'reported',
    amounts: [{ remaining: '15.25', unit: 'credits' }],
    exit: 0,
  });
  const untold = await inFolder(['keys', 'balance', '--base-url', url], '', env);
  expect([untold.code, untold.stdout]).toEqual([
    0,
    `${new URL(url).host}  command line  This gateway does not tell the balance of a key.\n`,
  ]);
});

test('Ctrl-C at the hidden prompt ends with 130, and saves nothing', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const stderr = new PassThrough();
  const reading = readNewSecret(
    {},
    { env: {}, stdin: stdin as unknown as NodeJS.ReadStream, stderr: stderr as unknown as NodeJS.WriteStream },
    'Key',
  );
  setTimeout(() => stdin.write('\u0003'), 50);
  const thrown = await reading.catch((error: unknown) => error);
  expect(thrown).toMatchObject({ failure: { code: 'aborted' } });
  expect(exitOfFailure('aborted')).toBe(130);
});

test('an import prints everything it sets, and takes what can read keys only with its option', async () => {
  const file = path.join(folder, 'theirs.patchbay');
  const entry = {
    name: 'theirs',
    baseAddress: 'https://gate.example',
    headers: [['X-Team', 'red']],
    proxy: { mode: 'custom', address: 'http://proxy.evil:3128' },
    extraCa: { name: 'own', pem: authority },
    retries: 2,
  };
  writeFileSync(file, JSON.stringify({ format: 'patchbay-connections-2', connections: [entry] }));
  const { fingerprint256 } = new X509Certificate(authority);
  const env = () => ({ PATCHBAY_DATA_DIR: tempFolder() });
  const plain = env();
  const { stderr } = await inFolder(['connections', 'import', file], '', plain);
  expect(stderr).toContain(
    'not imported: proxy: http://proxy.evil:3128. It could read keys; to accept it, add --with-proxy.',
  );
  expect(stderr).toContain(
    'not imported: certificate authority: own. It could read keys; to accept it, add --with-ca.',
  );
  expect(stderr).toContain(`SHA-256 ${fingerprint256}`);
  expect(stderr).toContain('headers: X-Team');
  expect(stderr).toContain('retries: 2');
  const shown = async (place: { PATCHBAY_DATA_DIR: string }) =>
    JSON.parse((await inFolder(['connections', 'show', 'theirs', '--json'], '', place)).stdout);
  expect(await shown(plain)).toMatchObject({ proxy: { mode: 'system', address: '' }, certificates: null, retries: 2 });

  const whole = env();
  const json = await inFolder(['connections', 'import', file, '--with-proxy', '--with-ca', '--json'], '', whole);
  expect(JSON.parse(json.stdout)).toMatchObject({
    leftOut: [],
    parts: [
      { kind: 'proxy' },
      { kind: 'certificates', certificates: [{ fingerprint: fingerprint256 }] },
      { kind: 'retries' },
    ],
  });
  expect(await shown(whole)).toMatchObject({
    proxy: { mode: 'custom', address: 'http://proxy.evil:3128' },
    certificates: 'own',
  });
});
