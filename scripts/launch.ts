import path from 'node:path';
import { type ElectronBinary, fetchElectron, findElectron } from './electron-binary.ts';
import { build, isBuildStale } from './fresh-build.ts';
import { hostFlags } from './host-flags.ts';
import { type Ending, runChild } from './run-child.ts';
import { hasSandbox, isHelperReady, sandboxCommands } from './sandbox.ts';
import { appEnv } from './spawn-words.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);

interface LaunchOptions {
  /** Arguments only for the browser host. */
  browserArguments: string[];
  isBrowser: boolean;
  electronArguments: string[];
}

/**
 * Splits the arguments: `--no-open` and `--port` are for the browser host, `--browser` for this script; Electron gets
 * the rest.
 */
export function readArguments(words: string[], env: NodeJS.ProcessEnv): LaunchOptions {
  const wanted: LaunchOptions = {
    browserArguments: [],
    isBrowser: env.PATCHBAY_HOST === 'browser',
    electronArguments: [],
  };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--browser') wanted.isBrowser = true;
    else if (word === '--no-open' || word.startsWith('--port=')) wanted.browserArguments.push(word);
    else if (word === '--port') wanted.browserArguments.push(word, ...rest.splice(0, 1));
    else wanted.electronArguments.push(word);
  }
  return wanted;
}

/** Returns why the desktop app cannot run on this machine, however it is installed; `null` when it can. */
export function whyNoDesktop(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  userId: number | undefined,
): string | null {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'this machine has no display';
  if (userId === 0 && env.PATCHBAY_ALLOW_NO_SANDBOX !== '1') return 'Electron has no sandbox for root';
  return null;
}

/** Returns the binary, downloaded once if it is missing; or the reason there is none. */
async function obtainElectron(root: string, env: NodeJS.ProcessEnv): Promise<ElectronBinary | string> {
  const packageFolder = path.join(root, 'node_modules/electron');
  const found = findElectron(packageFolder, env);
  if (found) return found;
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return `there is no Electron in ${env.ELECTRON_OVERRIDE_DIST_PATH}`;
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) return 'Electron is not installed, and its download is switched off';
  say('Fetching Electron, once (about 110 MB) ...');
  const onProgress = (megabytes: number) => process.stderr.isTTY && process.stderr.write(`\r  ${megabytes} MB `);
  const problem = await fetchElectron(packageFolder, { env, onProgress });
  if (problem) return `Electron is not installed, and ${problem}`;
  return findElectron(packageFolder, env) ?? 'Electron was fetched, but not its program';
}

/** Returns whether an exit soon after the start is not the app's own: no sandbox, no display, a missing library. */
const couldNotStart = ({ status, signal }: Ending, ranMs: number) =>
  ranMs < 10_000 && (signal ? !['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].includes(signal) : [1, 127].includes(status));

/** Why the desktop app does not run, and what changes that. */
interface NoDesktop {
  reason: string;
  remedy?: string[];
}

const sandboxRemedy = (executable: string) => [
  'To open the desktop app, run these two commands once, then start again:',
  ...sandboxCommands(executable).map((command) => `  ${command}`),
];

/** Says how Electron ended instead of starting. */
export function failedStart(ending: Ending, executable: string, isUnsandboxed: boolean): NoDesktop {
  const how = ending.signal ?? `status ${ending.status}`;
  // So ends an Electron without a sandbox.
  if (how !== 'SIGTRAP' || isUnsandboxed || isHelperReady(executable))
    return { reason: `Electron could not start here (${how})` };
  return {
    reason: 'Electron could not start here (SIGTRAP), which mostly means that it has no sandbox',
    remedy: sandboxRemedy(executable),
  };
}

/** Runs the desktop app; returns an exit status, or why it did not start. */
async function runDesktop(root: string, words: string[], env: NodeJS.ProcessEnv): Promise<number | NoDesktop> {
  const reason = whyNoDesktop(process.platform, env, process.getuid?.());
  if (reason) return { reason };
  const electron = await obtainElectron(root, env);
  if (typeof electron === 'string') return { reason: electron };
  const isUnsandboxed = env.PATCHBAY_ALLOW_NO_SANDBOX === '1';
  const mayLackSandbox = process.platform === 'linux' && !isUnsandboxed && !hasSandbox(electron.executable);
  const remedy = sandboxRemedy(electron.executable);
  if (mayLackSandbox)
    return {
      reason: 'this system does not allow programs in your own folders to build the sandbox of Electron',
      remedy,
    };
  const sandboxText = isUnsandboxed ? ['--no-sandbox'] : [];
  const began = performance.now();
  try {
    const ending = await runChild(electron.executable, [root, ...sandboxText, ...words], {
      cwd: root,
      env: appEnv(env),
    });
    if (!couldNotStart(ending, performance.now() - began)) return ending.status;
    return failedStart(ending, electron.executable, isUnsandboxed);
  } catch (thrown) {
    return { reason: `Electron could not start here (${(thrown as NodeJS.ErrnoException).code ?? thrown})` };
  }
}

/**
 * Builds if something changed, then opens Patchbay: the desktop app where it can run, otherwise the browser host, with
 * one line on stderr that says why, and what changes it. stdout belongs to the host that runs. Ends the process with that host's exit
 * status.
 */
export async function launch(root: string, words: string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (isBuildStale(root)) {
    say('Building Patchbay ...');
    const status = build(root);
    if (status !== 0) process.exit(status);
  }
  const { browserArguments, isBrowser, electronArguments } = readArguments(words, env);
  if (!isBrowser) {
    const outcome = await runDesktop(root, electronArguments, env);
    if (typeof outcome === 'number') process.exit(outcome);
    say(`Patchbay opens in the browser: ${outcome.reason}.`);
    for (const line of outcome.remedy ?? []) say(line);
  }
  const program = [...hostFlags, path.join(root, 'bin/patchbay.mjs'), 'serve', ...browserArguments];
  const { status } = await runChild(process.execPath, program, { cwd: root, env });
  process.exit(status);
}
