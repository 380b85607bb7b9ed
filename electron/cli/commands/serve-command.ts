import path from 'node:path';
import { openBuiltPage } from '../../hosting/built-page.ts';
import { openVault } from '../../hosting/keyring-vault.ts';
import { hasDisplay, openAddress } from '../../hosting/open-address.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNumber, readOptions } from '../input/options.ts';
import { untilStopped } from '../interrupt.ts';
import { printLine } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';

/** `patchbay serve`: runs the browser host. Prints its one line when the page can be opened. */
export const serveBrowser: Command = async (args, { env, version, root, openTerminal }) => {
  const { values, positionals } = readOptions(args, {
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  if (positionals.length)
    throw new UsageError(
      `serve listens on 127.0.0.1 alone and takes no words (${positionals.join(' ').slice(0, 80)}).`,
    );
  const terminal = openTerminal();
  const port = readNumber('port', values.port, 0, 65_535);
  // The keyring is probed in a separate process: meanwhile the page is read and the core loaded.
  const [vault, page, { startBrowserHost }] = await Promise.all([
    openVault(),
    openBuiltPage(path.join(root, 'dist/renderer')).catch(() => {
      throw new UsageError('The page is not built yet. Run "npm run build" first.');
    }),
    import('../../browser/browser-host.ts'),
  ]);
  const host = await startBrowserHost({
    version,
    vault,
    page,
    ...(port === undefined ? {} : { port }),
    onIntruder: (count) => terminal.message(`Refused ${count} with a wrong token.`),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new UsageError(`Port ${port} can not be used (${error.code}). Choose another, or leave --port out.`);
  });
  if (values.json)
    await printLine(terminal, { type: 'serve-ready', address: new URL(host.address).origin, link: host.address });
  else await terminal.data(`Patchbay is running at ${host.address}\n`);
  if (process.getuid?.() === 0)
    terminal.message(
      'It runs as root, and so does everything it does for the page. Start it as yourself where you can.',
    );
  terminal.message('Keep this address to yourself: it is good until Ctrl-C, and who has it can use your keys.');
  if (!values['no-open'] && hasDisplay(process.platform, env) && !(await openAddress(host.launchAddress())))
    terminal.message('No browser could be opened: open the address yourself.');
  await untilStopped();
  await host.close();
  if (values.json) await printLine(terminal, { type: 'serve-end' });
  return exitCodes.done;
};
