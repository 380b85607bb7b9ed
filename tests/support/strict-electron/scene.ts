/** The environment of a play: the computer, how the program was started, and the user's answers. */
export interface Scene {
  platform: 'linux' | 'darwin' | 'win32';
  arch: 'x64' | 'arm64';
  isPackaged: boolean;
  /** Command-line arguments. */
  words: readonly string[];
  /** Files that macOS names before the program is ready, because it was started for them. */
  openedEarly: readonly string[];
  /** False when another instance has the lock. */
  hasLock: boolean;
  /** What Electron reports about the desktop environment (Linux only). */
  backend: 'basic_text' | 'gnome_libsecret' | 'kwallet6' | 'unknown';
  /**
   * The first three bytes of the system's ciphertext: `v11` from the Linux keyring, `v10` from the password that is the same
   * on all computers. Elsewhere always `v10`.
   */
  prefix: 'v10' | 'v11';
  /** The keyring asks for its password first, until `person.unlock()`. */
  isLocked: boolean;
  /** What the system reports about a proxy, as in a PAC file. */
  proxy: string;
  /** The update feed built into the package, or `null`. */
  feed: string | null;
  /** The package's signer, as the build recorded it (Windows only), or `null`. */
  publisher: string | null;
  /** Data folder of the play. */
  folder: string;
  /** Folder of the program: it contains `dist/main/main.js`, or else the sources are run. */
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
