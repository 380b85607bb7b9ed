import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#shared/protocol/failure.ts';
import { type Cipher, openVault } from '../../../../../electron/desktop/vault/vault.ts';

const secret = 'sk-CANARY-0123456789';
const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'vault-'));
const fileOf = (folder: string) => path.join(folder, 'vault.json');

/**
 * A keyring whose key can be changed, lost or locked. Like Chromium's on Linux it tags what it encrypts, always knows
 * its fixed password (`v10`), and says that it is available in either case.
 */
class Keyring implements Cipher {
  key = 'first';
  isAvailable = true;
  tag = 'v11';
  backend: string | undefined = 'gnome_libsecret';
  usesPlain = false;
  rotated = false;
  getSelectedStorageBackend = () => this.backend as string;
  setUsePlainTextEncryption = (uses: boolean) => {
    this.usesPlain = uses;
  };
  isAsyncEncryptionAvailable = async () => this.isAvailable;
  encryptStringAsync = async (text: string) => {
    if (!this.isAvailable) throw new Error(`refused ${text}`);
    const key = this.tag === 'v10' ? 'peanuts' : this.key;
    return Buffer.from(`${this.tag}${key}:${Buffer.from(text).toString('hex')}`);
  };
  decryptStringAsync = async (ciphertext: Buffer) => {
    const [tagged = '', hex = ''] = ciphertext.toString().split(':');
    const [tag, key] = [tagged.slice(0, 3), tagged.slice(3)];
    if (tag === 'v10') return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: false };
    if (this.tag === 'v10' || (key !== this.key && !this.rotated)) throw new Error('no such key');
    return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: key !== this.key };
  };
}

/** Linux without a responding keyring, whatever its desktop is called. */
function withoutKeyring(backend = 'basic_text'): Keyring {
  const cipher = new Keyring();
  cipher.tag = 'v10';
  cipher.backend = backend;
  return cipher;
}

test('a key is read back after a restart and is stored encrypted in a private file', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  const vault = await openVault({ cipher, folder });
  expect(vault.protection).toBe('keyring');
  await vault.put('one', secret);
  expect(await (await openVault({ cipher, folder })).take('one')).toBe(secret);
  expect(readFileSync(fileOf(folder), 'utf8')).not.toContain(secret);
  expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['vault.json']);
});

test('a key that was never stored, or was forgotten, is null and leaves nothing behind', async () => {
  const folder = newFolder();
  const vault = await openVault({ cipher: new Keyring(), folder });
  expect(await vault.take('none')).toBeNull();
  await vault.put('one', secret);
  const ciphertext = JSON.parse(readFileSync(fileOf(folder), 'utf8')).secrets.one;
  await vault.forget('one');
  await vault.forget('never');
  expect(await vault.take('one')).toBeNull();
  expect(readFileSync(fileOf(folder), 'utf8')).not.toContain(ciphertext);
});

test('keys stored concurrently are all kept', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  const vault = await openVault({ cipher, folder });
  await Promise.all([...'abcdefgh'].map((id) => vault.put(id, `${secret}-${id}`)));
  const again = await openVault({ cipher, folder });
  for (const id of 'abcdefgh') expect(await again.take(id)).toBe(`${secret}-${id}`);
});

test('without a keyring keys exist for this run only', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  cipher.isAvailable = false;
  const vault = await openVault({ cipher, folder });
  expect(vault.protection).toBe('memory');
  expect(vault.offersWeak).toBe(false);
  await vault.put('one', secret);
  expect(await vault.take('one')).toBe(secret);
  expect(existsSync(fileOf(folder))).toBe(false);
  expect(await (await openVault({ cipher, folder })).take('one')).toBeNull();
});

test('a keyring that fails to respond counts as none', async () => {
  const cipher = new Keyring();
  cipher.isAsyncEncryptionAvailable = () => Promise.reject(new Error('no bus'));
  expect((await openVault({ cipher, folder: newFolder() })).protection).toBe('memory');
  const silent = new Keyring();
  silent.encryptStringAsync = () => Promise.reject(new Error('no key'));
  expect((await openVault({ cipher: silent, folder: newFolder() })).protection).toBe('memory');
});

test('macOS and Windows, which name no backend, use the keyring', async () => {
  const cipher = new Keyring();
  const named: Partial<Keyring> = cipher;
  delete named.getSelectedStorageBackend;
  expect((await openVault({ cipher, folder: newFolder() })).protection).toBe('keyring');
});

