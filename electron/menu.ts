import type { MenuItemConstructorOptions } from 'electron';
import type { HostCommand } from '#shared/contract/host.ts';

type Item = MenuItemConstructorOptions;

export interface MenuParts {
  platform: NodeJS.Platform;
  /** Reload and developer tools are for builds that are not packaged. */
  isPackaged: boolean;
  /** Offers to keep keys on a system without a keyring; absent where there is nothing to offer. */
  offerWeakVault: (() => void) | null;
  send(command: HostCommand): void;
}

/**
 * The shortcuts of the page's own acts. The page takes the key first: one that it handles never reaches the menu, so no
 * act happens twice, and the menu shows what the page understands.
 */
export const accelerators: Record<HostCommand, string | null> = {
  new: 'CmdOrCtrl+N',
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

/** The application menu as data. */
export function menuTemplate({ platform, isPackaged, offerWeakVault, send }: MenuParts): Item[] {
  const isMac = platform === 'darwin';
  const act = (command: HostCommand, label: string): Item => {
    const accelerator = accelerators[command];
    return { id: command, label, click: () => send(command), ...(accelerator && { accelerator }) };
  };
  const settings = act('settings', 'Settings…');
  const weakVault: Item[] = offerWeakVault
    ? [{ id: 'weak-vault', label: 'Keep Keys on This Computer…', click: offerWeakVault }]
    : [];

  const app: Item = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  const file: Item = {
    label: '&File',
    submenu: [
      act('new', 'New Conversation'),
      separator,
      ...(isMac ? [] : [settings]),
      ...weakVault,
      ...(isMac && !weakVault.length ? [] : [separator]),
      isMac ? { role: 'close' } : { role: 'quit' },
    ],
  };
  const edit: Item = {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'selectAll' },
      separator,
      act('find', 'Find…'),
    ],
  };
  const view: Item = {
    label: '&View',
    submenu: [
      act('palette', 'Command Palette…'),
      separator,
      act('list', 'Toggle List'),
      act('parameters', 'Toggle Parameters'),
      act('drawer', 'Toggle Wire Drawer'),
      act('theme', 'Switch Theme'),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  const help: Item = {
    role: 'help',
    submenu: [act('guide', 'Patchbay Guide'), act('shortcuts', 'Keyboard Shortcuts'), ...(isMac ? [] : [separator, { role: 'about' } as const])],
  };
  return [...(isMac ? [app] : []), file, edit, view, { role: 'windowMenu' }, help];
}
