import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { cancelable, systemMenus } from './app.ts';
import type { PlayedSession } from './session.ts';
import type { Strict } from './strict.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The position a window is created at; without one the system picks one. */
const placeOf = ({ x, y, width, height }: Record<string, unknown>) =>
  x === undefined ? {} : ({ x, y, width, height } as Bounds);

interface Preferences {
  session?: object;
  preload?: string;
}

export class PlayedContents extends EventEmitter {
  id = 1;
  session: object | undefined;
  address = '';
  isGone = false;
  openWindow: ((details: { url: string }) => { action: string }) | null = null;
  constructor(session: object | undefined) {
    super();
    this.session = session;
  }
  setWindowOpenHandler = (handler: typeof this.openWindow) => {
    this.openWindow = handler;
  };
  /** What the system was given to drag. */
  readonly drags: { file: string; icon: object }[] = [];
  startDrag(item: { file: string; icon: object }) {
    this.drags.push(item);
  }
  getURL = () => this.address;
  isDestroyed = () => this.isGone;
  isCrashed = () => false;
  getZoomLevel = () => 0;
  getZoomFactor = () => 1;
  forcefullyCrashRenderer() {
    this.emit('render-process-gone', cancelable(), { reason: 'killed', exitCode: 9 });
  }
  /** True when a document may navigate the frame to a URL. */
  mayNavigate(strict: Strict, url: string, isMainFrame = true): boolean {
    const event = cancelable({ url, isMainFrame, isSameDocument: false, frame: null });
    strict.object('WebContents', this).emit('will-frame-navigate', event);
    if (isMainFrame) strict.object('WebContents', this).emit('will-navigate', event);
    return !event.defaultPrevented;
  }
}

/** Windows and what belongs to them: menus, ports. */
export function playWindows(strict: Strict) {
  const windows = new Set<PlayedWindow>();
  let onNone = () => {};
  let onFocus = (_window: object) => {};
  let made = 0;

  class PlayedWindow extends EventEmitter {
    static getAllWindows = () => [...windows].map((window) => strict.object('BrowserWindow', window));
    static getFocusedWindow = () => {
      const focused = [...windows].find(({ state }) => state.isFocused);
      return focused ? strict.object('BrowserWindow', focused) : null;
    };
    static fromWebContents = (contents: object) => {
      const owner = [...windows].find(({ webContents }) => webContents === strict.played(contents));
      return owner ? strict.object('BrowserWindow', owner) : null;
    };
    readonly id: number;
    readonly options: { webPreferences?: Preferences } & Record<string, unknown>;
    readonly webContents: PlayedContents;
    readonly state = {
      isVisible: false,
      isFocused: false,
      isMinimized: false,
      isMaximized: false,
      isFullScreen: false,
    };
    bounds: Bounds;
    constructor(options: { webPreferences?: Preferences } & Record<string, unknown> = {}) {
      super();
      made += 1;
      this.id = made;
      this.options = options;
      this.bounds = { x: 1, y: 2, width: 1000, height: 700, ...placeOf(options) };
      this.webContents = new PlayedContents(options.webPreferences?.session);
      this.webContents.id = this.id;
      windows.add(this);
    }
    /** Chromium requests the document from the scheme's handler, and the window is ready when it has painted. */
    async loadURL(address: string) {
      const session = strict.played(this.webContents.session ?? {}) as PlayedSession;
      const { status } = await session.fetch({ url: address });
      this.webContents.address = address;
      strict.log.push(`document ${status}`);
      strict.object('BrowserWindow', this).emit('ready-to-show');
      strict.object('WebContents', this.webContents).emit('did-finish-load');
    }
    show = () => {
      this.state.isVisible = true;
      this.focus();
    };
    hide = () => void Object.assign(this.state, { isVisible: false, isFocused: false });
    /** One window has the focus at a time. */
    focus = () => {
      if (this.state.isFocused) return;
      for (const other of windows) other.blur();
      this.state.isFocused = true;
      const self = strict.object('BrowserWindow', this);
      self.emit('focus', cancelable());
      onFocus(self);
    };
    blur = () => {
      if (!this.state.isFocused) return;
      this.state.isFocused = false;
      strict.object('BrowserWindow', this).emit('blur', cancelable());
    };
    minimize = () => {
      this.state.isMinimized = true;
    };
    maximize = () => {
      this.state.isMaximized = true;
    };
    unmaximize = () => {
      this.state.isMaximized = false;
    };
    restore = () => {
      this.state.isMinimized = false;
    };
    setFullScreen = (flag: boolean) => {
      this.state.isFullScreen = flag;
    };
    isVisible = () => this.state.isVisible;
    isFocused = () => this.state.isFocused;
    isMinimized = () => this.state.isMinimized;
    isMaximized = () => this.state.isMaximized;
    isFullScreen = () => this.state.isFullScreen;
    isDestroyed = () => !windows.has(this);
    getBounds = () => this.bounds;
    getNormalBounds = () => this.bounds;
    getContentBounds = () => this.bounds;
    getSize = () => [this.bounds.width, this.bounds.height];
    getTitle = () => 'Patchbay';
    close() {
      const event = cancelable();
      strict.object('BrowserWindow', this).emit('close', event);
      if (!event.defaultPrevented) this.destroy();
    }
    destroy() {
      if (!windows.delete(this)) return;
      this.webContents.isGone = true;
      strict.object('WebContents', this.webContents).emit('destroyed');
      strict.object('BrowserWindow', this).emit('closed');
      if (windows.size === 0) onNone();
    }
  }

  return {
    windows,
    whenNone: (tell: () => void) => {
      onNone = tell;
    },
    whenFocused: (tell: (window: object) => void) => {
      onFocus = tell;
    },
    BrowserWindow: PlayedWindow,
    MessageChannelMain: class {
      port1: PlayedPort;
      port2: MessagePort;
      constructor() {
        const { port1, port2 } = new MessageChannel();
        this.port1 = new PlayedPort(port1);
        this.port2 = port2;
      }
    },
    ...playMenu(strict),
  };
}

