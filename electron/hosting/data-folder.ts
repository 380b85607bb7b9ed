import path from 'node:path';
import { AppError, failure } from '#shared/protocol/failure.ts';

export interface Place {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user. */
  home: string;
}

/**
 * Returns the folder of all stored data: `PATCHBAY_DATA_DIR`, or else the system's folder for such data. All hosts of
 * one user share it, and the working directory never matters. A relative `XDG_DATA_HOME` is ignored, as its
 * specification requires.
 *
 * @throws AppError for a relative `PATCHBAY_DATA_DIR`, which would be another folder in every working directory.
 */
export function dataFolder({ platform, env, home }: Place): string {
  const asked = env.PATCHBAY_DATA_DIR;
  if (asked && !path.isAbsolute(asked)) throw new AppError(relativeFolder(asked));
  if (asked) return path.resolve(asked);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Patchbay');
  if (platform === 'win32') return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'Patchbay');
  const base =
    env.XDG_DATA_HOME && path.isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : path.join(home, '.local', 'share');
  return path.join(base, 'patchbay');
}

const relativeFolder = (asked: string) =>
  failure('bad-input', `PATCHBAY_DATA_DIR is "${asked}", which is not an absolute path.`, {
    effect: 'unchanged',
    hint: 'Set it to an absolute path, such as /home/you/patchbay.',
  });
