import { EventEmitter, once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import type { Scene } from './scene.ts';
import type { Strict } from './strict.ts';
import type { PlayedMenu } from './window.ts';

/** What a listener may prevent, in addition to what Electron's own events contain. */
export function cancelable<More extends object>(more: More = {} as More) {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** The user at the computer: what was asked, and how the next questions are answered. */
export const user = {
  saysYes: true,
  /** The button pressed in the next message box, where yes and no are not enough; `null` leaves it to `saysYes`. */
  presses: (): number | null => null,
  /** Messages of questions and of error boxes, in order. */
  asked: [] as string[],
  /** The result of the next save dialog, or `null` for Cancel. */
  savesTo: null as string | null,
  /** Enters the keyring's password. */
  unlock: () => {},
};

/** What the system shows for the program: its dock menu, its taskbar tasks, and context menus of windows by window id. */
export const systemMenus = { dock: null as PlayedMenu | null, tasks: [] as object[], openedIn: [] as number[] };

class PlayedImage {
  isEmpty = () => false;
}

/** `app` and its command line. */
export function playApp(strict: Strict, scene: Scene) {
  const switches = new Map(
    scene.words.map((word) => {
      const [name = '', value = ''] = word.replace(/^--/, '').split(/=(.*)/s);
      return [name.toLowerCase(), value] as const;
    }),
  );
  const ready = Promise.withResolvers<void>();
  const paths = new Map<string, string>([
    ['downloads', path.join(scene.folder, '../downloads')],
    ['temp', os.tmpdir()],
    ['home', os.homedir()],
    ['appData', path.join(scene.folder, '..')],
    ['exe', process.execPath],
  ]);

  class App extends EventEmitter {
    name = 'patchbay';
    isPackaged = scene.isPackaged;
    runningUnderARM64Translation = false;
    dock =
      scene.platform === 'darwin'
        ? strict.object('Dock', {
            setMenu: (menu: PlayedMenu) => void Object.assign(systemMenus, { dock: menu }),
            bounce: () => 1,
            getBadge: () => '',
          })
        : undefined;
    commandLine = {
      hasSwitch: (name: string) => switches.has(name),
      getSwitchValue: (name: string) => switches.get(name) ?? '',
      appendSwitch: (name: string, value = '') => void switches.set(name.toLowerCase(), value),
      removeSwitch: (name: string) => void switches.delete(name),
    };
    /** shell/browser/api/electron_api_app.cc, RemoveNoSandboxSwitch: the switch is removed from the command line afterwards. */
    enableSandbox() {
      switches.delete('no-sandbox');
      switches.set('enable-sandbox', '');
    }
    setPath = (name: string, place: string) => void paths.set(name, place);
    getPath = (name: string) => paths.get(name) ?? path.join(scene.folder, name);
    getAppPath = () => scene.program;
    getName = () => this.name;
    getVersion = () => '0.1.0';
    getLocale = () => 'en-US';
    getSystemLocale = () => 'en-US';
    getPreferredSystemLanguages = () => ['en-US'];
    requestSingleInstanceLock = () => scene.hasLock;
    hasSingleInstanceLock = () => scene.hasLock;
    isReady = () => strict.isReady;
    whenReady = () => ready.promise;
    setBadgeCount = () => true;
    setUserTasks = (tasks: object[]) => {
      systemMenus.tasks = tasks;
      return true;
    };
    getFileIcon = async () => new PlayedImage();
    getGPUFeatureStatus = () => ({});
    /** Command lines of the relaunches after the exit. */
    readonly relaunches: string[][] = [];
    relaunch({ args = [] }: { args?: string[] } = {}) {
      this.relaunches.push(args);
    }
    /** Asks every listener, then every window, and exits only when nothing objects. */
    quit() {
      const event = cancelable();
      this.emit('before-quit', event);
      if (!event.defaultPrevented) this.exit(0);
    }
    /** No window is asked, no event can prevent it; real code does not run for long afterwards. */
    exit(code = 0) {
      this.emit('quit', cancelable(), code);
      this.emit('exited', code);
    }
  }
  const app = new App();
  const exited = once(app, 'exited').then(([code]) => code as number);
  return {
    app,
    relaunches: app.relaunches,
    exited,
    becomeReady() {
      strict.isReady = true;
      strict.log.push('ready');
      app.emit('ready', cancelable(), {});
      ready.resolve();
    },
  };
}

/** The small modules around the app. */
export function playSystem(strict: Strict, scene: Scene) {
  const answer = (options: { message: string; cancelId?: number }) => {
    user.asked.push(options.message);
    const pressed = user.presses();
    if (pressed !== null) return { response: pressed, checkboxChecked: false };
    return { response: user.saysYes ? 0 : (options.cancelId ?? 1), checkboxChecked: false };
  };
  /** Dialogs take their parent window first, or nothing. */
  const optionsOf = (args: unknown[]) => args.at(-1) as { message: string; cancelId?: number };
  const display = {
    id: 1,
    bounds: { x: 0, y: 0, width: 1920, height: 1080 },
    workArea: { x: 0, y: 0, width: 1920, height: 1040 },
    scaleFactor: 1,
  };
  const turned = (bytes: Buffer) => Buffer.from(bytes).reverse();
  const prefix = scene.platform === 'linux' ? scene.prefix : 'v10';
  const unlocked = Promise.withResolvers<void>();
  user.unlock = unlocked.resolve;
  if (!scene.isLocked) user.unlock();
  const notes: EventEmitter[] = [];
  const blockers = new Set<number>();
  class Note extends EventEmitter {
    static isSupported = () => {
      strict.log.push('Notification.isSupported');
      return true;
    };
    static handleActivation = () => {};
    readonly options: unknown;
    constructor(options: unknown) {
      super();
      this.options = options;
    }
    show() {
      notes.push(this);
    }
  }
  return {
    notes,
    modules: {
      dialog: {
        showMessageBox: async (...args: unknown[]) => answer(optionsOf(args)),
        showMessageBoxSync: (...args: unknown[]) => answer(optionsOf(args)).response,
        showSaveDialog: async () => ({ canceled: user.savesTo === null, filePath: user.savesTo ?? '' }),
        showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
        // The typings: before `ready` there is no box on Linux, but a line on stderr.
        showErrorBox(title: string, content: string) {
          if (scene.platform === 'linux' && !strict.isReady) process.stderr.write(`${title}\n${content}\n`);
          else user.asked.push(`${title}: ${content}`);
        },
      },
      ipcMain: new IpcMain(),
      nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' }),
      powerSaveBlocker: {
        start: () => blockers.add(blockers.size + 1).size,
        stop: (id: number) => blockers.delete(id),
        isStarted: (id: number) => blockers.has(id),
      },
      screen: Object.assign(new EventEmitter(), {
        getPrimaryDisplay: () => display,
        getAllDisplays: () => [display],
        getDisplayMatching: () => display,
        getDisplayNearestPoint: () => display,
      }),
      safeStorage: {
        getSelectedStorageBackend: () => scene.backend,
        // electron_api_safe_storage.cc, OnOsCryptReady: true as soon as there is an encryptor, whatever its key.
        isAsyncEncryptionAvailable: () => unlocked.promise.then(() => true),
        encryptStringAsync: async (text: string) => Buffer.concat([Buffer.from(prefix), turned(Buffer.from(text))]),
        async decryptStringAsync(bytes: Buffer) {
          // Chromium's fixed password is always among the keys that it tries.
          if (!['v10', prefix].includes(bytes.subarray(0, 3).toString()))
            throw new Error('Error while decrypting the ciphertext');
          return { result: turned(bytes.subarray(3)).toString(), shouldReEncrypt: false };
        },
      },
      shell: { openPath: async () => '' },
      systemPreferences: Object.assign(new EventEmitter(), {
        askForMediaAccess: async () => true,
        getMediaAccessStatus: () => 'granted',
      }),
      Notification: Note,
    },
  };
}

class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  handle(channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) {
    // lib/browser/ipc-main-impl.ts: "Attempted to register a second handler".
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }
}
