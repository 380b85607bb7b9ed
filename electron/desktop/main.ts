import path from 'node:path';
import { app, crashReporter, dialog, protocol } from 'electron';
import { openEventLog } from '#core/log/event-log.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { setAppIdentity, setDataFolder } from './app-identity.ts';
import { collectCrashDumps } from './crash-dumps.ts';
import { createOpenedFiles, type OpenedFiles } from './opened-files.ts';
import { schemePrivileges } from './page/protocol.ts';
import { checkSwitches, refuseStart } from './security/forbidden-switches.ts';
import { startApp } from './start-app.ts';
import { watchProcesses } from './watch-processes.ts';

// The entry is the only file whose place in the build is known: `dist/main`, beside the page. Its source is one
// folder deeper.
const home = path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '..' : '.');
const at = (relativePath: string) => path.join(home, relativePath);

try {
  start();
} catch (thrown) {
  // Electron would go on without a window, and without an end.
  giveUp(thrown);
}

/** Does what has to happen before Electron is ready, and then begins, or ends this start. */
function start(): void {
  const dataFolder = setDataFolder(app);
  setAppIdentity(app, process.platform);
  // Checked first: enableSandbox() removes --no-sandbox from the command line.
  const { refused, isUnsandboxed } = checkSwitches(app, process.env);
  if (!isUnsandboxed) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([schemePrivileges]);

  const opened = createOpenedFiles();
  // macOS passes a file by an event, which arrives before the app is ready when the file started the app.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    opened.take([file], '/');
  });
  if (process.platform !== 'darwin') {
    opened.take(process.argv.slice(1), startFolder());
    app.on('second-instance', (_event, words, folder) => opened.take(words.slice(1), folder));
  }

  if (refused.length) refuseStart(refused, { app, dialog, process });
  else if (!app.requestSingleInstanceLock()) endSecondStart();
  else begin(dataFolder, opened);
}

/** Returns the working directory; it may have been deleted. */
function startFolder(): string {
  try {
    return process.cwd();
  } catch {
    return path.parse(process.execPath).root;
  }
}

/** The running program shows its window. From a clone that may be the installed one, which nobody would expect. */
function endSecondStart(): void {
  if (!app.isPackaged) process.stderr.write('Patchbay is already running with the same data: its window is shown.\n');
  app.exit(0);
}

function begin(dataFolder: string, opened: OpenedFiles): void {
  const early: string[][] = [];
  const keep = (_event: unknown, words: string[]) => void early.push(words);
  app.on('second-instance', keep);
  const earlyStarts = () => {
    app.off('second-instance', keep);
    return early;
  };
  const log = openEventLog({ dataFolder, host: 'desktop' });
  const { platform: system, arch, versions } = process;
  log.note('start', { version: app.getVersion(), system, arch, electron: versions.electron ?? null });
  collectCrashDumps(dataFolder, { app, crashReporter });
  watchProcesses(app, log);
  // Never awaited: Electron is ready only after this file has run to its end.
  app
    .whenReady()
    .then(() => startApp({ dataFolder, at, log, opened, earlyStarts }))
    .catch((thrown: unknown) => {
      log.noteError('start-failed', thrown);
      log.writeNow();
      giveUp(thrown);
    });
}

function giveUp(thrown: unknown): void {
  const { message, hint } = AppError.from(thrown);
  dialog.showErrorBox('Patchbay could not start', [message, hint].filter(Boolean).join('\n\n'));
  // Not 1: Chromium uses that for a missing display, and "npm start" then opens the browser host.
  app.exit(3);
}
