import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  clipboard,
  Menu,
  type NativeTheme,
  nativeTheme,
  type Session,
  screen,
  type WebContents,
} from 'electron';
import type { Core } from '#shared/contract/index.ts';
import type { AskUser } from '../dialogs/ask-user.ts';
import { contextMenuTemplate } from '../menu/context-menu.ts';
import type { MenuState } from '../menu/menu-bar.ts';
import { pageAddress } from '../security/app-origin.ts';
import { lockNavigation } from '../security/navigation-lock.ts';
import type { WindowRequest } from '../windows.ts';
import {
  arrangementOf,
  cascadeWindow,
  keepWindowState,
  type Placement,
  placeWindow,
  readWindowState,
  smallest,
} from './window-state.ts';
import { frameLook, groundColour, overlayLook } from './window-theme.ts';

export interface WindowParts extends WindowRequest {
  session: Session;
  /** Absolute path of the built preload. */
  preload: string;
  dataFolder: string;
  ask: AskUser;
  /** Takes an address that the page wanted a window for. */
  openLink(address: string): Promise<void>;
  /** Asks where to, and saves a stored file. */
  saveFile(id: string): Promise<unknown>;
  words: MenuState;
}

/** Opens a window of the app, locked to its page: the first one where it was left, another one beside the one in front. */
export function openWindow(parts: WindowParts): BrowserWindow {
  const { hash, beside, number, session, preload, dataFolder, ask, openLink, saveFile, words } = parts;
  const { platform } = process;
  const arrangement = () => arrangementOf(screen.getAllDisplays());
  const stored = beside ? null : readWindowState(dataFolder, arrangement());
  const window = new BrowserWindow(
    windowOptions({
      platform,
      session,
      isPackaged: app.isPackaged,
      isDark: nativeTheme.shouldUseDarkColors,
      placement: beside
        ? cascadeWindow(beside.getNormalBounds(), screen.getDisplayMatching(beside.getBounds()).workArea)
        : placeWindow(
            stored,
            [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
          ),
      preload,
    }),
  );
  const { webContents: contents } = window;

  lockNavigation(contents, (address) => void openLink(address).catch(() => {}));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  revivePage(contents, (question) => ask(question, window));
  contents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, words.now, {
      replaceMisspelling: (by) => contents.replaceMisspelling(by),
      learnSpelling: (word) => void session.addWordToSpellCheckerDictionary(word),
      copyLink: (address) => void clipboard.writeText(address),
      copyImage: () => contents.copyImageAt(params.x, params.y),
      saveImage: (id) => void saveFile(id).catch(() => {}),
    });
    if (template.length) Menu.buildFromTemplate(template).popup({ window });
  });

  const show = () => {
    if (stored?.isMaximized) window.maximize();
    window.show();
    // On the display where it was left, if that is still there: the window opened on it.
    if (stored?.isFullScreen) window.setFullScreen(true);
  };
  // A page that can not be loaded still gets its window: an app that shows nothing helps nobody.
  contents.once('did-fail-load', show);
  window.once('ready-to-show', () => {
    contents.off('did-fail-load', show);
    show();
  });

  const onTheme = () => {
    window.setBackgroundColor(groundColour(nativeTheme.shouldUseDarkColors));
    if (platform === 'win32') window.setTitleBarOverlay(overlayLook(nativeTheme.shouldUseDarkColors));
  };
  nativeTheme.on('updated', onTheme);
  window.once('closed', () => nativeTheme.off('updated', onTheme));

  keepWindowState(window, number, dataFolder, arrangement);
  void window.loadURL(`${pageAddress}${hash}`).catch(() => {});
  return window;
}

const themes = ['system', 'light', 'dark'] as const;

/**
 * Lets the window, its buttons and the native dialogs follow the theme that the person chose in the page. Resolves when
 * it is in force, so that a window opened then has no other ground first; goes on with every change until the signal.
 */
export async function followTheme(
  core: Pick<Core, 'host' | 'settings'>,
  native: Pick<NativeTheme, 'themeSource'>,
  signal: AbortSignal,
): Promise<void> {
  const apply = async () => {
    const { appearance } = await core.settings.all({}, { signal });
    const theme = (appearance as { theme?: unknown } | undefined)?.theme;
    native.themeSource = themes.find((known) => known === theme) ?? 'system';
  };
  const follow = async () => {
    for await (const change of core.host.changes({}, { signal })) if (change.area === 'settings') await apply();
  };
  await apply();
  follow().catch(() => {});
}

interface WindowFacts {
  platform: NodeJS.Platform;
  isDark: boolean;
  isPackaged: boolean;
  placement: Placement;
  /** Absolute. */
  preload: string;
  session: Session;
}

/** Everything the window is made with. What protects is said although it is the default today. */
export function windowOptions(facts: WindowFacts): BrowserWindowConstructorOptions {
  const { platform, isDark, isPackaged, placement, preload, session } = facts;
  return {
    ...placement,
    ...frameLook(platform, isDark),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Patchbay',
    // The ground of the page's theme stands there until the page has painted: no white flash.
    show: false,
    backgroundColor: groundColour(isDark),
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      plugins: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      devTools: !isPackaged,
      // macOS checks on the computer; elsewhere Chromium would fetch a dictionary from the net.
      spellcheck: platform === 'darwin',
    },
  };
}

const quietRevivals = 3;
const spanMs = 60_000;

/**
 * Loads the page again when its process dies. The core goes on meanwhile, so the new page finds every running answer
 * whole. A page that dies again and again, or hangs, is loaded again only when the person wants it.
 */
export function revivePage(contents: WebContents, ask: AskUser, now: () => number = Date.now): void {
  let deaths: number[] = [];

  const onDeath = async (reason: string) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    deaths = [...deaths.filter((at) => at > now() - spanMs), now()];
    const isHopeless = deaths.length > quietRevivals;
    if (isHopeless && !(await ask(question(`The window keeps stopping (${reason}).`)))) return;
    if (!contents.isDestroyed()) contents.reload();
  };
  const onHang = async () => {
    // Ending its process is what loads it again.
    if (await ask(question('The window does not respond.'))) contents.forcefullyCrashRenderer();
  };

  contents.on('render-process-gone', (_event, { reason }) => void onDeath(reason));
  contents.on('unresponsive', () => void onHang());
}

const question = (what: string) => ({
  message: `${what} Load it again?`,
  detail: 'Requests go on in the background, and what arrives is kept.',
  agree: 'Load Again',
  decline: 'Wait',
});
