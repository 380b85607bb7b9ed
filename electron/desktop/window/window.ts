import { app, BrowserWindow, clipboard, Menu, nativeTheme, type Session, screen } from 'electron';
import type { AskUser } from '../dialogs/app-dialogs.ts';
import { contextMenuTemplate } from '../menu/context-menu.ts';
import type { MenuState } from '../menu/menu-bar.ts';
import { recoverFromCrashes } from '../page/crash-recovery.ts';
import { pageAddress } from '../security/app-origin.ts';
import { lockNavigation } from '../security/navigation-lock.ts';
import type { WindowRequest } from '../windows.ts';
import { windowOptions } from './window-options.ts';
import { arrangementOf, cascadeWindow, keepWindowState, placeWindow, readWindowState } from './window-state.ts';

export interface WindowParts extends WindowRequest {
  session: Session;
  /** Absolute path of the built preload. */
  preload: string;
  dataFolder: string;
  ask: AskUser;
  /** Handles an address that the page wanted a window for. */
  openLink(address: string): Promise<void>;
  /** Asks for a location, and saves a stored file. */
  saveFile(id: string): Promise<unknown>;
  words: MenuState;
}

/**
 * Opens a window of the app, locked to its page: the first one where it was left, another one beside the focused one.
 */
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
  recoverFromCrashes(contents, (question) => ask(question, window));
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
    // On the display where it was left, if that is still connected: the window opened on it.
    if (stored?.isFullScreen) window.setFullScreen(true);
  };
  // A page that fails to load still gets its window: an app that shows nothing is worse.
  contents.once('did-fail-load', show);
  window.once('ready-to-show', () => {
    contents.off('did-fail-load', show);
    show();
  });

  keepWindowState(window, number, dataFolder, arrangement);
  void window.loadURL(`${pageAddress}${hash}`).catch(() => {});
  return window;
}
