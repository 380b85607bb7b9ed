import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { App, CrashReporter } from 'electron';
import { makePrivateFolder } from '#core/store/private-file.ts';

const dayMs = 86_400_000;
const most = { dumps: 5, days: 30 };
const dumpFile = /\.dmp$/;

/** Returns the folder of the crash dumps, in the data folder. */
export const crashFolder = (dataFolder: string): string => path.join(dataFolder, 'crashes');

/**
 * Writes crash dumps on this computer only: nothing is sent to Patchbay or to the vendor of the system. Call it
 * before the app is ready; once the core runs, `pruneCrashDumps` deletes old ones. If the folder cannot be created, no
 * dumps are written.
 */
export function collectCrashDumps(
  dataFolder: string,
  { app, crashReporter }: { app: Pick<App, 'setPath'>; crashReporter: Pick<CrashReporter, 'start'> },
): void {
  const folder = crashFolder(dataFolder);
  try {
    makePrivateFolder(folder);
    app.setPath('crashDumps', folder);
  } catch {
    return;
  }
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true });
}

/**
 * Removes all but the five newest dumps, and those older than 30 days.
 *
 * @param now the core's trusted time, in milliseconds since 1970: one wrong look at the clock deletes nothing.
 */
export function pruneCrashDumps(folder: string, now: number): void {
  try {
    const dumps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => dumpFile.test(name))
      .map((name) => path.join(folder, name))
      .map((file) => ({ file, madeAt: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((one, other) => other.madeAt - one.madeAt);
    for (const [rank, { file, madeAt }] of dumps.entries())
      if (rank >= most.dumps || madeAt < now - most.days * dayMs) {
        rmSync(file, { force: true });
        // The metadata that Linux writes beside each dump.
        rmSync(file.replace(dumpFile, '.meta'), { force: true });
      }
  } catch {
    // Dumps that cannot be read now are pruned at a later start.
  }
}
