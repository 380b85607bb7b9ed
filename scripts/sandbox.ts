import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Files that say what this Linux allows; other folders are for tests. */
export interface SystemFolders {
  proc: string;
  appArmor: string;
}

const systemFolders: SystemFolders = { proc: '/proc', appArmor: '/etc/apparmor.d' };

/**
 * Returns whether Electron can build its sandbox on this Linux: with user namespaces, or else with its helper, which
 * has to belong to root with mode 4755. npm unpacks it without both, and Ubuntu 23.10 and newer forbids the former to
 * programs without an AppArmor profile (electron/electron#42510).
 *
 * @param executable of Electron.
 */
export function hasSandbox(executable: string, folders = systemFolders): boolean {
  return isHelperReady(executable) || allowsNamespaces(executable, folders);
}

/** Returns the file that root has to own; it is next to the program. */
export const sandboxHelper = (executable: string): string => path.join(path.dirname(executable), 'chrome-sandbox');

/** Tells whether root owns the helper, so that it may build the sandbox. */
export function isHelperReady(executable: string): boolean {
  const found = statSync(sandboxHelper(executable), { throwIfNoEntry: false });
  return found !== undefined && found.uid === 0 && (found.mode & 0o7777) === 0o4755;
}

function allowsNamespaces(executable: string, { proc, appArmor }: SystemFolders): boolean {
  const read = (file: string) => {
    try {
      return readFileSync(path.join(proc, file), 'utf8').trim();
    } catch {
      // This kernel has no such setting.
      return null;
    }
  };
  if (read('sys/kernel/unprivileged_userns_clone') === '0') return false;
  if (read('sys/user/max_user_namespaces') === '0') return false;
  return read('sys/kernel/apparmor_restrict_unprivileged_userns') !== '1' || hasProfile(executable, appArmor);
}

/** Tells whether a profile names the program: somebody has allowed it before. */
function hasProfile(executable: string, folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => readFileSync(path.join(folder, entry.name), 'utf8').includes(executable));
  } catch {
    return false;
  }
}

/** Returns the two commands that let this Electron build its sandbox. */
export function sandboxCommands(executable: string): string[] {
  const helper = `'${sandboxHelper(executable).replaceAll("'", String.raw`'\''`)}'`;
  return [`sudo chown root:root ${helper}`, `sudo chmod 4755 ${helper}`];
}
