import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  beginAppLife,
  installNewVersion,
  reportUninstalled,
  systemNotify,
} from '../../../../electron/desktop/app-life.ts';
import { createAppWindows } from '../../../../electron/desktop/windows.ts';

const log: string[] = [];

const fake = vi.hoisted(() => ({ electron: {} as Record<string, unknown> }));
vi.mock('electron', () => fake.electron);

class Window extends EventEmitter {
  close(): void {
    let isHeld = false;
    this.emit('close', { preventDefault: () => (isHeld = true) });
    if (isHeld) return;
    log.push('close window');
    if (!this.isSlow) this.emit('closed');
  }
  /** Its page is slow to close. */
  isSlow = false;
  webContents = { getURL: () => 'app://patchbay/#/images' };
  isMinimized = () => false;
  isFocused = () => false;
  show = () => void log.push('show');
  focus = () => void this.emit('focus');
  flashFrame = (isOn: boolean) => void log.push(`flash ${isOn}`);
}
let activate: (() => void) | null = null;
class Note extends EventEmitter {
  static isSupported(): boolean {
    log.push('asked');
    return true;
  }
  static handleActivation(run: () => void): void {
    activate = run;
  }
  show(): void {
    log.push('note');
  }
}
const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  releaseSingleInstanceLock: () => void log.push('release'),
  relaunch: ({ args, execPath = '' }: { args: string[]; execPath?: string }) =>
    void log.push(`relaunch ${execPath} ${args.join(' ')}`.replace(/ +/g, ' ')),
  setBadgeCount: (count: number) => void log.push(`badge ${count}`),
  exit: (status: number) => void log.push(`exit ${status}`),
});
const powerMonitor = new EventEmitter();
Object.assign(fake.electron, {
  app,
  powerMonitor,
  Notification: Note,
  dialog: { showErrorBox: (title: string, text: string) => void log.push(`${title}: ${text.split('\n')[0]}`) },
});

beforeEach(() => {
  log.length = 0;
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  vi.spyOn(process, 'on').mockReturnValue(process);
});

function begin({ running = 0, says = true, meanwhile = () => {}, early = [] as string[][] } = {}) {
  const windows = createAppWindows(({ hash }) => {
    log.push(`open ${hash}`);
    return new Window() as unknown as BrowserWindow;
  });
  const quit = beginAppLife({
    countRunning: async () => running,
    ask: async () => {
      log.push('ask');
      return says;
    },
    async drain() {
      meanwhile();
      log.push('core');
    },
    drainNow: () => void log.push('core now'),
    windows,
    relaunchArguments: () => ['--flag', '/files/late.har'],
    earlyStarts: () => early,
  });
  const [window] = windows.all() as unknown as Window[];
  log.length = 0;
  return { leaving: quit, windows, window: window as Window };
}

const held = () => ({ preventDefault: () => void log.push('held') });
const exited = () => vi.waitFor(() => expect(log.at(-1)).toMatch(/^exit/));

test('a Windows session that may still be kept leaves the program as it is', () => {
  const { window } = begin({ running: 2 });
  window.emit('query-session-end', held());
  expect(log).toEqual([]);
});

test('a Windows session that ends finds everything on disk when its handlers return', () => {
  const { window } = begin({ running: 2 });
  window.emit('session-end', held());
  expect(log).toEqual(['core now', 'release', 'exit 0']);
});

test('the shutdown of Linux and macOS waits for the drain', async () => {
  begin({ running: 2 });
  powerMonitor.emit('shutdown', held());
  expect(log[0]).toBe('held');
  await exited();
  expect(log).not.toContain('ask');
});

test('a new version is installed after the question, the pages, the core and the lock', async () => {
  const { leaving: quit } = begin({ running: 1 });
  await quit.leave({
    finish: () =>
      installNewVersion(() => {
        log.push('install');
        app.emit('before-quit', held());
      }),
  });
  expect(log).toEqual(['ask', 'close window', 'core', 'release', 'install']);
});

test('declining the question installs nothing and keeps the window', async () => {
  const { leaving: quit } = begin({ running: 1, says: false });
  await quit.leave({ finish: () => installNewVersion(() => void log.push('install')) });
  expect(log).toEqual(['ask']);
});

test('a failed installation is reported, and not repeated by the exit', () => {
  begin();
  reportUninstalled('The file is gone');
  expect(log).toEqual(['The new version could not be installed: The file is gone', 'exit 3']);
});

test('a second start shows the window; during quit it opens none and starts after the exit', async () => {
  const meanwhile = () => ['second-instance', 'activate'].forEach((name) => void app.emit(name, {}, []));
  const { leaving: quit } = begin({ meanwhile });
  app.emit('second-instance', {}, ['patchbay']);
  expect(log).toEqual(['show']);
  log.length = 0;
  await quit.leave();
  expect(log).toEqual(['close window', 'core', 'release', 'relaunch --flag /files/late.har', 'exit 0']);
});