/** Electron's own ports are emitters whose messages are events. */
class PlayedPort extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('close', () => this.emit('close'));
    port.unref();
  }
  /** Until then messages are queued. */
  start() {
    this.#port.on('message', (data) => this.emit('message', { data, ports: [] }));
    this.#port.unref();
  }
  postMessage = (message: unknown) => this.#port.postMessage(message);
  close = () => this.#port.close();
}

export interface PlayedItem {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  enabled?: boolean;
  submenu?: PlayedMenu | undefined;
  click?: (...args: unknown[]) => void;
}
type Template = Omit<PlayedItem, 'submenu'> & { submenu?: Template[] };

export class PlayedMenu extends EventEmitter {
  static current: PlayedMenu | null = null;
  static setApplicationMenu = (menu: PlayedMenu | null) => {
    PlayedMenu.current = menu;
  };
  static getApplicationMenu = () => PlayedMenu.current;
  static buildFromTemplate(template: Template[]): PlayedMenu {
    const menu = new PlayedMenu();
    menu.items = template.map(({ submenu, ...item }) => {
      // lib/browser/api/menu.ts: "Invalid template for MenuItem: must have at least one of label, role or type".
      if (!('label' in item || 'role' in item || 'type' in item)) throw new TypeError('Invalid template for MenuItem');
      return { ...item, ...(submenu && { submenu: PlayedMenu.buildFromTemplate(submenu) }) };
    });
    return menu;
  }
  items: PlayedItem[] = [];
  popup = ({ window }: { window: { id: number } }) => void systemMenus.openedIn.push(window.id);
  getMenuItemById(id: string): PlayedItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found) return found;
    }
    return null;
  }
}

function playMenu(strict: Strict) {
  return {
    Menu: PlayedMenu,
    /** The application menu that was set last. */
    applicationMenu: () => {
      const { current } = PlayedMenu;
      return current ? strict.played(current) : null;
    },
  };
}
