import { app, BrowserWindow, Menu, type WebContents } from 'electron';
import type { Core } from '#shared/contract/index.ts';
import { languageSetting, languages } from '#shared/contract/language.ts';
import { localeOf } from '#shared/locale/locale.ts';
import type { MenuLabels } from '#shared/locale/words.ts';
import type { AskUser } from '../dialogs/app-dialogs.ts';
import type { DesktopVault } from '../vault/vault.ts';
import { newWindowSwitch } from '../windows.ts';
import { menuTemplate, newWindowItem } from './menu.ts';
import type { MenuCommands } from './menu-commands.ts';

/** The labels of native menus in the language of the page. `installMenu` keeps them up to date. */
export interface MenuState {
  now: MenuLabels;
}

export interface MenuBarParts {
  commands: MenuCommands;
  openWindow(): void;
  showLog(): void;
  /** What the menus need from the core, once it is open. */
  opening: Promise<{ vault: DesktopVault; core: { handlers: Pick<Core, 'host' | 'settings'> } }>;
  ask: AskUser;
  words: MenuState;
}

/** Installs the app's menus immediately, and again when their items or the language of the page change. */
export async function installMenu(parts: MenuBarParts): Promise<void> {
  const { commands, openWindow, showLog, opening, ask, words } = parts;
  const { signal } = new AbortController();
  let vault: DesktopVault | null = null;
  const acceptWeak = async () => {
    if (!(await ask(weakQuestion))) return;
    await vault?.acceptWeak();
    put();
    // The page shows where keys are stored; it requests that again after a reload.
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  };
  const put = () => {
    const template = menuTemplate({
      platform: process.platform,
      words: words.now,
      isPackaged: app.isPackaged,
      offerWeakVault: vault?.offersWeak ? () => void acceptWeak() : null,
      openWindow,
      showLog,
      send: commands.send,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
    offerNewWindow(words.now, openWindow);
  };
  put();
  const { core, ...opened } = await opening;
  vault = opened.vault;
  const { host, settings } = core.handlers;
  const look = async () => {
    const { [languageSetting]: kept } = await settings.all({}, { signal });
    const shown = (kept as { shown?: unknown } | undefined)?.shown;
    const language = languages.find((known) => known === shown);
    if (language) words.now = localeOf(language).menu;
    put();
  };
  await look();
  for await (const { area, id } of host.changes({}, { signal }))
    if (area === 'settings' && id === languageSetting) await look();
}

/** Adds "New Window" where the system shows the program: in the macOS dock and on the Windows taskbar. */
function offerNewWindow(words: MenuLabels, openWindow: () => void): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate([newWindowItem({ words, openWindow })]));
  // Unpackaged, the program is Electron itself.
  if (process.platform !== 'win32' || !app.isPackaged) return;
  app.setUserTasks([
    {
      program: process.execPath,
      arguments: newWindowSwitch,
      title: words.newWindow,
      description: '',
      iconPath: process.execPath,
      iconIndex: 0,
    },
  ]);
}

/** Opens the application menu at a position in a page, for windows without a menu bar. */
export function openMenu(page: WebContents, { x, y }: { x: number; y: number }): void {
  const window = BrowserWindow.fromWebContents(page);
  if (!window) return;
  // The page's pixels scale with its zoom; the window's do not.
  const zoom = page.getZoomFactor();
  Menu.getApplicationMenu()?.popup({ window, x: Math.round(x * zoom), y: Math.round(y * zoom) });
}

const weakQuestion = {
  message: 'Store keys without a system keychain?',
  detail:
    'Keys would be stored in a file that only your account can read, but anyone who gets the file can read the keys. ' +
    'Otherwise, keys are cleared when Patchbay quits.',
  agree: 'Store Keys',
  decline: 'Cancel',
};
