import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVault } from '../../../../electron/hosting/keyring-vault.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-vault-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A keyring module as a file, since the vault tries it in a separate process. */
async function makeKeyring(name: string, body: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`);
  await writeFile(
    file,
    `import { readFileSync, writeFileSync, appendFileSync } from 'node:fs';\nexport class AsyncEntry {\n${body}\n}`,
  );
  return pathToFileURL(file).href;
}

const working = (file: string) => `
  constructor(service, account, options) { this.name = service + '/' + account; this.store = options.linux.store; }
  read() { try { return JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8')); } catch { return {}; } }
  async setPassword(secret) { writeFileSync(${JSON.stringify(file)}, JSON.stringify({ ...this.read(), [this.name]: secret })); }
  async getPassword() { return this.read()[this.name] ?? null; }
  async deletePassword() { const all = this.read(); delete all[this.name]; writeFileSync(${JSON.stringify(file)}, JSON.stringify(all)); return true; }`;

test('a working keyring stores the keys, and the probe leaves nothing in it', async () => {
  const file = path.join(folder, 'ring.json');
  const vault = await openVault(await makeKeyring('works', working(file)));
  expect(vault.protection).toBe('keyring');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
  await vault.put('k1', 'secret');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ 'Patchbay/k1': 'secret' });
  expect([await vault.take('k1'), await vault.take('k2')]).toEqual(['secret', null]);
  await vault.forget('k1');
  expect(await vault.take('k1')).toBeNull();
});

test.each([
  ['throws', "async setPassword() { throw new Error('AccessDenied'); }"],
  ['forgets', 'async setPassword() {} async getPassword() { return null; } async deletePassword() {}'],
  ['crashes', 'async setPassword() { process.abort(); }'],
  ['hangs', 'async setPassword() { for (;;); }'],
])('a keyring that %s is not used: keys are kept in memory', async (name, body) => {
  const vault = await openVault(await makeKeyring(name, body), 1000);
  expect(vault.protection).toBe('memory');
  await vault.put('k1', 'secret');
  expect(await vault.take('k1')).toBe('secret');
  await vault.forget('k1');
  expect(await vault.take('k1')).toBeNull();
});

test('no keyring at all means memory, at once', async () => {
  expect((await openVault(null)).protection).toBe('memory');
});

test('a keyring that fails later reports it without repeating the secret, and reads as a missing key', async () => {
  const body = `${working(path.join(folder, 'later.json'))}`.replace(
    'async setPassword(secret) {',
    "async setPassword(secret) { if (secret !== 'probe') throw new Error('locked: ' + secret);",
  );
  const vault = await openVault(await makeKeyring('later', body));
  const thrown = await vault.put('k1', 'sk-secret').catch((error) => error);
  expect(thrown.failure).toMatchObject({ code: 'storage', retryable: true });
  expect(JSON.stringify(thrown.failure)).not.toContain('sk-secret');
});
