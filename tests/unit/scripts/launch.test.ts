import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fetchElectron } from '../../../scripts/electron-binary.ts';
import { isBuildStale } from '../../../scripts/fresh-build.ts';
import { failedStart, readArguments, whyNoDesktop } from '../../../scripts/launch.ts';
import { hasSandbox, sandboxCommands } from '../../../scripts/sandbox.ts';

const withoutProxies = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/proxy/i.test(name)));

const products = ['dist/main/main.js', 'dist/main/cli.js', 'dist/main/preload.cjs', 'dist/renderer/index.html'];

function put(root: string, file: string, body = '', mode = 0o644): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), body, { mode });
}

/** A project with the real start script, a build, and hosts that only print their arguments. */
function newProject(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'project-'));
  cpSync('scripts', path.join(root, 'scripts'), { recursive: true });
  for (const file of products) put(root, file);
  put(root, 'package.json', '{"type":"module"}');
  put(
    root,
    'bin/patchbay.mjs',
    `process.on('SIGTERM', () => process.exit(7));
     console.error('browser ' + process.argv.slice(2).join(' '));
     console.log('Patchbay is running at http://127.0.0.1:1/#token=x');
     if (process.env.STAY) setInterval(() => {}, 1000);
     else process.exitCode = Number(process.env.STATUS ?? 0);`,
  );
  return root;
}

/** Replaces the Electron binary by a program. */
function putElectron(root: string, script: string): void {
  put(root, 'node_modules/electron/package.json', '{"version":"45.0.0","type":"commonjs"}');
  put(root, 'node_modules/electron/dist/version', '45.0.0');
  put(root, 'node_modules/electron/path.txt', 'electron');
  put(root, 'node_modules/electron/dist/electron', `#!/bin/sh\n${script}\n`, 0o755);
}

/** The same as written by the package's own download. */
const download = `const fs = require('node:fs'); fs.mkdirSync(__dirname + '/dist', { recursive: true });
  fs.writeFileSync(__dirname + '/dist/electron', '#!/bin/sh\\necho electron ran\\n', { mode: 0o755 });
  fs.writeFileSync(__dirname + '/dist/version', '45.0.0'); fs.writeFileSync(__dirname + '/path.txt', 'electron');`;

function start(root: string, words: string[], env: NodeJS.ProcessEnv = {}) {
  const clean = { ...process.env };
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'ELECTRON_OVERRIDE_DIST_PATH', 'PATCHBAY_HOST']) delete clean[name];
  const child = spawn(process.execPath, ['scripts/start.mjs', ...words], {
    cwd: root,
    env: { ...clean, ...env },
    stdio: 'pipe',
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [status]]) => ({ stdout, stderr, status: status as number }),
  );
  return { child, ended };
}

const onDisplay = { DISPLAY: ':99', PATCHBAY_ALLOW_NO_SANDBOX: '1' };
const runningLine = 'Patchbay is running at http://127.0.0.1:1/#token=x\n';
const onLinux = test.runIf(process.platform === 'linux');

onLinux(
  'without a display the browser host runs: its line is all of stdout, the reason one line of stderr',
  async () => {
    const { stdout, stderr, status } = await start(newProject(), ['--no-open', '--port', '4100', '--port=4101', '--x'])
      .ended;
    expect(stdout).toBe(runningLine);
    expect(stderr.split('\n')).toEqual([
      'Patchbay opens in the browser: this machine has no display.',
      'browser serve --no-open --port 4100 --port=4101',
      '',
    ]);
    expect(status).toBe(0);
  },
);

test.each([{ words: ['--browser'] }, { words: [], env: { PATCHBAY_HOST: 'browser' } }])(
  'the browser host can be requested (%j), and needs no reason',
  async ({ words, env = {} }) => {
    const { stdout, stderr } = await start(newProject(), words, { ...onDisplay, ...env }).ended;
    expect([stdout, stderr]).toEqual([runningLine, 'browser serve\n']);
  },
);

test("the host's exit status is ours", async () => {
  expect((await start(newProject(), ['--browser'], { STATUS: '5' }).ended).status).toBe(5);
});

test('a signal reaches the host, which ends in its own way', async () => {
  const { child, ended } = start(newProject(), ['--browser'], { STAY: '1' });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect((await ended).status).toBe(7);
});

onLinux('Electron runs where it is, with the words that are meant for it', async () => {
  const root = newProject();
  putElectron(root, 'echo "electron $*"; exit 4');
  const { stdout, stderr, status } = await start(root, ['--lang=de', '--no-open'], onDisplay).ended;
  expect([stdout, stderr, status]).toEqual([`electron ${root} --no-sandbox --lang=de\n`, '', 4]);
});

onLinux('Electron runs as the app, also from a terminal within another Electron app', async () => {
  const root = newProject();
  putElectron(root, 'echo "node mode: $ELECTRON_RUN_AS_NODE"');
  const { stdout } = await start(root, [], { ...onDisplay, ELECTRON_RUN_AS_NODE: '1' }).ended;
  expect(stdout).toBe('node mode: \n');
});