test('the password that all computers share is never used implicitly, and never called a keyring', async () => {
  const folder = newFolder();
  const cipher = withoutKeyring();
  const vault = await openVault({ cipher, folder });
  expect([vault.protection, vault.offersWeak, cipher.usesPlain]).toEqual(['memory', true, false]);
  await vault.put('one', secret);
  expect(existsSync(fileOf(folder))).toBe(false);

  await vault.acceptWeak();
  expect([vault.protection, vault.offersWeak]).toEqual(['weak', false]);
  expect(await vault.take('one')).toBe(secret);
  await vault.put('two', secret);

  const next = withoutKeyring();
  const again = await openVault({ cipher: next, folder });
  expect([again.protection, next.usesPlain]).toEqual(['weak', true]);
  expect([await again.take('one'), await again.take('two')]).toEqual([secret, secret]);
});

test.each([
  // The desktop environment has a keyring by its name, and none responds.
  ['gnome_libsecret', 'v10', 'memory', true],
  ['kwallet6', 'v10', 'memory', true],
  ['basic_text', 'v10', 'memory', true],
  // sway or i3 with a keyring that responds.
  ['basic_text', 'v11', 'keyring', false],
  ['gnome_libsecret', 'v11', 'keyring', false],
  ['gnome_libsecret', 'v12', 'keyring', false],
  // An unknown backend is not called a keyring.
  ['gnome_libsecret', 'v99', 'memory', false],
  [undefined, 'v10', 'keyring', false],
])('backend %s with ciphertext %s means %s', async (backend, tag, protection, offersWeak) => {
  const folder = newFolder();
  const cipher = new Keyring();
  Object.assign(cipher, { backend, tag });
  const named: Partial<Keyring> = cipher;
  if (backend === undefined) delete named.getSelectedStorageBackend;
  const vault = await openVault({ cipher, folder });
  expect([vault.protection, vault.offersWeak]).toEqual([protection, offersWeak]);
  await vault.put('one', secret);
  expect(vault.protectionOf('one')).toBe(protection);
  expect(existsSync(fileOf(folder))).toBe(protection === 'keyring');
});

test('a weakly stored key is called weak, and wrapped again as soon as a keyring responds', async () => {
  const folder = newFolder();
  const weak = await openVault({ cipher: withoutKeyring(), folder });
  await weak.acceptWeak();
  await weak.put('one', secret);
  // The choice is gone, the stored key is not.
  writeFileSync(
    fileOf(folder),
    readFileSync(fileOf(folder), 'utf8').replace('"acceptedWeak": true', '"acceptedWeak": false'),
  );
  const stored = () => Buffer.from(JSON.parse(readFileSync(fileOf(folder), 'utf8')).secrets.one, 'base64').toString();
  const still = await openVault({ cipher: withoutKeyring('gnome_libsecret'), folder });
  expect([still.protection, still.protectionOf('one'), await still.take('one')]).toEqual(['memory', 'weak', secret]);
  expect(stored()).toMatch(/^v10/);

  const vault = await openVault({ cipher: new Keyring(), folder });
  expect(stored()).toMatch(/^v11first/);
  expect([vault.protectionOf('one'), await vault.take('one')]).toEqual(['keyring', secret]);
});

test('a keyring lost during a run stores no key instead of storing it weakly', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  const vault = await openVault({ cipher, folder });
  cipher.tag = 'v10';
  expect(AppError.from(await vault.put('one', secret).catch((error: unknown) => error)).code).toBe('storage');
  expect(existsSync(fileOf(folder))).toBe(false);
});

test('where there is a keyring, weak storage cannot be selected', async () => {
  const vault = await openVault({ cipher: new Keyring(), folder: newFolder() });
  await vault.acceptWeak();
  expect([vault.protection, vault.offersWeak]).toEqual(['keyring', false]);
});

test('a ciphertext that no longer decrypts reads as null and is kept until its key is stored again', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  await (await openVault({ cipher, folder })).put('one', secret);
  const before = readFileSync(fileOf(folder), 'utf8');

  cipher.key = 'second';
  const vault = await openVault({ cipher, folder });
  expect(await vault.take('one')).toBeNull();
  expect(readFileSync(fileOf(folder), 'utf8')).toBe(before);
  cipher.key = 'first';
  expect(await vault.take('one')).toBe(secret);

  cipher.key = 'third';
  await vault.put('one', `${secret}-new`);
  expect(await vault.take('one')).toBe(`${secret}-new`);
});

test('a keyring lost between two runs loses no ciphertext', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  await (await openVault({ cipher, folder })).put('one', secret);
  const before = readFileSync(fileOf(folder), 'utf8');
  const without = withoutKeyring();
  const vault = await openVault({ cipher: without, folder });
  expect(await vault.take('one')).toBeNull();
  await vault.put('one', 'sk-for-this-run');
  expect(await vault.take('one')).toBe('sk-for-this-run');
  expect(readFileSync(fileOf(folder), 'utf8')).toBe(before);
});