test('background notifications are counted on the icon until a window is in front', () => {
  const { window, windows } = begin();
  const notify = systemNotify(windows, () => {});
  const to = { kind: 'task', id: 't' } as const;
  notify?.('Video saved', 'Dunes', to);
  notify?.('Video saved', 'Sea', to);
  expect(log).toEqual(['asked', 'note', 'badge 1', 'flash true', 'note', 'badge 2', 'flash true']);
  log.length = 0;
  app.emit('browser-window-focus', {}, window);
  notify?.('Video saved', 'Hills', to);
  expect(log).toEqual(['badge 0', 'flash false', 'note', 'badge 1', 'flash true']);
});

test('on Windows a click on a notification of an earlier run shows the window', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  const { windows } = begin();
  expect(systemNotify(windows, () => {})).not.toBeNull();
  log.length = 0;
  activate?.();
  expect(log).toEqual(['show']);
});

test('on Windows an Electron that runs a clone never asks about notifications, which would name it in the start menu', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  const { windows } = begin();
  app.isPackaged = false;
  onTestFinished(() => {
    app.isPackaged = true;
  });
  expect(systemNotify(windows, () => {})).toBeNull();
  expect(log).not.toContain('asked');
});

test.each([
  [
    'its own AppImage',
    { APPIMAGE: '/apps/Patchbay.AppImage', APPDIR: path.dirname(process.execPath) },
    true,
    '/apps/Patchbay.AppImage',
  ],
  ['the AppImage of an editor', { APPIMAGE: '/apps/Editor.AppImage', APPDIR: '/tmp/.mount_Editor' }, true, ''],
  ['an AppImage without its folder', { APPIMAGE: '/apps/Editor.AppImage', APPDIR: undefined }, true, ''],
  ['a clone', { APPIMAGE: '/apps/Editor.AppImage', APPDIR: path.dirname(process.execPath) }, false, ''],
])('a program of %s starts again as itself', async (_, env, isPackaged, program) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    app.isPackaged = true;
  });
  app.isPackaged = isPackaged;
  const { leaving: quit } = begin({ meanwhile: () => void app.emit('second-instance', {}, []) });
  await quit.leave();
  expect(log).toContain(`relaunch ${program} --flag /files/late.har`.replace(/ +/g, ' '));
});

test('another start before the first window is not lost', () => {
  const { windows } = begin({ early: [['patchbay'], ['patchbay', '--new-window']] });
  expect(windows.all()).toHaveLength(2);
});

test('a second start that requests another window gets one on the same panel', () => {
  const { windows } = begin();
  app.emit('second-instance', {}, ['patchbay', '--new-window']);
  expect(log).toEqual(['open #/images']);
  expect(windows.all()).toHaveLength(2);
});

/** Two windows on a system, the second one in front. */
function beginWithTwo(platform: string, running = 0) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
  const begun = begin({ running });
  begun.windows.openWindow();
  const [second, first] = begun.windows.all() as unknown as [Window, Window];
  log.length = 0;
  return { ...begun, first, second };
}

test.each(['linux', 'win32'])('on %s closing the last window quits the program', async (platform) => {
  const { windows, first, second } = beginWithTwo(platform, 1);
  second.close();
  expect(log).toEqual(['close window']);
  expect(windows.all()).toEqual([first]);
  first.close();
  await exited();
  expect(log).toEqual(['close window', 'ask', 'close window', 'core', 'release', 'exit 0']);
});

test('a window that is still closing does not count as open', async () => {
  const { first, second } = beginWithTwo('linux');
  second.isSlow = true;
  second.close();
  first.close();
  await vi.waitFor(() => expect(log.length).toBeGreaterThan(1));
  second.emit('closed');
  await exited();
  expect(log.at(-1)).toBe('exit 0');
});

test('on macOS the program outlives its windows', () => {
  const { windows, first, second } = beginWithTwo('darwin', 1);
  second.close();
  first.close();
  expect(log).toEqual(['close window', 'close window']);
  app.emit('activate', {}, false);
  expect(log.at(-1)).toBe('open ');
  expect(windows.all()).toHaveLength(1);
});

test('quitting asks once, and closes the last used window last', async () => {
  const { leaving: quit, first, second } = beginWithTwo('linux', 2);
  first.focus();
  const order: string[] = [];
  first.on('closed', () => order.push('first'));
  second.on('closed', () => order.push('second'));
  await quit.leave();
  expect(log).toEqual(['ask', 'close window', 'close window', 'core', 'release', 'exit 0']);
  expect(order).toEqual(['second', 'first']);
});
