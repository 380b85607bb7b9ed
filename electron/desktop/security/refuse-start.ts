import type { App, Dialog } from 'electron';
import { isSandboxRefusal, refusalText } from './forbidden-switches.ts';

interface RefusalParts {
  app: Pick<App, 'exit' | 'isPackaged' | 'whenReady'>;
  dialog: Pick<Dialog, 'showErrorBox'>;
  process: { stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>; platform: NodeJS.Platform };
}

/**
 * Ends a start that has refused switches, with status 2. The reason goes to stderr; a package that was not started in a
 * terminal also shows it in a box. Linux has boxes only once Electron is ready, which the app waits for only when no
 * switch could be used by somebody meanwhile.
 */
export function refuseStart(switches: string[], { app, dialog, process }: RefusalParts): void {
  const { stderr, platform } = process;
  const text = refusalText(switches);
  stderr.write(`${text}\n`);
  const show = () => {
    dialog.showErrorBox('Patchbay did not start', text);
    app.exit(2);
  };
  if (!app.isPackaged || stderr.isTTY) app.exit(2);
  else if (platform !== 'linux') show();
  else if (isSandboxRefusal(switches)) void app.whenReady().then(show);
  else app.exit(2);
}
