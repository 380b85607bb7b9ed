import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptions } from '../../../../electron/cli/input/options.ts';
import { findKey, readTarget } from '../../../../electron/cli/input/target.ts';
import { demoOptions } from '../../../../electron/cli/specs/index.ts';
import { gatewayOptions } from '../../../../electron/cli/specs/spec.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function keyFile(name: string, content: string, mode: number) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  await chmod(file, mode);
  return file;
}

test('a key comes from a private file, a named variable or PATCHBAY_API_KEY, in this order', async () => {
  const file = await keyFile('good', 'sk-file\n', 0o600);
  const env = { PATCHBAY_API_KEY: 'sk-env', OTHER: 'sk-other', OPENAI_API_KEY: 'sk-openai' };
  expect(await findKey({ 'key-file': file }, env)).toBe('sk-file');
  expect(await findKey({ 'key-env': 'OTHER' }, env)).toBe('sk-other');
  expect(await findKey({}, env)).toBe('sk-env');
  expect(await findKey({}, { OPENAI_API_KEY: 'sk-openai' })).toBeNull();
  await expect(findKey({ 'key-file': file, 'key-env': 'OTHER' }, env)).rejects.toThrow(
    /only one of --key-env and --key-file/,
  );
});

test.each([0o640, 0o604, 0o660, 0o666])(
  'a key file with mode %o is refused, and its content not shown',
  async (mode) => {
    const file = await keyFile(`open-${mode}`, 'sk-canary', mode);
    const thrown = await findKey({ 'key-file': file }, {}).catch((error) => error);
    expect(thrown.name).toBe('UsageError');
    expect(thrown.message).toContain('chmod 600');
    expect(thrown.message).not.toContain('sk-canary');
  },
);

test('an empty key source is reported', async () => {
  await expect(findKey({ 'key-env': 'ABSENT' }, {})).rejects.toMatchObject({ failure: { code: 'no-key' } });
  await expect(findKey({ 'key-file': await keyFile('empty', '\n', 0o600) }, {})).rejects.toMatchObject({
    failure: { code: 'no-key' },
  });
  await expect(findKey({ 'key-file': path.join(folder, 'absent') }, {})).rejects.toThrow(/cannot be read/);
  await expect(findKey({ 'key-file': folder }, {})).rejects.toThrow(/not a regular file/);
});

test.each([
  ['--key', 'sk-canary'],
  ['--key=sk-canary'],
  ['--api-key', 'sk-canary'],
  ['--apikey=sk-canary'],
  ['-key=sk-canary'],
  ['--token', 'sk-canary'],
  ['--secret=sk-canary'],
])('%s is refused with the safe alternatives named', (...args) => {
  expect(() => readOptions(args, gatewayOptions)).toThrow(/PATCHBAY_API_KEY.*--key-env.*--key-file/);
  try {
    readOptions(args, gatewayOptions);
  } catch (error) {
    expect(String(error)).not.toContain('sk-canary');
  }
});

test('an unknown option is named, its value is not', () => {
  expect(() => readOptions(['--kee=sk-canary'], gatewayOptions)).toThrow(/^Unknown option --kee\./);
  expect(() => readOptions(['--kee=sk-canary'], gatewayOptions)).not.toThrow(/canary/);
  expect(readOptions(['a', '--', '--key', 'b'], gatewayOptions).positionals).toEqual(['a', '--key', 'b']);
  expect(() => readOptions(['--port', '70000'], demoOptions)).toThrow('--port must be an integer from 0 to 65,535.');
  expect(() => readOptions(['--port', '1e3'], demoOptions)).toThrow(/--port/);
  expect(readOptions([], demoOptions).values).toEqual({});
});

test('options override the environment, which overrides what is saved', async () => {
  const env = { OPENAI_BASE_URL: 'https://openai.example/v1', OPENAI_API_KEY: 'sk-openai', PATCHBAY_API_KEY: 'sk-own' };
  expect(await readTarget({ 'base-url': 'https://here' }, env)).toEqual({
    kind: 'address',
    address: 'https://here',
    secret: 'sk-own',
    acceptedInsecure: false,
  });
  expect(await readTarget({}, env)).toMatchObject({ kind: 'address', address: 'https://openai.example/v1' });
  expect(await readTarget({}, { ...env, PATCHBAY_BASE_URL: 'https://own' })).toMatchObject({ address: 'https://own' });
  expect(await readTarget({}, {})).toEqual({ kind: 'saved', name: null, secret: null });
  expect(await readTarget({ demo: true, scenario: 'x' }, env)).toEqual({ kind: 'demo', scenario: 'x' });
});

test('OPENAI_API_KEY is sent only where an address was given', async () => {
  const env = { OPENAI_API_KEY: 'sk-openai' };
  expect(await readTarget({ connection: 'work' }, env)).toEqual({ kind: 'saved', name: 'work', secret: null });
  expect(await readTarget({}, env)).toEqual({ kind: 'saved', name: null, secret: null });
  expect(await readTarget({ 'base-url': 'https://here' }, env)).toMatchObject({ secret: 'sk-openai' });
  expect(await readTarget({ connection: 'work' }, { ...env, OPENAI_BASE_URL: 'https://x' })).toMatchObject({
    kind: 'saved',
  });
});

test('contradictory options are refused', async () => {
  await expect(readTarget({ demo: true, 'base-url': 'x' }, {})).rejects.toThrow(/only one of --demo and --base-url/);
  await expect(readTarget({ 'base-url': 'x', connection: 'y' }, {})).rejects.toThrow(/one of/);
  await expect(readTarget({ scenario: 'x' }, {})).rejects.toThrow(/--demo/);
});
