import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { pagePolicy } from '../../../../electron/hosting/page-policy.ts';
import { hostFlags } from '../../../../scripts/host-flags.ts';
import { makeElectron } from '../../../support/strict-electron/electron.ts';
import {
  isBuilt,
  type Performance,
  perform,
  platforms,
  program,
  systems,
} from '../../../support/strict-electron/perform.ts';
import type { pages, whole } from '../../../support/strict-electron/plays/day.ts';
import type { unlockLate } from '../../../support/strict-electron/plays/leaving.ts';
import type { several } from '../../../support/strict-electron/plays/windows.ts';
import { type Scene, usualScene } from '../../../support/strict-electron/scene.ts';
import { readTypings } from '../../../support/strict-electron/typings.ts';

type Session = Awaited<ReturnType<typeof whole>>;

/** A typical session on each system; run once, read by several tests. */
const days = new Map<string, Promise<Performance<Session>>>();
function sessionOn(platform: Scene['platform'], arch: Scene['arch'] = 'x64'): Promise<Performance<Session>> {
  const played = days.get(`${platform} ${arch}`) ?? perform<Session>('day#whole', { platform, arch });
  days.set(`${platform} ${arch}`, played);
  return played;
}

describe.concurrent('the program on a strict fake of Electron', () => {
  test.each(systems)('on %s %s it starts, stores a key, and quits with everything on disk', async (platform, arch) => {
    const { result, log, faults, asked, folder, status } = await sessionOn(platform, arch);
    expect(faults).toEqual([]);
    expect(log.slice(0, log.indexOf('ready') + 1)).toEqual([
      'app.setPath userData',
      'app.setPath sessionData',
      ...(platform === 'win32'
        ? [
            'app.setAppUserModelId org.patchbay.desktop',
            expect.stringMatching(/^app.setToastActivatorCLSID \{[\w-]{36}\}$/),
          ]
        : []),
      'app.setAboutPanelOptions',
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'app.requestSingleInstanceLock',
      'app.setPath crashDumps',
      'crashReporter.start',
      'ready',
    ]);
    expect(log).toContain('BrowserWindow.loadURL app://patchbay/');
    expect(log).toContain('document 200');
    expect(result.info).toMatchObject({
      name: 'desktop',
      version: '0.1.0',
      protection: 'keyring',
      saving: true,
      capabilities: { dialogs: true, admit: true },
    });
    expect(result.keys).toEqual([{ protection: 'keyring', state: 'ready' }]);
    expect(result.command).toEqual({ command: 'palette' });
    expect(result.info.capabilities.menuButton).toBe(platform === 'win32');
    expect(result.popups).toBe(1);
    expect(asked).toEqual([
      'Open example.test?',
      'Open elsewhere.test?',
      'One request is still running. Quit now?',
      'One request is still running. Quit now?',
    ]);
    expect(log.filter((line) => line.startsWith('shell.'))).toEqual(['shell.openExternal https://example.test/']);
    // A second start of the program shows the existing window.
    expect(result.shown).toEqual(['BrowserWindow.show', 'BrowserWindow.focus']);
    expect(log.indexOf('stayed')).toBeLessThan(log.indexOf('BrowserWindow.close'));
    expect(log.at(-1)).toBe('app.exit 0');
    expect(status).toBe(0);

    // Nothing of the key is stored in plain text, and only the account can read.
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files) {
      const place = path.join(file.parentPath, file.name);
      expect([file.name, readFileSync(place).includes('sk-CANARY-123456')]).toEqual([file.name, false]);
    }
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(path.join(folder, 'window.json'), 'utf8'))).toMatchObject({ width: 1000 });
  });

  test.each(systems)('on %s %s files are dropped, uploaded in every way and read in parts', async (platform, arch) => {
    const { result } = await sessionOn(platform, arch);
    expect(result.stored).toEqual({
      admitted: 'admitted',
      stranger: 'refused',
      uploads: [201, 201, 201, 403],
      ranges: [
        [200, null, '0123456789'],
        [206, 'bytes 2-4/10', '234'],
        [206, 'bytes 7-9/10', '789'],
        [416, 'bytes */10', 'The file has no such range.\n'],
      ],
    });
  });

  test.each(platforms)('on %s the page has the microphone, its own scheme and nothing else', async (platform) => {
    const { result } = await sessionOn(platform);
    expect(result.permissions).toMatchObject({
      microphone: true,
      camera: false,
      clipboardWrite: true,
      fullScreen: true,
      clipboardRead: false,
      notifications: false,
      foreign: false,
      frame: false,
      checked: false,
    });
    expect(result.requests).toEqual([true, false, false, false]);
    expect(result.navigations).toEqual([true, false, false, false]);
    expect(result.downloads).toEqual([true, false]);
    expect(result.windows).toEqual({ action: 'deny' });
    expect(result.window.preload).toBe('preload.cjs');
    expect(result.window.preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: false,
    });
  });

  test.each(platforms)('on %s the menu has the roles of that system', async (platform) => {
    const { menus } = (await sessionOn(platform)).result;
    const roles = menus.flatMap(({ items }) => items.flatMap(({ role }) => role ?? []));
    const ofMac = ['services', 'hide', 'hideOthers', 'unhide'];
    expect(ofMac.filter((role) => roles.includes(role))).toEqual(platform === 'darwin' ? ofMac : []);
    for (const role of ['about', 'quit', 'undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'togglefullscreen'])
      expect(roles.filter((one) => one === role)).toEqual([role]);
    // A package has neither.
    expect(roles).not.toContain('toggleDevTools');
    expect(roles).not.toContain('reload');
    const ids = menus.flatMap(({ items }) => items.flatMap(({ id }) => id ?? []));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(systems)('on %s %s a start without running work ends without a question', async (platform, arch) => {
    const { log, faults, asked, status } = await perform('leaving#quit', { platform, arch });
    expect(faults).toEqual([]);
    expect(log).toContain('BrowserWindow.loadURL app://patchbay/');
    expect(asked).toEqual([]);
    expect(status).toBe(0);
  });

  test.each(platforms)('on %s a second start during quit opens no window, and follows the exit', async (platform) => {
    const { result, log, faults, status } = await perform('leaving#startAgain', { platform });
    expect(faults).toEqual([]);
    expect(result).toBe(0);
    expect(log.slice(-3)).toEqual(['app.releaseSingleInstanceLock', 'app.relaunch', 'app.exit 0']);
    expect(status).toBe(0);
  });

  test.each(platforms)('on %s several windows show one core, and each has its own state', async (platform) => {
    const { result, log, faults, asked, status } = await perform<Awaited<ReturnType<typeof several>>>(
      'windows#several',
      { platform },
    );
    expect(faults).toEqual([]);
    // A step down and right of the first, on its panel, and not throttled in the background.
    expect(result.numbers).toEqual([1, 2]);
    expect(result.second).toEqual({ x: 33, y: 34, width: 1000, height: 700 });
    expect(log.filter((line) => line.startsWith('BrowserWindow.loadURL'))).toEqual([
      'BrowserWindow.loadURL app://patchbay/',
      'BrowserWindow.loadURL app://patchbay/#/images',
      'BrowserWindow.loadURL app://patchbay/#/images',
      'BrowserWindow.loadURL app://patchbay/#/images',
      ...(platform === 'darwin' ? ['BrowserWindow.loadURL app://patchbay/'] : []),
    ]);
    expect(result.seen).toContainEqual({ area: 'connections', id: expect.any(String) });
    expect(result.commands).toEqual([['list'], ['palette']]);
    expect(result.popupOf).toBe(2);
    expect(result.shownAgain).toEqual(['BrowserWindow.show', 'BrowserWindow.focus']);
    expect(result.open).toEqual([1, 2, 3, 4]);
    expect(result.left).toEqual([1]);
    expect(result.offered).toEqual({ linux: [], darwin: ['New Window'], win32: ['--new-window'] }[platform]);
    expect(asked).toEqual([]);
    expect(status).toBe(0);
  });

  test('a Windows session that ends without waiting finds a clean end when its handlers return', async () => {
    const { result, faults } = await perform<string[]>('leaving#sessionEnd', { platform: 'win32' });
    expect(faults).toEqual([]);
    expect(result).toEqual(['sealed', 'app.exit 0']);
  });

  test('a second start ends at once, before it touches anything', async () => {
    const { folder, log, status } = await perform('leaving#nothing', { hasLock: false });
    expect(status).toBe(0);
    expect(log.at(-2)).toBe('app.exit 0');
    expect(existsSync(path.join(folder, 'vault.json'))).toBe(false);
  });

  test('a second start from a clone says that the window of the running program is shown', async () => {
    const { status, stderr } = await perform('leaving#nothing', { hasLock: false, isPackaged: false });
    expect([status, stderr]).toEqual([0, 'Patchbay is already running with the same data: its window is shown.\n']);
    expect((await perform('leaving#nothing', { hasLock: false })).stderr).toBe('');
  });

  test.each(platforms)('on %s a data folder that cannot be used ends the start with its reason', async (platform) => {
    const { log, status, asked, faults, stderr } = await perform('leaving#nothing', {
      platform,
      env: { PATCHBAY_DATA_DIR: 'relative/folder' },
    });
    expect([status, faults]).toEqual([3, []]);
    // Linux has no box before the program is ready: Electron writes the text to stderr.
    expect(asked.join() + stderr).toContain('PATCHBAY_DATA_DIR is "relative/folder", which is not an absolute path.');
    expect(log).not.toContain('app.requestSingleInstanceLock');
  });

  test.each(platforms)('on %s a clone claims neither a start menu entry nor notifications', async (platform) => {
    const { log, faults } = await perform('leaving#quit', { platform, isPackaged: false });
    expect(faults).toEqual([]);
    expect(log.filter((line) => /AppUserModelId|ToastActivator/.test(line))).toEqual([]);
    expect(log.includes('Notification.isSupported')).toBe(platform !== 'win32');
  });

  test('many windows follow the theme with one listener', async () => {
    const { result, stderr } = await perform<number>('windows#many', { platform: 'win32' });
    expect(result).toBe(1);
    expect(stderr).not.toContain('MaxListenersExceededWarning');
  });

  test('a start with a dangerous switch is refused with a message', async () => {
    const { log, status, stderr } = await perform('leaving#nothing', { words: ['--remote-debugging-port=9222'] });
    expect(status).toBe(2);
    expect(log).not.toContain('app.requestSingleInstanceLock');
    expect(stderr).toContain('does not start with --remote-debugging-port');
  });

  test.each(platforms)('on %s a start without the sandbox is refused, and the user is told', async (platform) => {
    const refused = await perform('leaving#nothing', { platform, words: ['--no-sandbox'] });
    expect(refused.status).toBe(2);
    expect(refused.faults).toEqual([]);
    expect(refused.log).not.toContain('app.requestSingleInstanceLock');
    expect(refused.stderr).toContain('PATCHBAY_ALLOW_NO_SANDBOX=1');
    expect(refused.asked.join()).toContain('does not start with --no-sandbox');
  });

  test('with consent a start without the sandbox keeps the switch for its child processes', async () => {
    const env = { PATCHBAY_ALLOW_NO_SANDBOX: '1' };
    const agreed = await perform('leaving#quit', { words: ['--no-sandbox'], env });
    expect(agreed.log).toContain('BrowserWindow.loadURL app://patchbay/');
    expect(agreed.log).not.toContain('app.enableSandbox');
    // The consent alone changes nothing.
    expect((await perform('leaving#quit', { env })).log).toContain('app.enableSandbox');
  });

  test('a keyring waiting for its password blocks neither the window nor quitting', async () => {
    const { result, log, faults } = await perform<Awaited<ReturnType<typeof unlockLate>>>('leaving#unlockLate', {
      isLocked: true,
    });
    expect(faults).toEqual([]);
    expect(log.indexOf('BrowserWindow.show')).toBeLessThan(log.indexOf('unlocked'));
    // The page can say what it waits for, and Electron's own menu, with links to the web, never shows.
    expect(result).toEqual({
      protection: 'keyring',
      waitsFor: ['keyring', 'data'],
      menus: ['&File', '&Edit', '&View', 'windowMenu', 'help'],
      laterSteps: [],
    });
    const left = await perform('leaving#quit', { isLocked: true });
    expect([left.status, left.asked, left.faults]).toEqual([0, [], []]);
  });

  test('a crashed page is reloaded three times, and then only when the user agrees', async () => {
    const { result, faults, asked } = await perform<number[]>('leaving#crash');
    expect(faults).toEqual([]);
    expect(result).toEqual([3, 3]);
    expect(asked).toEqual(['The window keeps crashing (crashed). Reload it?']);
  });
});

test('the desktop app runs with the flags of the browser host', () => {
  const { v8Flags } = JSON.parse(readFileSync(path.join(program, 'package.json'), 'utf8')) as { v8Flags: string };
  expect(v8Flags).toBe(hostFlags.join(' '));
});

describe('the fake itself', () => {
  const make = async () => makeElectron(await readTypings(), { ...usualScene, folder: os.tmpdir(), program });

  test('a call, event, option or property that the typings do not have is a fault', async () => {
    const { electron, strict, becomeReady } = await make();
    const { app, BrowserWindow } = electron;
    const loose = electron as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
    expect(() => app.setAppUserModelId('x')).toThrow('is not a function');
    expect(() => loose.app?.enableSandbocks?.()).toThrow('App.enableSandbocks is not in the typings');
    expect(() => loose.app?.on?.('before-quitt', () => {})).toThrow("App has no event 'before-quitt'");
    expect(() => loose.app?.setPath?.('userData')).toThrow('App.setPath(path) is no string');
    expect(() => loose.nativeTheme && Object.assign(loose.nativeTheme, { themeSource: 'sepia' })).toThrow(
      'themeSource',
    );
    expect(() => new BrowserWindow()).toThrow('can not come before the app is ready');
    becomeReady();
    const options = { webPreferences: { sandbox: true, sandboxed: true } };
    expect(() => new BrowserWindow(options)).toThrow('webPreferences.sandboxed is not in the typings');
    expect(strict.faults.length).toBeGreaterThan(5);
  });

  test('what must precede app readiness is a fault afterwards', async () => {
    const { electron, becomeReady } = await make();
    becomeReady();
    expect(() => electron.app.enableSandbox()).toThrow('App.enableSandbox has to come before the app is ready');
    expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow('has to come before');
  });
});

describe.skipIf(!isBuilt).concurrent('the built program', () => {
  test.each(systems)(
    'on %s %s every file of the page is served whole, with its type and its policy',
    async (platform, arch) => {
      const { result, faults } = await perform<Awaited<ReturnType<typeof pages>>>('day#pages', { platform, arch });
      expect(faults).toEqual([]);
      expect(result.served.length).toBeGreaterThan(50);
      const types: Record<string, RegExp> = {
        '.js': /^text\/javascript/,
        '.css': /^text\/css/,
        '.woff2': /^font\/woff2$/,
        '.wasm': /^application\/wasm$/,
        '.svg': /^image\/svg\+xml$/,
        '.png': /^image\/png$/,
        '.json': /^application\/json$/,
        '.txt': /^text\/plain/,
      };
      const plain = pagePolicy('NONCE');
      const wrong = result.served.filter(
        ({ name, status, type, policy, noSniff, isWhole }) =>
          status !== 200 ||
          !types[path.extname(name)]?.test(type ?? '') ||
          policy?.replace(/'nonce-[^']+'/g, "'nonce-NONCE'") !== plain ||
          noSniff !== 'nosniff' ||
          !isWhole,
      );
      expect(wrong).toEqual([]);
      expect(result.missing).toBe(404);
    },
  );

  test('the document has one nonce, that of its policy, fresh for each response, and no inline script', async () => {
    const { documents } = (await perform<Awaited<ReturnType<typeof pages>>>('day#pages')).result;
    const nonces = documents.map(({ headers, html }) => {
      const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
      const places = [...html.matchAll(/nonce="([^"]*)"/g)].map(([, found]) => found);
      expect(places.length).toBeGreaterThan(0);
      expect([...new Set(places)]).toEqual([nonce]);
      expect(html).not.toContain('__CSP_NONCE__');
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(documents.length);
  });

  test('the demo gateway and the updater are not loaded at the start', () => {
    const seen = new Set<string>();
    const walk = (place: string) => {
      if (seen.has(place)) return;
      seen.add(place);
      const code = readFileSync(path.join(program, 'dist/main', place), 'utf8');
      for (const [, target = ''] of code.matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];/gm))
        walk(path.posix.join(path.posix.dirname(place), target));
    };
    walk('main.js');
    const code = [...seen].map((place) => readFileSync(path.join(program, 'dist/main', place), 'utf8')).join('\n');
    expect(seen.size).toBeGreaterThan(3);
    expect(code).toContain('// electron/desktop/main.ts');
    expect(code).not.toContain('// electron/demo/gateway.ts');
    expect(code).not.toMatch(/^\/\/ node_modules\/electron-updater\//m);
  });

  test('the preload is one file that needs Electron only, and gives the page two functions', () => {
    const given: Record<string, unknown> = {};
    const needed: string[] = [];
    const sent: string[] = [];
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string, value: unknown) => Object.assign(given, { [name]: value }) },
      ipcRenderer: {
        on: (channel: string) => sent.push(`on ${channel}`),
        send: (channel: string) => sent.push(`send ${channel}`),
        invoke: (channel: string, file: unknown) => sent.push(`invoke ${channel} ${JSON.stringify(file)}`),
      },
      webUtils: { getPathForFile: () => '/x' },
    };
    const require = (name: string) => {
      needed.push(name);
      if (name !== 'electron') throw new Error(`a sandboxed preload can not require ${name}`);
      return electron;
    };
    const code = readFileSync(path.join(program, 'dist/main/preload.cjs'), 'utf8');
    runInNewContext(code, { require, module: { exports: {} }, exports: {}, Symbol, Object });
    expect(needed).toEqual(['electron']);
    const host = given.host as { connect(): void; admit(file: object): void };
    expect(Object.keys(given)).toEqual(['host']);
    expect(Object.keys(host).sort()).toEqual(['admit', 'connect']);
    host.connect();
    host.admit({ name: 'a.txt', type: 'text/plain' });
    expect(sent).toEqual(['on port', 'send connect', 'invoke admit {"name":"a.txt","type":"text/plain","path":"/x"}']);
  });
});
