import type { MenuItemConstructorOptions } from 'electron';
import type { HostCommand } from '#shared/contract/host.ts';
import type { MenuLabels } from '#shared/locale/words.ts';

type Item = MenuItemConstructorOptions;

export interface MenuParts {
  platform: NodeJS.Platform;
  words: MenuLabels;
  /** Whether the build is packaged: Reload and developer tools exist only in unpackaged builds. */
  isPackaged: boolean;
  /** Offers to store keys on a system without a keyring; `null` where there is nothing to offer. */
  offerWeakVault: (() => void) | null;
  openWindow(): void;
  /** Shows the program's log in the file manager. */
  showLog(): void;
  send(command: HostCommand): void;
}

/**
 * The shortcuts of the page's own commands. The page handles keys first: a key it handles never reaches the menu, so
 * no command runs twice, and the menu shows what the page understands.
 */
export const accelerators: Record<HostCommand, string | null> & { window: string } = {
  new: 'CmdOrCtrl+N',
  window: 'CmdOrCtrl+Shift+N',
  settings: 'CmdOrCtrl+,',
  find: 'CmdOrCtrl+F',
  palette: 'CmdOrCtrl+K',
  list: 'CmdOrCtrl+B',
  drawer: 'CmdOrCtrl+J',
  parameters: 'CmdOrCtrl+Shift+B',
  theme: 'CmdOrCtrl+Shift+L',
  shortcuts: null,
  guide: 'F1',
};

const separator: Item = { type: 'separator' };

/** "New Window", as offered outside the application menu. */
export const newWindowItem = ({ words, openWindow }: Pick<MenuParts, 'words' | 'openWindow'>): Item => ({
  id: 'new-window',
  label: words.newWindow,
  click: openWindow,
});

/** Returns the application menu as data. */
export function menuTemplate(parts: MenuParts): Item[] {
  const { platform, words, isPackaged, offerWeakVault, showLog, send } = parts;
  const isMac = platform === 'darwin';
  const act = (command: HostCommand): Item => {
    const accelerator = accelerators[command];
    return {
      id: command,
      label: words.commands[command],
      click: () => send(command),
      ...(accelerator && { accelerator }),
    };
  };
  const by = (role: NonNullable<Item['role']>): Item => {
    const label = words.roles[role];
    return { role, ...(label !== undefined && { label }) };
  };
  const settings = act('settings');
  const weakVault: Item[] = offerWeakVault ? [{ id: 'weak-vault', label: words.weakVault, click: offerWeakVault }] : [];

  const app: Item = {
    role: 'appMenu',
    submenu: [
      by('about'),
      separator,
      settings,
      separator,
      by('services'),
      separator,
      by('hide'),
      by('hideOthers'),
      by('unhide'),
      separator,
      by('quit'),
    ],
  };
  const file: Item = {
    label: words.menus.file,
    submenu: [
      act('new'),
      { ...newWindowItem(parts), accelerator: accelerators.window },
      separator,
      ...(isMac ? [] : [settings]),
      ...weakVault,
      ...(isMac && !weakVault.length ? [] : [separator]),
      isMac ? by('close') : by('quit'),
    ],
  };
  const edit: Item = {
    label: words.menus.edit,
    submenu: [
      by('undo'),
      by('redo'),
      separator,
      by('cut'),
      by('copy'),
      by('paste'),
      by('pasteAndMatchStyle'),
      by('selectAll'),
      separator,
      act('find'),
    ],
  };
  const view: Item = {
    label: words.menus.view,
    submenu: [
      act('palette'),
      separator,
      act('list'),
      act('parameters'),
      act('drawer'),
      act('theme'),
      separator,
      by('resetZoom'),
      by('zoomIn'),
      // The role's own Ctrl++ needs Shift on most keyboards.
      { ...by('zoomIn'), accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      by('zoomOut'),
      separator,
      by('togglefullscreen'),
      ...(isPackaged ? [] : [separator, by('reload'), by('toggleDevTools')]),
    ],
  };
  const help: Item = {
    ...by('help'),
    submenu: [
      act('guide'),
      act('shortcuts'),
      separator,
      { id: 'show-log', label: words.showLog, click: showLog },
      ...(isMac ? [] : [separator, by('about')]),
    ],
  };
  return [...(isMac ? [app] : []), file, edit, view, by('windowMenu'), help];
}
