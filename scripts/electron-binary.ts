import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const executables: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

export interface ElectronBinary {
  /** The unpacked distribution. */
  folder: string;
  executable: string;
}

/**
 * Returns the Electron binary of the npm package in `packageFolder`, or of `ELECTRON_OVERRIDE_DIST_PATH`; never
 * downloads.
 */
export function findElectron(packageFolder: string, env: NodeJS.ProcessEnv): ElectronBinary | null {
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH || path.join(packageFolder, 'dist');
  const executable = path.join(folder, executables[process.platform] ?? 'electron');
  return existsSync(executable) ? { folder, executable } : null;
}

export interface FetchOptions {
  env: NodeJS.ProcessEnv;
  /** Called from time to time with the amount received. */
  onProgress?(megabytes: number): unknown;
  /** The download is aborted when nothing arrives for this long. */
  stallLimitMs?: number;
  stepMs?: number;
}

/**
 * Runs the package's own download (it verifies the checksum) once. It fails immediately without a network, is aborted
 * after 20 s of silence, and may otherwise be slow.
 *
 * @returns `null` when the binary is present, otherwise the reason, in a few words.
 */
export async function fetchElectron(packageFolder: string, options: FetchOptions): Promise<string | null> {
  const { env, onProgress, stallLimitMs = 20_000, stepMs = 1_000 } = options;
  const script = path.join(packageFolder, 'install.js');
  if (!existsSync(script)) return 'the electron package is not installed (run "npm install")';
  const scratch = path.join(packageFolder, '.download');
  mkdirSync(scratch, { recursive: true });
  try {
    const child = spawn(process.execPath, [script], {
      // Its own temporary folder shows how much has arrived, and leaves nothing behind.
      env: { ...env, TMPDIR: scratch, TEMP: scratch, TMP: scratch, ELECTRON_GET_NO_PROGRESS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const arrived = () => folderBytes(scratch) + folderBytes(path.join(packageFolder, 'dist'));
    return await watchDownload(child, { arrived, onProgress: onProgress ?? (() => {}), stallLimitMs, stepMs });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Watching {
  arrived(): number;
  onProgress(megabytes: number): unknown;
  stallLimitMs: number;
  stepMs: number;
}

function watchDownload(child: ChildProcess, { arrived, onProgress, stallLimitMs, stepMs }: Watching) {
  return new Promise<string | null>((resolve) => {
    let words = '';
    let isStalled = false;
    let last = { bytes: arrived(), at: Date.now() };
    const timer = setInterval(() => {
      const bytes = arrived();
      if (bytes !== last.bytes) {
        last = { bytes, at: Date.now() };
        onProgress(Math.round(bytes / 1e6));
      } else if (Date.now() - last.at >= stallLimitMs) {
        isStalled = true;
        child.kill('SIGKILL');
      }
    }, stepMs);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = `${words}${text}`.slice(-4_000);
    });
    child.on('error', (error) => {
      words = error.message;
    });
    child.on('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve(null);
      else if (isStalled) resolve(`its download sent nothing for ${Math.round(stallLimitMs / 1000)} s`);
      else resolve(`its download failed: ${reasonIn(words)}`);
    });
  });
}

/** What the codes of a failed connection mean. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ENOTFOUND|EAI_AGAIN)\b/, 'the name of the server cannot be resolved: check DNS and the network'],
  [/\bECONNREFUSED\b/, 'the connection was refused: check the network, and HTTPS_PROXY if there is a proxy'],
  [
    /\b(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH)\b/,
    'the server cannot be reached: check the network and the proxy',
  ],
  [/\b(?:CERT_\w+|SELF_SIGNED\w*|UNABLE_TO_\w+)\b/, 'its certificate is not trusted: a proxy may replace it'],
];

/** Returns the message of an error, and its cause: "fetch failed" alone says nothing. */
export function reasonIn(stack: string): string {
  const cause =
    meanings.find(([code]) => code.test(stack))?.[1] ?? /\[cause\]: (?:\w*Error: )?(\S[^\n]*)/.exec(stack)?.[1];
  const message = firstLine(stack);
  return cause === undefined ? message : `${message} (${cause.trim()})`;
}

/** Returns the message from an error's stack, without its class and its frames. */
const firstLine = (stack: string) =>
  stack
    .split('\n')
    .find((line) => line.trim())
    ?.replace(/^\w*Error: /, '')
    .trim() ?? 'no reason given';

function folderBytes(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
  } catch {
    // It does not exist yet, or a file was deleted during the scan.
    return 0;
  }
}
