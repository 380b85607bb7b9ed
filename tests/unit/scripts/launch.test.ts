import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isBuildStale } from '../../../scripts/fresh-build.ts';
import { readArguments, whyNoDesktop } from '../../../scripts/launch.ts';

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
  put(root, 'node_modules/electron/dist/electron', `#!/bin/sh\n${script}\n`, 0o755);
}

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
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'Fetching Electron, once (about 110 MB) ...',
    'To use the browser without this download: npm start -- --browser',
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
  put(root, 'node_modules/package.json', '{"type":"commonjs"}');
  put(
    root,
    'node_modules/electron/install.js',
    `const fs = require('node:fs'); fs.mkdirSync(__dirname + '/dist');
     fs.writeFileSync(__dirname + '/dist/electron', '#!/bin/sh\\necho electron ran\\n', { mode: 0o755 });`,
  );
  expect(await start(root, [], onDisplay).ended).toMatchObject({ stdout: 'electron ran\n', status: 0 });
});

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