onLinux.each([
  ['kill -TRAP $$', 'SIGTRAP'],
  ['exit 1', 'status 1'],
  ['exit 127', 'status 127'],
])('an Electron that can not start (%s) gives way to the browser', async (script, reason) => {
  const root = newProject();
  putElectron(root, script);
  const { stdout, stderr } = await start(root, [], onDisplay).ended;
  expect(stdout).toBe(runningLine);
  expect(stderr).toContain(`Patchbay opens in the browser: Electron could not start here (${reason}).\n`);
});

onLinux('a refusal by the app itself is not taken for a failure to start', async () => {
  const root = newProject();
  putElectron(root, 'exit 2');
  expect(await start(root, [], onDisplay).ended).toMatchObject({ stdout: '', status: 2 });
});

onLinux('a download that fails is tried once and named in one line', async () => {
  const root = newProject();
  put(root, 'node_modules/electron/install.js', "console.error('TypeError: fetch failed\\n  at x'); process.exit(1);");
  const { stdout, stderr } = await start(root, [], onDisplay).ended;
  expect(stdout).toBe(runningLine);
  expect(stderr.split('\n').slice(0, 2)).toEqual([
    'Fetching Electron, once (about 110 MB) ...',
    'Patchbay opens in the browser: Electron is not installed, and its download failed: fetch failed.',
  ]);
});

onLinux('a download that is switched off is not tried', async () => {
  const root = newProject();
  put(root, 'node_modules/electron/install.js', "console.log('tried')");
  const { stdout, stderr } = await start(root, [], { ...onDisplay, ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }).ended;
  expect(stdout).toBe(runningLine);
  expect(stderr).toContain('its download is switched off');
});

onLinux('a download that works ends in the desktop app', async () => {
  const root = newProject();
  put(root, 'node_modules/electron/package.json', '{"version":"45.0.0","type":"commonjs"}');
  put(root, 'node_modules/electron/install.js', download);
  expect(await start(root, [], onDisplay).ended).toMatchObject({ stdout: 'electron ran\n', status: 0 });
});

onLinux.each([
  ['its program alone', ['path.txt', 'dist/version']],
  ['no end of its unpacking', ['path.txt']],
  ['another version', []],
])('an Electron with %s is downloaded again', async (_, missing) => {
  const root = newProject();
  putElectron(root, 'exit 126');
  for (const file of missing) rmSync(path.join(root, 'node_modules/electron', file));
  if (missing.length === 0) put(root, 'node_modules/electron/dist/version', '44.9.9');
  put(root, 'node_modules/electron/install.js', download);
  const { stdout, stderr } = await start(root, [], onDisplay).ended;
  expect([stdout, stderr]).toEqual(['electron ran\n', 'Fetching Electron, once (about 110 MB) ...\n']);
});

onLinux('a download folder that cannot be written leads to the browser', async () => {
  const root = newProject();
  put(root, 'node_modules/electron/package.json', '{"version":"45.0.0"}');
  put(root, 'node_modules/electron/install.js', '');
  // Not even root may create a folder below a file.
  put(root, 'node_modules/electron/.download', '');
  chmodSync(path.join(root, 'node_modules/electron'), 0o555);
  const { stdout, stderr } = await start(root, [], onDisplay).ended;
  chmodSync(path.join(root, 'node_modules/electron'), 0o755);
  expect(stdout).toBe(runningLine);
  expect(stderr).not.toContain('    at ');
});

onLinux('a system without a sandbox for Electron is named before the start, with what allows it', async () => {
  const root = newProject();
  putElectron(root, 'echo started');
  put(root, 'node_modules/electron/dist/chrome-sandbox');
  const proc = path.join(root, 'proc');
  put(proc, 'sys/kernel/apparmor_restrict_unprivileged_userns', '1\n');
  const helper = path.join(root, 'node_modules/electron/dist/chrome-sandbox');
  const executable = path.join(root, 'node_modules/electron/dist/electron');
  const folders = { proc, appArmor: path.join(root, 'apparmor.d') };
  expect(hasSandbox(executable, folders)).toBe(false);
  expect(sandboxCommands(executable)).toEqual([`sudo chown root:root '${helper}'`, `sudo chmod 4755 '${helper}'`]);
  put(root, 'apparmor.d/patchbay', `profile patchbay ${executable} flags=(unconfined) { userns, }`);
  expect(hasSandbox(executable, folders)).toBe(true);
  for (const [file, value, isAllowed] of [
    ['sys/kernel/unprivileged_userns_clone', '0', false],
    ['sys/kernel/unprivileged_userns_clone', '1', true],
    ['sys/user/max_user_namespaces', '0', false],
    ['sys/user/max_user_namespaces', '60000', true],
    ['sys/kernel/apparmor_restrict_unprivileged_userns', '0', true],
  ] as const) {
    const other = mkdtempSync(path.join(os.tmpdir(), 'proc-'));
    put(other, file, `${value}\n`);
    expect([file, value, hasSandbox(executable, { proc: other, appArmor: other })]).toEqual([file, value, isAllowed]);
  }
});

