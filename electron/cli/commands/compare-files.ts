import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { CompareCell, Lane } from '#shared/contract/compare.ts';
import { formatSize } from '#shared/format.ts';
import { storedBytes } from '../output/out-file.ts';
import { besideResponseFiles } from '../output/response-files.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Session } from './session.ts';

/** Saves the images and audio of cells, or says what there is. */
export type SaveFiles = (cell: CompareCell, lane: Lane | undefined) => Promise<void>;

/**
 * Creates the folder of `--save`, and returns what saves the files of a cell in it as `1 model.png`, with a number
 * where the name is taken. Without a folder, their names and sizes are printed.
 *
 * @throws UsageError for a folder that cannot be created.
 */
export async function openFolder(
  folder: string | undefined,
  { files }: Pick<Session, 'files'>,
  terminal: Terminal,
  isJson: boolean,
): Promise<SaveFiles> {
  if (folder === undefined)
    return async ({ files: refs }) => {
      if (!isJson)
        for (const { name, sizeBytes } of refs) await terminal.data(`${name} (${formatSize(sizeBytes)})\n\n`);
    };
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--save: ${folder} cannot be created (${error.code}).`);
  });
  const target = besideResponseFiles(({ id }) => storedBytes(files, id), folder);
  return async (cell, lane) => {
    const model = (lane?.model ?? '').replace(/[^\w.-]+/g, '-');
    for (const ref of cell.files) {
      const name = `${cell.laneId} ${model}${path.extname(ref.name)}`;
      const { savedAs = name } = await target.save({ ...ref, name });
      if (isJson)
        await printLine(terminal, { type: 'compare-file', cellId: cell.id, path: savedAs, sizeBytes: ref.sizeBytes });
    }
    const { saved, problems } = await target.end('done');
    if (!isJson) for (const text of saved) terminal.note(text, 'good');
    for (const text of problems) terminal.message(text, 'bad');
  };
}
