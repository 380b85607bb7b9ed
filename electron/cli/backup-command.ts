import { createReadStream } from 'node:fs';
import { formatSize } from '#shared/format.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { readOptions } from './options.ts';
import { openOutput } from './out-file.ts';
import { openSavedCore } from './session.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `patchbay backup --out FILE`: everything that is kept, except keys, in one file. */
export const backUp: Command = async (args, { version, openTerminal }) => {
  const { values, positionals } = readOptions(args, {
    out: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
  });
  if (positionals.length > 0 || values.out === undefined) throw new UsageError('Missing --out FILE.');
  const terminal = openTerminal();
  const out = await openOutput(values.out, values.force ?? false, terminal);
  let isKept = false;
  const core = await openSavedCore(version);
  try {
    let sizeBytes = 0;
    for await (const piece of core.backups.write()) {
      await out.write(piece);
      sizeBytes += piece.byteLength;
    }
    await out.finish();
    isKept = true;
    await tellNotices(core, terminal);
    terminal.note(`Saved ${out.path}: ${formatSize(sizeBytes)}. It contains no keys.`);
    return exitCodes.done;
  } finally {
    if (!isKept) await out.leave();
    await core.close();
  }
};

/** `patchbay restore FILE`: looks a backup through and puts it in the place of what is kept now, which is put aside. */
export const restoreBackup: Command = async (args, { version, openTerminal }) => {
  const { positionals } = readOptions(args, {});
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Name one backup: patchbay restore FILE.');
  const terminal = openTerminal();
  const core = await openSavedCore(version);
  try {
    await core.backups.read(readable(file));
  } finally {
    await core.close();
  }
  // What lies ready takes its place at a start on which nobody else has the data folder open.
  const started = await openSavedCore(version);
  try {
    await tellNotices(started, terminal);
    if ((await started.client.backups.state({})).staged !== null)
      terminal.talk('The backup is ready. Quit every running Patchbay: the next start restores it.');
    return exitCodes.done;
  } finally {
    await started.close();
  }
};

async function* readable(file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) yield piece as Uint8Array;
  } catch (thrown) {
    throw new UsageError(`${file} can not be read (${(thrown as NodeJS.ErrnoException).code}).`);
  }
}

async function tellNotices({ client }: Awaited<ReturnType<typeof openSavedCore>>, terminal: Terminal): Promise<void> {
  for (const { message } of (await client.host.info({})).notices) terminal.talk(message);
}
