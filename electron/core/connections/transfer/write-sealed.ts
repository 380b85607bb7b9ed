import { lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { safeName } from '../../files/file-names.ts';
import { saveCopy } from '../../files/save-copy.ts';
import type { HostServices } from '../../host-services.ts';
import { makePrivateFolder } from '../../store/private-file.ts';
import { nameStorageFault } from '../../store/storage-failure.ts';

type WritingHostServices = Pick<HostServices, 'shell' | 'dataFolder' | 'capabilities'>;

/**
 * Writes a text that the page must not be able to read: where the person says, or else to the folder `exports` of the data
 * folder, under a name that is free. Only this account can read it; a link in its place is not followed.
 *
 * @param make makes the text once the place is known, because that may take a while.
 * @returns its full name, or `null` when the person said no.
 * @throws AppError `storage`.
 */
export async function writeSealed(
  hostServices: WritingHostServices,
  name: string,
  make: () => Promise<string>,
): Promise<string | null> {
  if (!hostServices.capabilities.dialogs)
    return writeNew(path.join(hostServices.dataFolder, 'exports'), name, await make());
  const place = await hostServices.shell.chooseSavePath(safeName(name));
  if (place === null) return null;
  const bytes = Buffer.from(await make());
  await saveCopy({ stream: () => once(bytes) }, place);
  return place;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function writeNew(folder: string, name: string, text: string): Promise<string> {
  try {
    makePrivateFolder(folder);
    if (!(await lstat(folder)).isDirectory()) throw new AppError(strangeFolder);
    const { name: stem, ext } = path.parse(safeName(name));
    for (let number = 1; ; number += 1) {
      const place = path.join(folder, `${stem}${number === 1 ? '' : ` (${number})`}${ext}`);
      if (await createWith(place, text)) return place;
    }
  } catch (thrown) {
    throw nameStorageFault(thrown, 'The file was not written');
  }
}

/** False when something of that name is there, be it a link that leads nowhere. */
async function createWith(place: string, text: string): Promise<boolean> {
  const file = await open(place, 'wx', 0o600).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EEXIST') return null;
    throw thrown;
  });
  if (!file) return false;
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } catch (thrown) {
    await rm(place, { force: true }).catch(() => {});
    throw thrown;
  } finally {
    await file.close();
  }
  return true;
}

const strangeFolder = failure('storage', 'The file was not written: the folder for exports is a link.', {
  hint: 'Remove the link called exports from the data folder, then try again.',
});
