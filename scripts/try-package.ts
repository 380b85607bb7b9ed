// Installs a package of a release on this system, starts it with an empty data folder, takes a picture of the screen,
// and quits it: node scripts/try-package.ts FILE PICTURE
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface PackageSteps {
  /** Commands that install the package. */
  install: string[][];
  /** The command that starts it. */
  start: string[];
  /** The command that takes the picture. */
  picture: string[];
  /** The command that asks it to quit, or `null` for a signal. */
  quit: string[] | null;
}

/**
 * Returns how a package is tried on its system.
 *
 * @param file of the release.
 * @param picture where the picture is written, a PNG.
 * @throws Error for a file that is none of the packages.
 */
export function packageSteps(file: string, picture: string, folder: string): PackageSteps {
  const onLinux = { picture: ['import', '-window', 'root', picture], quit: null };
  switch (path.extname(file)) {
    case '.AppImage':
      return { ...onLinux, install: [['chmod', '+x', file]], start: [path.resolve(file)] };
    case '.deb':
      return { ...onLinux, install: [['sudo', 'apt-get', 'install', '-y', path.resolve(file)]], start: ['patchbay'] };
    case '.zip': {
      const app = path.join(folder, 'Patchbay.app');
      return {
        install: [['ditto', '-x', '-k', file, folder]],
        start: [path.join(app, 'Contents/MacOS/Patchbay')],
        picture: ['screencapture', '-x', picture],
        quit: null,
      };
    }
    case '.exe': {
      const place = path.join(folder, 'app');
      return {
        // The folder comes last, without quotes: so the installer wants it.
        install: [[file, '/S', `/D=${place}`]],
        start: [path.join(place, 'Patchbay.exe')],
        picture: ['powershell', '-NoProfile', '-Command', screenshotByPowerShell(picture)],
        quit: ['taskkill', '/IM', 'Patchbay.exe'],
      };
    }
    default:
      throw new Error(`${file} is no package of a release: AppImage, deb, zip or exe.`);
  }
}

const screenshotByPowerShell = (picture: string) =>
  [
    'Add-Type -AssemblyName System.Windows.Forms,System.Drawing',
    '$area = [System.Windows.Forms.Screen]::PrimaryScreen.Bounds',
    '$image = New-Object System.Drawing.Bitmap $area.Width,$area.Height',
    '[System.Drawing.Graphics]::FromImage($image).CopyFromScreen($area.Location,[System.Drawing.Point]::Empty,$area.Size)',
    `$image.Save('${picture.replaceAll("'", "''")}')`,
  ].join('; ');

export interface TriedPackage {
  /** What went wrong; empty when nothing did. */
  faults: string[];
}

/** How long each step may take. */
interface TryLimits {
  windowMs: number;
  quitMs: number;
}

/**
 * Installs a package, starts it, takes a picture of the screen a few seconds after its database is open, and quits it.
 * Whether the picture shows the window is for a person to see: nothing may attach to a fused Electron.
 */
export async function tryPackage(
  { install, start, picture, quit }: PackageSteps,
  pictureFile: string,
  dataFolder: string,
  limits: TryLimits = { windowMs: 60_000, quitMs: 30_000 },
): Promise<TriedPackage> {
  const faults: string[] = [];
  const run = ([command = '', ...words]: string[]) => {
    const { status, error } = spawnSync(command, words, { stdio: 'inherit' });
    if (status !== 0) faults.push(`${command} ended with ${error?.message ?? `status ${status}`}`);
  };
  for (const step of install) run(step);
  if (faults.length > 0) return { faults };
  const [program = '', ...words] = start;
  const child = spawn(program, words, { stdio: 'inherit', env: { ...process.env, PATCHBAY_DATA_DIR: dataFolder } });
  const ended = once(child, 'close').then(([code, signal]) => String(signal ?? `status ${code}`));
  const isOver = { now: false };
  void ended.catch(() => {}).then(() => Object.assign(isOver, { now: true }));
  child.on('error', (error) => faults.push(error.message));
  const until = performance.now() + limits.windowMs;
  while (!isOver.now && !hasStarted(dataFolder) && performance.now() < until) await delay(250);
  if (isOver.now) return { faults: [...faults, `the program ended with ${await ended.catch(() => 'an error')}`] };
  if (!hasStarted(dataFolder)) faults.push(`its database was not open within ${limits.windowMs / 1000} s`);
  // The page is drawn by then.
  await delay(Math.min(5_000, limits.windowMs / 10));
  run(picture);
  if (statSync(pictureFile, { throwIfNoEntry: false }) === undefined) faults.push('there is no picture');
  if (quit) run(quit);
  else child.kill('SIGTERM');
  const how = await Promise.race([ended, delay(limits.quitMs, null)]);
  if (how === null) {
    child.kill('SIGKILL');
    faults.push(`it did not quit within ${limits.quitMs / 1000} s`);
  } else if (how !== 'status 0') faults.push(`it quit with ${how}`);
  return { faults };
}

/** Tells whether the program runs: its log says so, and its database is open. */
function hasStarted(dataFolder: string): boolean {
  try {
    const files = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' });
    const log = files.find((file) => file.endsWith('.log'));
    const text = log === undefined ? '' : readFileSync(path.join(dataFolder, log), 'utf8');
    return / start /.test(text) && files.some((file) => file.endsWith('patchbay.db'));
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const [file, picture] = process.argv.slice(2);
  if (file === undefined || picture === undefined) throw new Error('usage: node scripts/try-package.ts FILE PICTURE');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-try-'));
  const place = path.resolve(picture);
  const { faults } = await tryPackage(packageSteps(file, place, folder), place, path.join(folder, 'data'));
  for (const fault of faults) console.error(`${path.basename(file)}: ${fault}`);
  if (faults.length === 0) console.log(`${path.basename(file)} was installed, started and quit. Picture: ${picture}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
