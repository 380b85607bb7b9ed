import { readdirSync, readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openVault } from '../../../electron/hosting/keyring-vault.ts';
import { openAddress, withoutSecrets } from '../../../electron/hosting/open-address.ts';
import { startProgram } from '../../support/cli/run-program.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { json, type Received, startRecordingServer } from '../../support/exchange/wire-server.ts';

const isLinux = process.platform === 'linux';

/** The command lines of a process and of all its descendants, as every user of this computer can read them. */
function commandLines(root: number): string[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It exited meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isOurs).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
}

/** A gateway that holds its response until it is released. */
async function openPatientGateway() {
  const arrived = Promise.withResolvers<Received>();
  const server = await startRecordingServer(arrived.resolve);
  onTestFinished(() => server.close());
  return { server, arrived: arrived.promise };
}

test.skipIf(!isLinux).each<[string, string[], Record<string, string>]>([
  ['PATCHBAY_API_KEY', [], { PATCHBAY_API_KEY: canaryKey }],
  ['a named variable', ['--key-env', 'MY_GATEWAY'], { MY_GATEWAY: canaryKey }],
  ['a private file', ['--key-file', 'KEY_FILE'], {}],
])('a key from %s is in no command line while it is in use', async (_, args, env) => {
  const file = path.join(tempFolder(), 'key');
  await writeFile(file, canaryKey, { mode: 0o600 });
  const { server, arrived } = await openPatientGateway();
  const given = ['run', 'chat.completions', 'Hi', '-m', 'm-1', '--base-url', server.url];
  const running = startProgram([...given, ...args.map((arg) => (arg === 'KEY_FILE' ? file : arg))], { env });
  const request = await Promise.race([arrived, running.done.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  expect(request.head).toContain(canaryKey);
  const lines = commandLines(running.child.pid ?? 0);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join()).toContain(server.url);
  expect(canariesIn(lines.join('\n'))).toEqual([]);
  request.socket.write(json(completion('Hello.')));
  const { code, stdout, stderr } = await running.done;
  expect(code).toBe(0);
  expect(canariesIn(stdout + stderr)).toEqual([]);
});

const secretly = {
  PATCHBAY_API_KEY: canaryKey,
  OPENAI_KEY: canaryKey,
  MY_TOKEN: canaryKey,
  DB_PASS: canaryKey,
  GATEWAY_CREDENTIALS: canaryKey,
  PROXY_AUTH: canaryKey,
  // Under a name that reveals nothing.
  MY_GATEWAY: canaryKey,
  HEADERS: `Authorization: Bearer ${canaryKey}`,
};

test('a child process gets no variable that contains a key, by its name or by its value', () => {
  const kept = { PATH: '/bin', HOME: '/h', XAUTHORITY: '/h/.Xauthority', DISPLAY: ':0', LANG: 'de', TASK: 'sketch' };
  expect(withoutSecrets({ ...kept, ...secretly, GONE: undefined })).toEqual(kept);
});

test.skipIf(!isLinux)('neither the URL opener nor the keyring probe is given a key', async () => {
  const folder = tempFolder();
  const seen = (name: string) => path.join(folder, name);
  await writeFile(
    seen('xdg-open'),
    `#!/bin/sh\n/usr/bin/env > '${seen('opener')}.part'\nmv '${seen('opener')}.part' '${seen('opener')}'\n`,
  );
  await chmod(seen('xdg-open'), 0o700);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  for (const [name, value] of Object.entries(secretly)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await openAddress('https://gw.test', { platform: 'linux', env: { ...process.env, DISPLAY: ':0' } })).toBe(
    true,
  );
  const opener = await vi.waitFor(() => readFile(seen('opener'), 'utf8'));
  expect(opener).toContain('DISPLAY=:0');
  expect(canariesIn(opener)).toEqual([]);

  const keyring = seen('keyring.mjs');
  await writeFile(
    keyring,
    // Loaded by the probe, and then by this process.
    `import { writeFileSync } from 'node:fs';
     if (process.pid !== ${process.pid}) writeFileSync(${JSON.stringify(seen('probe'))}, JSON.stringify([process.env, process.argv]));
     export class AsyncEntry { async setPassword() {} async getPassword() { return 'probe'; } async deletePassword() { return true; } }`,
  );
  const vault = await openVault(pathToFileURL(keyring).href);
  expect(vault.protection).toBe('keyring');
  const probe = await readFile(seen('probe'), 'utf8');
  expect(probe).toContain('"PATH"');
  expect(canariesIn(probe)).toEqual([]);
});

const root = path.join(import.meta.dirname, '../../..');

test('nothing else in the program starts a child process', () => {
  const starters = readdirSync(path.join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /node:child_process|utilityProcess/.test(readFileSync(path.join(root, 'electron', name), 'utf8')),
    );
  // Each gives its child `withoutSecrets`, as verified by the tests above.
  expect(starters.toSorted()).toEqual(['hosting/keyring-vault.ts', 'hosting/open-address.ts']);
});
