import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { PartialFile } from '../ports.ts';
import { makePrivateFolder } from '../store/private-file.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import { notStored, type PartialNote, PartialOnDisk, type PartialPlaces, removeBoth } from './partial-on-disk.ts';

interface PartialParts extends PartialPlaces {
  /** Of its own; made when it is needed. */
  folder: string;
  /** Of this process, which stands in the names so that no two write one file. */
  processId: string;
  isRunning(processId: string): boolean;
}

/** Downloads that are not whole: their bytes as `<target>.<process>.part`, what is known of them as `.json` beside it. */
export interface PartialFiles {
  resume(target: string): Promise<PartialFile>;
  discard(target: string): Promise<void>;
  /** Removes those that nobody asked for in 30 days. */
  sweep(): Promise<void>;
}

const keptMs = 30 * 86_400_000;

export function createPartialFiles(parts: PartialParts): PartialFiles {
  const { folder, processId } = parts;
  const stemOf = (target: string) => createHash('sha256').update(target).digest('hex').slice(0, 32);
  const opened = new Set<string>();

  async function left(target: string): Promise<string[]> {
    const stem = stemOf(target);
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.startsWith(`${stem}.`) && name.endsWith('.part'));
  }

  const isFree = (name: string): boolean => {
    const writer = name.split('.')[1] ?? '';
    return writer === processId ? !opened.has(name) : !parts.isRunning(writer);
  };

  /** Takes over what was left, of this process or of one that has ended. False when there is nothing. */
  async function takeOver(target: string, own: string): Promise<boolean> {
    for (const name of await left(target)) {
      const from = path.join(folder, name);
      if (from !== own && !isFree(name)) continue;
      try {
        if (from !== own) {
          await rename(`${from}.json`, `${own}.json`).catch(() => {});
          await rename(from, own);
        }
        return true;
      } catch {
        // Another process was quicker.
      }
    }
    return false;
  }

  return {
    async resume(target) {
      const name = `${stemOf(target)}.${processId}.part`;
      if (opened.has(name)) throw new AppError(busy);
      opened.add(name);
      const part = path.join(folder, name);
      try {
        makePrivateFolder(folder);
        const isThere = await takeOver(target, part);
        const kept = isThere ? await readStored(part) : null;
        // Never through a link that somebody put there.
        const flags = isThere ? constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) : 'wx';
        const handle = await open(part, flags, 0o600);
        const sizeBytes = Math.min(kept?.sizeBytes ?? 0, (await handle.stat()).size);
        const onClose = () => void opened.delete(name);
        return new PartialOnDisk({ ...parts, part, handle, note: kept?.note ?? null, sizeBytes, onClose });
      } catch (thrown) {
        opened.delete(name);
        throw nameStorageFault(thrown, notStored);
      }
    },
    async discard(target) {
      for (const name of await left(target)) if (isFree(name)) await removeBoth(path.join(folder, name));
    },
    async sweep() {
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const facts = await stat(file).catch(() => null);
        if (facts && isFree(name.replace(/\.json$/, '')) && Date.now() - facts.mtimeMs > keptMs)
          await rm(file, { force: true }).catch(() => {});
      }
    },
  };
}

async function readStored(part: string): Promise<PartialNote | null> {
  try {
    return JSON.parse(await readFile(`${part}.json`, 'utf8')) as PartialNote;
  } catch {
    return null;
  }
}

const busy = failure('conflict', 'This download is under way already.', { hint: 'Wait for it, or stop it first.' });