test('an Electron that ends for want of a sandbox says which two commands give it one', () => {
  const root = newProject();
  const executable = path.join(root, 'electron');
  const trapped = { status: 133, signal: 'SIGTRAP' } as const;
  expect(failedStart(trapped, executable, false).remedy?.slice(1)).toEqual(
    sandboxCommands(executable).map((command) => `  ${command}`),
  );
  expect(failedStart(trapped, executable, true).remedy).toBeUndefined();
  expect(failedStart({ status: 127, signal: null }, executable, false)).toEqual({
    reason: 'Electron could not start here (status 127)',
  });
});

onLinux(
  'the download goes through the proxy of the environment or of npm, and names the cause of a failure',
  async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const electron = path.resolve('node_modules/electron');
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy']) {
      const root = mkdtempSync(path.join(os.tmpdir(), 'electron-'));
      cpSync(path.join(electron, 'install.js'), path.join(root, 'install.js'));
      for (const file of ['package.json', 'checksums.json']) cpSync(path.join(electron, file), path.join(root, file));
      symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
      const env = { ...withoutProxies(process.env), [name]: address, electron_config_cache: path.join(root, 'cache') };
      expect(await fetchElectron(root, { env })).toMatch(/^its download failed: /);
      expect(asked.splice(0).length, name).toBeGreaterThan(0);
    }
    await new Promise((resolve) => proxy.close(resolve));
    const refused = mkdtempSync(path.join(os.tmpdir(), 'electron-'));
    put(refused, 'package.json', '{"version":"45.0.0","type":"module"}');
    put(
      refused,
      'install.js',
      `fetch('${address}').catch((error) => { console.error(error.stack); process.exit(1); })`,
    );
    expect(await fetchElectron(refused, { env: withoutProxies(process.env) })).toBe(
      'its download failed: the connection was refused (ECONNREFUSED)',
    );
  },
);

test('an outdated build is rebuilt before anything starts, and a failed build starts nothing', async () => {
  const root = newProject();
  put(root, 'vite.config.ts');
  put(root, 'shared/new.ts');
  utimesSync(path.join(root, 'shared/new.ts'), new Date(), new Date(Date.now() + 60_000));
  put(root, 'node_modules/vite/bin/vite.js', "console.log('built'); process.exit(Number(process.env.BUILD ?? 0));");
  const built = await start(root, ['--browser']).ended;
  expect([built.stdout, built.stderr]).toEqual([runningLine, 'Building Patchbay ...\nbuilt\nbrowser serve\n']);
  expect(await start(root, ['--browser'], { BUILD: '3' }).ended).toMatchObject({ stdout: '', status: 3 });
});

test('a missing installation is reported', async () => {
  const root = newProject();
  put(root, 'vite.config.ts');
  put(root, 'electron/x.ts');
  utimesSync(path.join(root, 'electron/x.ts'), new Date(), new Date(Date.now() + 60_000));
  expect(await start(root, ['--browser']).ended).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('run "npm install" first'),
    status: 1,
  });
});

test('a build is stale when a part is missing or a source is newer; a package without sources never is', () => {
  const root = newProject();
  expect(isBuildStale(root)).toBe(false);
  put(root, 'vite.config.ts');
  const past = new Date(Date.now() - 60_000);
  for (const file of ['vite.config.ts', 'package.json']) utimesSync(path.join(root, file), past, past);
  expect(isBuildStale(root)).toBe(false);
  put(root, 'renderer/app/deep/x.tsx');
  utimesSync(path.join(root, 'renderer/app/deep/x.tsx'), past, new Date(Date.now() + 60_000));
  expect(isBuildStale(root)).toBe(true);
  const other = newProject();
  put(other, 'vite.config.ts');
  symlinkSync('nowhere', path.join(other, 'shared'));
  for (const file of ['vite.config.ts', 'package.json']) utimesSync(path.join(other, file), past, past);
  expect(isBuildStale(other)).toBe(false);
});

test('arguments are passed to the host they are meant for', () => {
  expect(readArguments(['--no-open', 'a', '--port', '1', '--lang=de'], {})).toEqual({
    browserArguments: ['--no-open', '--port', '1'],
    isBrowser: false,
    electronArguments: ['a', '--lang=de'],
  });
  expect(readArguments(['--port'], { PATCHBAY_HOST: 'browser' })).toMatchObject({
    browserArguments: ['--port'],
    isBrowser: true,
  });
});

test('the desktop needs a display, and a sandbox', () => {
  expect(whyNoDesktop('linux', {}, 1000)).toBe('this machine has no display');
  expect(whyNoDesktop('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
  expect(whyNoDesktop('linux', { DISPLAY: ':0' }, 0)).toBe('Electron has no sandbox for root');
  expect(whyNoDesktop('linux', { DISPLAY: ':0', PATCHBAY_ALLOW_NO_SANDBOX: '1' }, 0)).toBeNull();
  expect(whyNoDesktop('darwin', {}, 501)).toBeNull();
  expect(whyNoDesktop('win32', {}, undefined)).toBeNull();
});
