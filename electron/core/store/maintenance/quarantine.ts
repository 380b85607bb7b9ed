import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { orNull } from '../../or-null.ts';

/** A quarantined history file: it was damaged, or a restored backup replaced it. */
export interface QuarantinedFile {
  readonly file: string;
  readonly reason: 'damaged' | 'restored';
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly sizeBytes: number;
}

const namePattern = /^patchbay\.(damaged|before-restore)-(.+T)(\d\d)-(\d\d)-([\d.]+Z)\.db$/;

/**
 * Quarantines a history file that is not open, under a name with the time in it.
 *
 * @returns that name.
 */
export function quarantine(file: string, reason: 'damaged' | 'before-restore', now: Date): string {
  const { dir, name, ext } = path.parse(file);
  const aside = `${name}.${reason}-${now.toISOString().replaceAll(':', '-')}${ext}`;
  // The log is moved first: next to a new main file it would be taken for that file's own.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, path.join(dir, `${aside}-wal`));
  rmSync(`${file}-shm`, { force: true });
  renameSync(file, path.join(dir, aside));
  return aside;
}

/** Lists the quarantined files of a data folder, newest first. */
export function listQuarantined(dataFolder: string): QuarantinedFile[] {
  return (orNull(() => readdirSync(dataFolder)) ?? [])
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
