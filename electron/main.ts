import path from 'node:path';
import { app, dialog, protocol } from 'electron';
import { claimIdentity } from './app-identity.ts';
import { claimDataFolder } from './claim-data-folder.ts';
import { schemePrivileges } from './protocol.ts';
import { refuseStart } from './refuse-start.ts';
import { judgeSwitches } from './refused-switches.ts';
import { startApp } from './start-app.ts';

// The entry is the one file whose place in the build is known.
const at = (place: string) => path.join(import.meta.dirname, place);

// All of this has to happen before Electron is ready.
const dataFolder = claimDataFolder(app);
claimIdentity(app, process.platform);
// Looked for first: enableSandbox() removes --no-sandbox from the command line.
const { refused, isUnsandboxed } = judgeSwitches(app, process.env);
if (!isUnsandboxed) app.enableSandbox();
protocol.registerSchemesAsPrivileged([schemePrivileges]);

if (refused.length) refuseStart(refused, { app, dialog, process });
else if (!app.requestSingleInstanceLock()) app.exit(0);
// Never awaited at this level: Electron is ready only after this file has run to its end.
else
  app
    .whenReady()
    .then(() => startApp({ dataFolder, at }))
    .catch(giveUp);

function giveUp(thrown: unknown): void {
  dialog.showErrorBox('Patchbay could not start', thrown instanceof Error ? thrown.message : String(thrown));
  // Not 1: with that Chromium says that it has no display, and "npm start" then opens the browser host.
  app.exit(3);
}