test('a rotated key gives its secret and wraps it again', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  await (await openVault({ cipher, folder })).put('one', secret);
  cipher.key = 'second';
  cipher.rotated = true;
  expect(await (await openVault({ cipher, folder })).take('one')).toBe(secret);
  cipher.rotated = false;
  expect(await (await openVault({ cipher, folder })).take('one')).toBe(secret);
});

test('a key stored while its old wrapping is renewed is not overwritten', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  await (await openVault({ cipher, folder })).put('one', secret);
  cipher.key = 'second';
  cipher.rotated = true;
  const vault = await openVault({ cipher, folder });
  await Promise.all([vault.take('one'), vault.put('one', 'sk-new')]);
  expect(await vault.take('one')).toBe('sk-new');
});

test('a key stored while a weak vault is being accepted is kept too', async () => {
  const folder = newFolder();
  const cipher = withoutKeyring();
  const vault = await openVault({ cipher, folder });
  await vault.put('one', secret);
  await Promise.all([vault.acceptWeak(), vault.put('two', secret)]);
  const again = await openVault({ cipher, folder });
  expect([await again.take('one'), await again.take('two')]).toEqual([secret, secret]);
});

test('a refusal of the keyring is a failure that does not quote the key', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  const vault = await openVault({ cipher, folder });
  cipher.isAvailable = false;
  const thrown = await vault.put('one', secret).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(AppError);
  expect(AppError.from(thrown).code).toBe('storage');
  expect(JSON.stringify(AppError.from(thrown)) + String(thrown)).not.toContain('CANARY');
  expect(existsSync(fileOf(folder))).toBe(false);
});

test('a disk that rejects writes is a failure, and the next write works', async () => {
  const folder = newFolder();
  const missing = path.join(folder, 'gone');
  const vault = await openVault({ cipher: new Keyring(), folder: missing });
  expect(AppError.from(await vault.put('one', secret).catch((error: unknown) => error))).toMatchObject({
    code: 'storage',
    message: expect.stringContaining('ENOENT'),
  });
  const { mkdirSync } = await import('node:fs');
  mkdirSync(missing);
  await vault.put('one', secret);
  expect(await vault.take('one')).toBe(secret);
});

test.each(['', '{', '[]', '{"version":2,"secrets":{}}', '{"version":1,"secrets":{"one":5}}'])(
  'a file that is no vault (%j) is renamed, not deleted',
  async (text) => {
    const folder = newFolder();
    writeFileSync(fileOf(folder), text);
    const cipher = new Keyring();
    const vault = await openVault({ cipher, folder });
    expect(await vault.take('one')).toBeNull();
    await vault.put('one', secret);
    const aside = readdirSync(folder).filter((name) => name.startsWith('vault.json.damaged-'));
    expect(aside.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([text]);
    expect(await (await openVault({ cipher, folder })).take('one')).toBe(secret);
  },
);

test('names with a meaning in JavaScript are only names', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  const vault = await openVault({ cipher, folder });
  for (const id of ['__proto__', 'constructor', 'toString']) await vault.put(id, `${secret}-${id}`);
  const again = await openVault({ cipher, folder });
  for (const id of ['__proto__', 'constructor', 'toString']) expect(await again.take(id)).toBe(`${secret}-${id}`);
  expect(await again.take('hasOwnProperty')).toBeNull();
  expect(({} as Record<string, unknown>).one).toBeUndefined();
});

test('a link in place of the file is replaced, not followed', async () => {
  const folder = newFolder();
  const target = path.join(newFolder(), 'target');
  writeFileSync(target, 'precious');
  chmodSync(target, 0o600);
  symlinkSync(target, fileOf(folder));
  const vault = await openVault({ cipher: new Keyring(), folder });
  await vault.put('one', secret);
  expect(readFileSync(target, 'utf8')).toBe('precious');
});

test('3.5 vault: a secret whose bytes changed on disk is lost and never sent, the others stay', async () => {
  const folder = newFolder();
  const cipher = new Keyring();
  const vault = await openVault({ cipher, folder });
  await vault.put('one', secret);
  await vault.put('two', `${secret}-two`);
  const text = readFileSync(fileOf(folder), 'utf8');
  const { secrets } = JSON.parse(text) as { secrets: Record<string, string> };
  const one = secrets.one as string;
  // Another letter of base64 is another letter of the key, which this keyring does not notice.
  writeFileSync(
    fileOf(folder),
    text.replace(one, `${one.slice(0, -8)}${one.at(-8) === 'M' ? 'N' : 'M'}${one.slice(-7)}`),
  );
  const again = await openVault({ cipher, folder });
  expect([await again.take('one'), await again.take('two')]).toEqual([null, `${secret}-two`]);
  expect(readdirSync(folder).filter((name) => name.startsWith('vault.json.damaged-'))).toHaveLength(1);
});
