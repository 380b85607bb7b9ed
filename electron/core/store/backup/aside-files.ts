import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** A history file that was put aside, because it was damaged or because a backup took its place. */
export interface AsideFile {
  readonly file: string;
  readonly reason: 'damaged' | 'restored';
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly sizeBytes: number;
}

const namePattern = /^patchbay\.(damaged|before-restore)-(.+T)(\d\d)-(\d\d)-([\d.]+Z)\.db$/;

/** All of a data folder, the newest first. */
export function listAside(dataFolder: string): AsideFile[] {
  let names: string[];
  try {
    names = readdirSync(dataFolder);
  } catch {
    return [];
  }
  return names
    .flatMap((name): AsideFile[] => {
      const [, reason, day, hours, minutes, seconds] = namePattern.exec(name) ?? [];
      const at = Date.parse(`${day}${hours}:${minutes}:${seconds}`);
      const facts = statSync(path.join(dataFolder, name), { throwIfNoEntry: false });
      if (!facts?.isFile() || Number.isNaN(at)) return [];
      const file = path.join(dataFolder, name);
      return [{ file, reason: reason === 'damaged' ? 'damaged' : 'restored', at, sizeBytes: facts.size }];
    })
    .sort((first, second) => second.at - first.at);
}

export function removeAsideFile({ file }: AsideFile): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}
