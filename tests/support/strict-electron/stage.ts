// Runs the program on the strict stand-in for Electron, in its own process: lets a play act as page and user, and
// prints what happened as one line of JSON. Started by perform.ts with the scene and the play in its environment.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { cancelable, systemMenus, user } from './app.ts';
import { makeElectron } from './electron.ts';
import type { Scene } from './scene.ts';
import type { PlayedSession } from './session.ts';
import { readTypings } from './typings.ts';
import type { PlayedItem } from './window.ts';

const scene = JSON.parse(process.env.PLAY_SCENE ?? '{}') as Scene;
// The parser of the typings is built for this computer, so it loads first.
const typings = await readTypings();
const set = (name: string, value: unknown) => Object.defineProperty(process, name, { value, configurable: true });
set('platform', scene.platform);
set('arch', scene.arch);
set('type', 'browser');
set('argv', [process.execPath, ...scene.words]);
set('resourcesPath', path.join(scene.folder, '../resources'));
set('versions', { ...process.versions, electron: '45.4.1', chrome: '153.0.0.0' });

const made = makeElectron(typings, scene);
const { strict, electron, exited, becomeReady, windows, sessions, applicationMenu } = made;

/** Any import of Electron in this process gets the stand-in, as a module of either kind. */
const place = new URL('electron-module.cjs', import.meta.url).href;
Object.assign(globalThis, { [Symbol.for('strict-electron')]: electron });
const exported = Object.keys(electron).map((name) => `exports.${name} = electron.${name};`);
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: place, shortCircuit: true } : next(name, context)),
  load: (url, context, next) =>
    url === place
      ? {
          format: 'commonjs',
          source: `const electron = globalThis[Symbol.for('strict-electron')];\n${exported.join('\n')}`,
          shortCircuit: true,
        }
      : next(url, context),
});

export const stage = {
  ...made,
  scene,
  person: user,
  /** What the program does with uncaught errors; the stage itself ignores none. */
  uncaught(event: 'unhandledRejection' | 'uncaughtException', thrown: unknown): void {
    for (const listener of process.listeners(event as 'uncaughtException').slice(1))
      (listener as (thrown: unknown) => void)(thrown);
  },
  systemMenus,
  /** Milliseconds that loading the program took, and the time at which Electron became ready. */
  marks: { importMs: 0, readyAt: 0 },
  /** Waits for something that no event announces. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
  },
  /** A window, by default the first, once it exists. */
  async window(index = 0) {
    await stage.until(() => windows.size > index);
    return electron.BrowserWindow.getAllWindows()[index]!;
  },
  /** The hand-written implementation of a window, and of its session. */
  async behind(index = 0) {
    const window = strict.played(await stage.window(index)) as unknown as import('./window.ts').PlayedContents & {
      webContents: import('./window.ts').PlayedContents;
      options: Record<string, unknown>;
    };
    const session = strict.played(window.webContents.session ?? {}) as PlayedSession;
    return { window, contents: window.webContents, session };
  },
  /** A frame of the window's page; `frame` overrides its properties. */
  frame(onPort: (port: MessagePort) => void = () => {}, frame: Record<string, unknown> = {}) {
    return strict.object('WebFrameMain', {
      url: 'app://patchbay/',
      origin: 'app://patchbay',
      parent: null,
      postMessage: (_channel: string, _message: unknown, [port]: object[]) =>
        port && onPort(strict.played(port) as MessagePort),
      ...frame,
    });
  },
  /** A connection to the core, as the page of a window gets one from its preload. */
  async connect(index = 0) {
    const window = await stage.window(index);
    const port = Promise.withResolvers<MessagePort>();
    electron.ipcMain.emit('connect', { sender: window.webContents, senderFrame: stage.frame(port.resolve) });
    return connect(contract, portTransport(await port.promise));
  },
  /** Clicks an item of the application menu. */
  press(id: string): void {
    const item = applicationMenu()?.getMenuItemById(id);
    if (!item) throw new Error(`the menu has no ${id}`);
    (item.click as () => void)();
  },
  /** Items of the application menu, one list per menu; separators are left out. */
  menus: (): { label: string; items: PlayedItem[] }[] =>
    (applicationMenu()?.items ?? []).map(({ label, role, submenu }) => ({
      label: label ?? role ?? '',
      items: (submenu?.items ?? []).filter(({ type }) => type !== 'separator'),
    })),
  sessions,
};
export type Stage = typeof stage;
export type Play = (stage: Stage) => Promise<unknown>;

const told: { result?: unknown; thrown?: string } = {};
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (thrown: unknown) => {
    told.thrown ??= `${event}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`;
  });
try {
  const built = path.join(scene.program, 'dist/main/main.js');
  const entry =
    process.env.PLAY_BUILT === '1' && existsSync(built) ? built : path.join(scene.program, 'electron/desktop/main.ts');
  const [file = '', name = ''] = (process.env.PLAY ?? '').split('#');
  const plays = (await import(pathToFileURL(file).href)) as Record<string, Play>;
  const began = performance.now();
  await import(pathToFileURL(entry).href);
  stage.marks.readyAt = performance.now();
  stage.marks.importMs = stage.marks.readyAt - began;
  for (const file of scene.openedEarly) electron.app.emit('open-file', cancelable(), file);
  becomeReady();
  // A program that could not start leaves nothing to wait for.
  const gaveUp = exited.then((code) =>
    code === 3 ? Promise.reject(new Error(`the program gave up: ${user.asked.at(-1)}`)) : new Promise<never>(() => {}),
  );
  told.result = await Promise.race([plays[name]?.(stage), gaveUp]);
} catch (thrown) {
  told.thrown = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
const status = told.thrown === undefined ? await exited : null;
process.stdout.write(
  `\n${JSON.stringify({ ...told, status, log: strict.log, faults: strict.faults, asked: user.asked })}\n`,
  () => process.exit(0),
);
