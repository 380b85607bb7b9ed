import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Stands in for Electron where its binary is absent: the parts that the shell uses, and a record of their order. */
export const log: string[] = [];

const ready = Promise.withResolvers<void>();
export const becomeReady = () => {
  log.push('ready');
  ready.resolve();
};

class App extends EventEmitter {
  isPackaged = false;
  private readonly words = new Set(process.argv);
  commandLine = { hasSwitch: (name: string) => this.words.has(`--${name}`) };
  setPath = (name: string) => void log.push(`setPath ${name}`);
  enableSandbox = () => {
    log.push('enableSandbox');
    // As Electron's RemoveNoSandboxSwitch does.
    this.words.delete('--no-sandbox');
  };
  requestSingleInstanceLock = () => {
    log.push('lock');
    return process.env.FAKE_LOCK !== 'taken';
  };
  whenReady = () => ready.promise;
  getVersion = () => '0.1.0';
  getPath = () => process.env.PATCHBAY_DATA_DIR;
  exit(code: number): void {
    log.push(`exit ${code}`);
    this.emit('exited', code);
  }
}
export const app = new App();

export const protocol = { registerSchemesAsPrivileged: () => void log.push('registerSchemes') };

type Handler = (request: Request) => Promise<Response>;

class PageSession extends EventEmitter {
  handler: Handler | undefined;
  protocol = {
    handle: (_scheme: string, handler: Handler) => {
      this.handler = handler;
    },
  };
  webRequest = { onBeforeRequest: () => {} };
  setProxy = async () => {};
  setSpellCheckerEnabled = () => {};
  setPermissionRequestHandler = () => {};
  setPermissionCheckHandler = () => {};
  setDevicePermissionHandler = () => {};
  setDisplayMediaRequestHandler = () => {};
}
export const pageSession = new PageSession();
export const session = {
  fromPartition: () => pageSession,
  defaultSession: { resolveProxy: async () => 'DIRECT' },
};

class Contents extends EventEmitter {
  setWindowOpenHandler = () => {};
  setWebRTCIPHandlingPolicy = () => {};
  isDestroyed = () => false;
  reload = () => void log.push('reload');
}

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => [...windows];
  webContents = new Contents();
  constructor() {
    super();
    windows.add(this);
  }
  loadURL = async (address: string) => void log.push(`load ${address}`);
  show = () => void log.push('show');
  focus = () => void log.push('focus');
  maximize = () => {};
  restore = () => {};
  isMinimized = () => false;
  isMaximized = () => false;
  getNormalBounds = () => ({ x: 1, y: 2, width: 1000, height: 700 });
  setBackgroundColor = () => {};
  close(): void {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    this.emit('close', { preventDefault });
    if (isPrevented) return;
    windows.delete(this);
    log.push('closed');
    this.emit('closed');
  }
}

/** What the next question to the person is answered with, and the questions so far. */
export const person = { saysYes: true, asked: [] as string[] };
export const dialog = {
  async showMessageBox({ message }: { message: string }) {
    person.asked.push(message);
    return { response: person.saysYes ? 0 : 1 };
  },
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showErrorBox: (_title: string, content: string) => void log.push(`error ${content}`),
};

class IpcMain extends EventEmitter {
  handlers = new Map<string, (event: unknown, given: unknown) => Promise<unknown>>();
  handle = (channel: string, handler: (event: unknown, given: unknown) => Promise<unknown>) =>
    void this.handlers.set(channel, handler);
}
export const ipcMain = new IpcMain();

/** A system that shows no notifications. */
export const Notification = { isSupported: () => false };

interface Item {
  id?: string;
  click?: () => void;
  submenu?: Item[];
}
export const Menu = {
  current: [] as Item[],
  buildFromTemplate: (template: Item[]) => template,
  setApplicationMenu: (template: Item[]) => {
    Menu.current = template;
  },
};

/** Electron's own ports are emitters whose messages are events. */
class PortMain extends EventEmitter {
  readonly port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.port = port;
    port.on('message', (data) => this.emit('message', { data }));
    port.on('close', () => this.emit('close'));
    port.unref();
  }
  start = () => {};
  postMessage = (message: unknown) => this.port.postMessage(message);
  close = () => this.port.close();
}

export class MessageChannelMain {
  port1: PortMain;
  port2: MessagePort;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new PortMain(port1);
    this.port2 = port2;
  }
}

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' });
export const powerMonitor = new EventEmitter();
const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
export const shell = { openExternal: async (address: string) => void log.push(`open ${address}`) };
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text: string) => Buffer.from(text, 'utf8').reverse(),
  decryptStringAsync: async (bytes: Buffer) => ({
    result: Buffer.from(bytes).reverse().toString(),
    shouldReEncrypt: false,
  }),
};
