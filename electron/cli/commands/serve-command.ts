import path from 'node:path';
import { openBuiltPage } from '../../hosting/built-page.ts';
import { openVault } from '../../hosting/keyring-vault.ts';
import { hasDisplay, openAddress } from '../../hosting/open-address.ts';
import { exitCodes } from '../exit-codes.ts';
import { readOptions, refuseArguments } from '../input/options.ts';
import { untilStopped } from '../interrupt.ts';
import { printLine } from '../output/terminal.ts';
import { serveOptions } from '../specs/index.ts';
import { portError, UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';

/** `patchbay serve`: runs the browser host. Prints its one line when the page can be opened. */
export const serveBrowser: Command = async (args, { env, version, root, openTerminal }) => {
  const { values, positionals } = readOptions(args, serveOptions);
  refuseArguments('serve', positionals);
  const terminal = openTerminal();
  const { port } = values;
  // The keyring is probed in a separate process: meanwhile the page is read and the core loaded.
  const [vault, page, { startBrowserHost }] = await Promise.all([
    openVault(),
    openBuiltPage(path.join(root, 'dist/renderer')).catch(() => {
      throw new UsageError('The app is not built: run "npm run build" first.');
    }),
    import('../../browser/browser-host.ts'),
  ]);
  const host = await startBrowserHost({
    version,
    vault,
    page,
    ...(port === undefined ? {} : { port }),
    onIntruder: (count) => terminal.message(`Rejected ${count} with a wrong token.`),
  }).catch((error: NodeJS.ErrnoException) => {
    throw portError(error, port);
  });
  if (values.json)
    await printLine(terminal, { type: 'serve-ready', address: new URL(host.address).origin, link: host.address });
  else await terminal.data(`Patchbay is running at ${host.address}\n`);
  if (process.getuid?.() === 0)
    terminal.message(
      'Patchbay is running as root, and so is everything it does for the browser. Start it as a normal user if you can.',
    );
  terminal.message('Keep this link private: until you press Ctrl-C, anyone who has it can use your keys.');
  if (!values['no-open'] && hasDisplay(process.platform, env) && !(await openAddress(host.launchAddress())))
    terminal.message('No browser could be opened: open the link yourself.');
  await untilStopped();
  await host.close();
  if (values.json) await printLine(terminal, { type: 'serve-end' });
  return exitCodes.done;
};
