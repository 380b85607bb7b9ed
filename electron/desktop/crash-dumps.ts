import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { App, CrashReporter } from 'electron';
import { makePrivateFolder } from '#core/store/private-file.ts';

const dayMs = 86_400_000;
const most = { dumps: 5, days: 30 };
const dumpFile = /\.dmp$/;

/** Where dumps are, in the data folder. */
export const crashFolder = (dataFolder: string): string => path.join(dataFolder, 'crashes');

/**
 * Has a process that crashes write down how, on this computer alone: nothing is sent, to Patchbay or to the maker of the
 * system. To be called before the app is ready. Where the folder cannot be made, no dump is written.
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
  pruneCrashDumps(folder, Date.now());
}

/** Removes all but the five newest dumps, and those of more than 30 days ago; `now` is in milliseconds since 1970. */
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
        // What Linux notes beside each dump.
        rmSync(file.replace(dumpFile, '.meta'), { force: true });
      }
  } catch {
    // Dumps that cannot be read now are pruned at another start.
  }
}
