/** Where a play takes place: the computer, how the program was started, and what the person answers. */
export interface Scene {
  platform: 'linux' | 'darwin' | 'win32';
  arch: 'x64' | 'arm64';
  isPackaged: boolean;
  /** Words of the command line. */
  words: readonly string[];
  /** Files that macOS names before the program is ready, because it was started for them. */
  openedEarly: readonly string[];
  /** False when another start of the program has the lock. */
  hasLock: boolean;
  /** What Electron says of the desktop environment (Linux only). */
  backend: 'basic_text' | 'gnome_libsecret' | 'kwallet6' | 'unknown';
  /**
   * The first three bytes of what the system's encryption gives: of the keyring on Linux `v11`, of the password that is
   * the same on all computers `v10`. Elsewhere always `v10`.
   */
  prefix: 'v10' | 'v11';
  /** The keyring asks for its password first, until `person.unlock()`. */
  isLocked: boolean;
  /** What the system says of a proxy, as in a PAC file. */
  proxy: string;
  /** The feed of newer versions that the package was made with, or `null`. */
  feed: string | null;
  /** Who signed the package, as the build wrote it down (Windows only), or `null`. */
  publisher: string | null;
  /** Data folder of the play. */
  folder: string;
  /** Folder of the program: it holds `dist/main/main.js`, or else the sources are run. */
  program: string;
}

/** A plain start on a desktop with a keyring. */
export const usualScene: Omit<Scene, 'folder' | 'program'> = {
  platform: 'linux',
  arch: 'x64',
  isPackaged: true,
  words: [],
  openedEarly: [],
  hasLock: true,
  backend: 'gnome_libsecret',
  prefix: 'v11',
  isLocked: false,
  proxy: 'DIRECT',
  feed: null,
  publisher: null,
};
