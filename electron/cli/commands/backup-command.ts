import { createReadStream } from 'node:fs';
import { formatSize } from '#shared/format.ts';
import { failure } from '#shared/protocol/failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { confirm } from '../input/confirm.ts';
import { readOptions, refuseArguments } from '../input/options.ts';
import { printFailure } from '../output/failure-lines.ts';
import { openOutput, refuseBothOnStdout } from '../output/out-file.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { backupOptions, restoreOptions } from '../specs/index.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { savedFolder } from './open-core.ts';
import { openSavedCore } from './session.ts';

/** `patchbay backup --out FILE`: writes all stored data, except keys, to one file. */
export const backUp: Command = async (args, { version, openTerminal }) => {
  const { values, positionals } = readOptions(args, backupOptions);
  refuseArguments('backup', positionals);
  if (values.out === undefined) throw new UsageError('Missing --out FILE.');
  refuseBothOnStdout(values);
  const terminal = openTerminal();
  const out = await openOutput(values.out, values.force ?? false, terminal);
  let isKept = false;
  let core: Awaited<ReturnType<typeof openSavedCore>> | undefined;
  try {
    core = await openSavedCore(version);
    let sizeBytes = 0;
    for await (const chunk of core.backups.write()) {
      await out.write(chunk);
      sizeBytes += chunk.byteLength;
    }
    await out.finish();
    isKept = true;
    await printNotices(core, terminal, values.json);
    if (values.json) await printLine(terminal, { type: 'backup', path: out.path, sizeBytes });
    else terminal.note(`${out.saved} (${formatSize(sizeBytes)}). The backup contains no keys.`);
    return exitCodes.done;
  } finally {
    if (!isKept) await out.leave();
    await core?.close();
  }
};

/** `patchbay restore FILE`: verifies a backup and replaces the current data with it. The old data is kept beside it. */
export const restoreBackup: Command = async (args, { version, stdin, stderr, openTerminal }) => {
  const { values, positionals } = readOptions(args, restoreOptions);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError(file === undefined ? 'Missing FILE: the backup to restore.' : 'restore takes one FILE.');
  const terminal = openTerminal();
  const aborted = async () => {
    await printFailure(
      failure('aborted', 'Nothing was restored: you did not confirm.'),
      terminal,
      values.json ?? false,
    );
    return exitCodes.cancelled;
  };
  if (!values.yes && !(await isConfirmed(file, stdin, stderr))) return aborted();
  const core = await openSavedCore(version);
  try {
    const { client, backups } = core;
    await backups.read(readable(file));
    const { stagedFrom } = await client.backups.state({});
    if (stagedFrom === 'elsewhere' || stagedFrom === 'unsigned') {
      terminal.message(`${file} ${origins[stagedFrom]}`, 'warn');
      // Without a keychain no backup is signed: then this is no reason to ask twice.
      const isOdd = stagedFrom === 'elsewhere' || (await client.host.info({})).protection !== 'memory';
      if (!values.yes && isOdd && !(await confirm('Restore it anyway?', { stdin, stderr }))) {
        await client.backups.cancelRestore({});
        return await aborted();
      }
    }
  } finally {
    await core.close();
  }
  // A staged backup is installed by a start on which no other process has the data folder open.
  const started = await openSavedCore(version);
  try {
    const isWaiting = (await started.client.backups.state({})).staged !== null;
    await printNotices(started, terminal, values.json);
    if (values.json) await printLine(terminal, { type: 'restore', state: isWaiting ? 'waiting' : 'restored' });
    else if (isWaiting)
      terminal.message('The backup is ready. To restore it, quit every running Patchbay and start one again.');
    return exitCodes.done;
  } finally {
    await started.close();
  }
};

/** What to know about a backup before it is restored. */
const origins = {
  elsewhere: 'was made by another installation, or changed since. Keys must be entered again where it leads elsewhere.',
  unsigned:
    'is not signed, so Patchbay cannot tell whether it was changed. Keys must be entered again where it leads elsewhere.',
} as const;

/**
 * Asks for confirmation.
 *
 * @throws UsageError if there is no terminal to ask on.
 */
async function isConfirmed(file: string, stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Promise<boolean> {
  const effect = `restore replaces the data in ${savedFolder()}`;
  if (!stdin.isTTY || !stderr.isTTY) throw new UsageError(`${effect}. To confirm, add --yes.`);
  const question = `patchbay ${effect} with ${file}. The current data is kept beside it. Continue?`;
  return confirm(question, { stdin, stderr });
}

async function* readable(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) yield chunk as Uint8Array;
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read (${(thrown as NodeJS.ErrnoException).code}).`);
  }
}

async function printNotices(
  { client }: Awaited<ReturnType<typeof openSavedCore>>,
  terminal: Terminal,
  isJson = false,
): Promise<void> {
  for (const { message } of (await client.host.info({})).notices)
    if (isJson) await printLine(terminal, { type: 'notice', message });
    else terminal.message(message);
}
