import { app, BrowserWindow, Menu } from 'electron';
import type { AskPerson } from './ask-person.ts';
import { menuTemplate } from './menu.ts';
import type { MenuCommands } from './menu-commands.ts';
import type { DesktopVault } from './vault.ts';

/** Puts the application menu in place, and again when what it offers changes. */
export function installMenu(commands: MenuCommands, vault: DesktopVault, ask: AskPerson): void {
  const acceptWeak = async () => {
    if (!(await ask(weakQuestion))) return;
    await vault.acceptWeak();
    installMenu(commands, vault, ask);
    // The page says where keys live; it asks again when it is loaded again.
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  };
  const template = menuTemplate({
    platform: process.platform,
    isPackaged: app.isPackaged,
    offerWeakVault: vault.offersWeak ? () => void acceptWeak() : null,
    send: commands.send,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

const weakQuestion = {
  message: 'Keep keys on this computer without a keyring?',
  detail:
    'This system offers no keyring. Keys would be written to a file that only your account can read, but anyone who gets ' +
    'the file can read them. Otherwise keys are forgotten when Patchbay ends.',
  agree: 'Keep Keys',
  decline: 'Cancel',
};
