import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns whether a browser window can be seen: not on a Linux machine without a display. */
export function hasDisplay(platform: NodeJS.Platform, env: Environment): boolean {
  if (platform === 'darwin' || platform === 'win32') return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  // Not through a shell: `cmd /c start` would interpret special characters of an address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an http, https or mailto address with the system's default program. The child gets no variable that may
 * contain a secret, and outlives this process.
 *
 * @returns false when there is no display or no program to open it with.
 */
export async function openAddress(
  address: string,
  { platform, env }: { platform: NodeJS.Platform; env: Environment } = process,
): Promise<boolean> {
  if (!hasDisplay(platform, env)) return false;
  const [command, ...args] = openers[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore', env: withoutSecrets(env) });
  child.unref();
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
  });
}

const secretName = /key|token|secret|pass(?:w|phrase|$|_)|pwd$|credential|bearer|auth$/i;
const secretValue = /(?:^|[\s:=])(?:sk-|bearer\s)/i;

/**
 * Returns an environment for a child that needs no key: without variables that are named like a secret or look like
 * one.
 */
export function withoutSecrets(env: Environment): Record<string, string> {
  const entries = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !secretName.test(name) && !secretValue.test(value),
  );
  return Object.fromEntries(entries) as Record<string, string>;
}
