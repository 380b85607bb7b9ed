import { app, BrowserWindow, Menu } from 'electron';
import type { Core } from '#shared/contract/index.ts';
import { type Language, languageSetting, languages } from '#shared/contract/language.ts';
import type { AskPerson } from './ask-person.ts';
import { menuTemplate } from './menu.ts';
import type { MenuCommands } from './menu-commands.ts';
import { type MenuWords, menuWords } from './menu-words.ts';
import type { DesktopVault } from './vault.ts';

/** The words of native menus in the language of the page, which `installMenu` keeps up to date. */
export interface ShownWords {
  now: MenuWords;
}

/** Puts the application menu in place, and again when what it offers or the language of the page changes. */
export async function installMenu(
  commands: MenuCommands,
  vault: DesktopVault,
  ask: AskPerson,
  core: Pick<Core, 'host' | 'settings'>,
  words: ShownWords,
): Promise<void> {
  const { signal } = new AbortController();
  let language: Language = 'en';
  const acceptWeak = async () => {
    if (!(await ask(weakQuestion))) return;
    await vault.acceptWeak();
    put();
    // The page says where keys live; it asks again when it is loaded again.
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  };
  const put = () => {
    const template = menuTemplate({
      platform: process.platform,
      words: words.now,
      isPackaged: app.isPackaged,
      offerWeakVault: vault.offersWeak ? () => void acceptWeak() : null,
      send: commands.send,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  const look = async () => {
    const { [languageSetting]: kept } = await core.settings.all({}, { signal });
    const shown = (kept as { shown?: unknown } | undefined)?.shown;
    const before = language;
    language = languages.find((known) => known === shown) ?? 'en';
    words.now = menuWords[language];
    return language !== before;
  };
  put();
  if (await look()) put();
  for await (const { area, id } of core.host.changes({}, { signal }))
    if (area === 'settings' && id === languageSetting && (await look())) put();
}

/** Opens the application menu at a place of the page, for windows that show no menu bar. */
export function openMenu({ x, y }: { x: number; y: number }): void {
  const window = BrowserWindow.getFocusedWindow();
  if (!window) return;
  // The page's pixels grow with its zoom, the window's do not.
  const zoom = window.webContents.getZoomFactor();
  Menu.getApplicationMenu()?.popup({ window, x: Math.round(x * zoom), y: Math.round(y * zoom) });
}

const weakQuestion = {
  message: 'Keep keys on this computer without a keyring?',
  detail:
    'This system offers no keyring. Keys would be written to a file that only your account can read, but anyone who gets ' +
    'the file can read them. Otherwise keys are forgotten when Patchbay ends.',
  agree: 'Keep Keys',
  decline: 'Cancel',
};
