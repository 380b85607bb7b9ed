import path from 'node:path';

export interface Place {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user. */
  home: string;
}

/**
 * Where everything that is kept lies: `PATCHBAY_DATA_DIR`, else the folder the system has for such data. All hosts of
 * one user share it, and the working directory never matters. A relative `XDG_DATA_HOME` is ignored, as its rules ask.
 */
export function dataFolder({ platform, env, home }: Place): string {
  const asked = env.PATCHBAY_DATA_DIR;
  if (asked) return path.resolve(asked);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Patchbay');
  if (platform === 'win32') return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'Patchbay');
  const base =
    env.XDG_DATA_HOME && path.isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : path.join(home, '.local', 'share');
  return path.join(base, 'patchbay');
}
