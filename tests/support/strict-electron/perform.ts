import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Scene, usualScene } from './scene.ts';
import { readTypings } from './typings.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** The three systems that the app supports. */
export const platforms = ['linux', 'darwin', 'win32'] as const;
/** Each of them on both processor architectures. */
export const systems = platforms.flatMap((platform) =>
  (['x64', 'arm64'] as const).map((arch) => [platform, arch] as const),
);

/**
 * The program that is run: the one that PATCHBAY_PROGRAM names (an unpacked package), else the build of this tree, if it is
 * newer than every source, else the sources.
 */
export const program = process.env.PATCHBAY_PROGRAM ?? root;
export const isBuilt = process.env.PATCHBAY_PROGRAM !== undefined || isFresh();

function isFresh(): boolean {
  try {
    const built = statSync(path.join(root, 'dist/main/preload.cjs')).mtimeMs;
    return ['electron', 'shared', 'renderer'].every((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).every(
        (entry) => !entry.isFile() || statSync(path.join(entry.parentPath, entry.name)).mtimeMs <= built,
      ),
    );
  } catch {
    return false;
  }
}

export interface Performance<Result> {
  /** The return value of the play. */
  result: Result;
  /** Exit status set by the program. */
  status: number | null;
  log: string[];
  /** What the program used of Electron that the typings do not have, or not at that time, or not on that system. */
  faults: string[];
  /** Every question to the user, and every error box. */
  asked: string[];
  stderr: string;
  /** Data folder. */
  folder: string;
}

/**
 * Starts the program on the strict stand-in for Electron, lets a play act as page and user, and waits for its end. A play
 * that throws throws here, too.
 *
 * @param play name of an exported function of a file of `plays/`, as `leaving#quit`.
 */
export async function perform<Result = unknown>(
  play: string,
  { env = {}, ...given }: Partial<Scene> & { env?: NodeJS.ProcessEnv } = {},
): Promise<Performance<Result>> {
  const folder = given.folder ?? path.join(mkdtempSync(path.join(os.tmpdir(), 'desktop-')), 'data');
  const scene: Scene = { ...usualScene, program, ...given, folder };
  const resources = path.join(folder, '../resources');
  mkdirSync(resources, { recursive: true });
  if (scene.feed !== null) {
    const publisher = scene.publisher === null ? '' : `publisherName:\n  - ${scene.publisher}\n`;
    writeFileSync(
      path.join(resources, 'app-update.yml'),
      `provider: generic\nurl: ${scene.feed}\nupdaterCacheDirName: patchbay-updater\n${publisher}`,
    );
  }
  // Where the updater's library stores downloads, on each of the systems.
  const cache = path.join(folder, '../cache');
  const [file = '', name = ''] = play.split('#');
  // So that not every process parses them.
  await readTypings();
  const { stdout, stderr } = await run(process.execPath, [path.join(import.meta.dirname, 'stage.ts')], {
    timeout: 40_000,
    maxBuffer: 64 * 1024 ** 2,
    env: {
      ...process.env,
      PATCHBAY_DATA_DIR: folder,
      PLAY: `${path.join(import.meta.dirname, 'plays', `${file}.ts`)}#${name}`,
      PLAY_BUILT: isBuilt ? '1' : '0',
      PLAY_SCENE: JSON.stringify(scene),
      HOME: cache,
      XDG_CACHE_HOME: cache,
      LOCALAPPDATA: cache,
      ...env,
    },
  });
  const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Performance<Result> & { thrown?: string };
  if (told.thrown !== undefined) throw new Error(`${play}: ${told.thrown}\n${told.faults.join('\n')}\n${stderr}`);
  return { ...told, stderr, folder };
}
