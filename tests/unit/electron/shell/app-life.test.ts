import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { beginAppLife, installNewVersion, systemNotify, tellUninstalled } from '../../../../electron/app-life.ts';

const log: string[] = [];

const fake = vi.hoisted(() => ({ electron: {} as Record<string, unknown> }));
vi.mock('electron', () => fake.electron);

class Window extends EventEmitter {
  close(): void {
    log.push('close window');
    windows.delete(this);
    this.emit('closed');
  }
  isMinimized = () => false;
  show = () => void log.push('show');
  focus = () => {};
  flashFrame = (isOn: boolean) => void log.push(`flash ${isOn}`);
}
class Note extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    log.push('note');
  }
}
const windows = new Set<Window>();
const app = Object.assign(new EventEmitter(), {
  releaseSingleInstanceLock: () => void log.push('release'),
  relaunch: (options: { execPath?: string }) => void log.push(`relaunch ${options.execPath ?? ''}`.trim()),
  setBadgeCount: (count: number) => void log.push(`badge ${count}`),
  exit: (status: number) => void log.push(`exit ${status}`),
});
const powerMonitor = new EventEmitter();
Object.assign(fake.electron, {
  app,
  powerMonitor,
  BrowserWindow: { getAllWindows: () => [...windows], getFocusedWindow: () => null },
  Notification: Note,
  dialog: { showErrorBox: (title: string, text: string) => void log.push(`${title}: ${text.split('\n')[0]}`) },
});

beforeEach(() => {
  log.length = 0;
  windows.clear();
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  vi.spyOn(process, 'on').mockReturnValue(process);
});

function begin({ running = 0, says = true, meanwhile = () => {} } = {}) {
  const leaving = beginAppLife({
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
    openWindow() {
      log.push('open');
      const window = new Window();
      windows.add(window);
      return window as never;
    },
  });
  const [window] = windows;
  log.length = 0;
  return { leaving, window: window as Window };
}

const held = () => ({ preventDefault: () => void log.push('held') });
const exited = () => vi.waitFor(() => expect(log.at(-1)).toMatch(/^exit/));

test('the end of a Windows session is delayed until everything is on disk', async () => {
  const { window } = begin({ running: 2 });
  window.emit('query-session-end', held());
  expect(log).toEqual(['held', 'close window']);
  await exited();
  expect(log).toEqual(['held', 'close window', 'core', 'release', 'exit 0']);
});

test('a Windows session that does not wait finds everything on disk when its handlers return', () => {
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
  const { leaving } = begin({ running: 1 });
  await leaving.leave({
    finish: () =>
      installNewVersion(() => {
        log.push('install');
        app.emit('before-quit', held());
      }),
  });
  expect(log).toEqual(['ask', 'close window', 'core', 'release', 'install']);
});

test('a no to that question installs nothing and keeps the window', async () => {
  const { leaving } = begin({ running: 1, says: false });
  await leaving.leave({ finish: () => installNewVersion(() => void log.push('install')) });
  expect(log).toEqual(['ask']);
});

test('an installation that fails is told, and not repeated by the exit', () => {
  begin();
  tellUninstalled('The file is gone');
  expect(log).toEqual(['The new version could not be installed: The file is gone', 'exit 3']);
});

test('a second start shows the window; while leaving it opens none and follows the exit', async () => {
  const meanwhile = () => ['second-instance', 'activate'].forEach((name) => void app.emit(name));
  const { leaving } = begin({ meanwhile });
  app.emit('second-instance');
  expect(log).toEqual(['show']);
  log.length = 0;
  await leaving.leave();
  expect(log).toEqual(['close window', 'core', 'release', 'relaunch', 'exit 0']);
});

test('what was told in the background is counted on the icon until a window is in front', () => {
  const { window } = begin();
  const notify = systemNotify();
  notify?.('Video saved', 'Dunes');
  notify?.('Video saved', 'Sea');
  expect(log).toEqual(['note', 'badge 1', 'flash true', 'note', 'badge 2', 'flash true']);
  log.length = 0;
  app.emit('browser-window-focus', {}, window);
  notify?.('Video saved', 'Hills');
  expect(log).toEqual(['badge 0', 'flash false', 'note', 'badge 1', 'flash true']);
});
