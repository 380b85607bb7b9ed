import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

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
 * downloads. One that was not unpacked to its end, or is of another version, does not count: it is downloaded again.
 */
export function findElectron(packageFolder: string, env: NodeJS.ProcessEnv): ElectronBinary | null {
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH || path.join(packageFolder, 'dist');
  const executable = path.join(folder, executables[process.platform] ?? 'electron');
  const isWhole = Boolean(env.ELECTRON_OVERRIDE_DIST_PATH) || isUnpacked(packageFolder);
  return isWhole && existsSync(executable) ? { folder, executable } : null;
}

/** Tells whether the package's download ran to its end: it writes `path.txt` last. */
function isUnpacked(packageFolder: string): boolean {
  try {
    const read = (file: string) => readFileSync(path.join(packageFolder, file), 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    return read('dist/version').trim().replace(/^v/, '') === version && read('path.txt') !== '';
  } catch {
    return false;
  }
}

/**
 * Returns the environment of the download: npm's proxy settings count as well, and the package uses a proxy only if
 * told to.
 */
function downloadEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const https = env.HTTPS_PROXY || env.https_proxy || env.npm_config_https_proxy || env.npm_config_proxy;
  const proxy = https || env.HTTP_PROXY || env.http_proxy;
  return proxy ? { ...env, ELECTRON_GET_USE_PROXY: '1', HTTPS_PROXY: proxy } : env;
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
 * Runs the package's own download (it verifies the checksum) once, through the proxy of the environment or of npm. It
 * fails immediately without a network, is aborted after 20 s of silence, and may otherwise be slow.
 *
 * @returns `null` when the binary is present, otherwise the reason, in a few words.
 */
export async function fetchElectron(packageFolder: string, options: FetchOptions): Promise<string | null> {
  const { env, onProgress, stallLimitMs = 20_000, stepMs = 1_000 } = options;
  const script = path.join(packageFolder, 'install.js');
  if (!existsSync(script)) return 'the electron package is not installed (run "npm install")';
  const scratch = path.join(packageFolder, '.download');
  if (isBusy(scratch)) return 'another start is downloading it now';
  try {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch);
    writeFileSync(path.join(scratch, ownerFile), String(process.pid));
  } catch (thrown) {
    return `its folder cannot be written (${(thrown as NodeJS.ErrnoException).code}): ${packageFolder}`;
  }
  try {
    const child = spawn(process.execPath, ['--import', pathToFileURL(causes).href, script], {
      // Its own temporary folder shows how much has arrived, and leaves nothing behind.
      env: { ...downloadEnv(env), TMPDIR: scratch, TEMP: scratch, TMP: scratch, ELECTRON_GET_NO_PROGRESS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const arrived = () => folderBytes(scratch) + folderBytes(path.join(packageFolder, 'dist'));
    return await watchDownload(child, { arrived, onProgress: onProgress ?? (() => {}), stallLimitMs, stepMs });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Names the process that downloads. */
const ownerFile = 'process';
const causes = path.join(import.meta.dirname, 'report-connect-errors.mjs');

function isBusy(scratch: string): boolean {
  try {
    process.kill(Number(readFileSync(path.join(scratch, ownerFile), 'utf8')), 0);
    return true;
  } catch {
    return false;
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

const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the server was not found',
  EAI_AGAIN: 'the name of the server was not found',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted, set NODE_EXTRA_CA_CERTS to the one of your proxy',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted, set NODE_EXTRA_CA_CERTS to the one of your proxy',
};

/** Returns the cause that was reported, or the message from an error's stack, without its class and its frames. */
function reasonIn(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  const cause = lines.findLast((line) => line.startsWith('[cause] '))?.slice('[cause] '.length);
  if (cause !== undefined) return meanings[cause] === undefined ? cause : `${meanings[cause]} (${cause})`;
  return lines.find((line) => line !== '')?.replace(/^\w*Error: /, '') ?? 'no reason given';
}

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
