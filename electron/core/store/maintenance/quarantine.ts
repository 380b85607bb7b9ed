import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** A history file that was put aside, because it was damaged or because a backup took its place. */
export interface QuarantinedFile {
  readonly file: string;
  readonly reason: 'damaged' | 'restored';
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly sizeBytes: number;
}

const namePattern = /^patchbay\.(damaged|before-restore)-(.+T)(\d\d)-(\d\d)-([\d.]+Z)\.db$/;

/**
 * Puts a history file that nobody has open aside, under a name with the time in it.
 *
 * @returns that name.
 */
export function quarantine(file: string, reason: 'damaged' | 'before-restore', now: Date): string {
  const { dir, name, ext } = path.parse(file);
  const aside = `${name}.${reason}-${now.toISOString().replaceAll(':', '-')}${ext}`;
  // The log goes first: beside a new main file it would be taken for that file's own.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, path.join(dir, `${aside}-wal`));
  rmSync(`${file}-shm`, { force: true });
  renameSync(file, path.join(dir, aside));
  return aside;
}

/** All of a data folder, the newest first. */
export function listQuarantined(dataFolder: string): QuarantinedFile[] {
  let names: string[];
  try {
    names = readdirSync(dataFolder);
  } catch {
    return [];
  }
  return names
    .flatMap((name): QuarantinedFile[] => {
      const [, reason, day, hours, minutes, seconds] = namePattern.exec(name) ?? [];
      const at = Date.parse(`${day}${hours}:${minutes}:${seconds}`);
      if (Number.isNaN(at)) return [];
      const file = path.join(dataFolder, name);
      const facts = statSync(file, { throwIfNoEntry: false });
      if (!facts?.isFile()) return [];
      return [{ file, reason: reason === 'damaged' ? 'damaged' : 'restored', at, sizeBytes: facts.size }];
    })
    .sort((first, second) => second.at - first.at);
}

export function removeQuarantined({ file }: QuarantinedFile): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}
