import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const folder = path.join(import.meta.dirname, '../../build/interop');

/** Pinned, so that a new release of a gateway is adopted deliberately. */
const pythonPackages = ['litellm[proxy]==1.106.2', 'httpie==3.2.4', 'openai==2.54.0', 'requests==2.34.2'];
const nodePackages = ['@copilotkit/aimock@1.43.0'];

/** Third-party programs that these runs need, and which of them are missing. */
export interface Tools {
  /** Folder of `litellm`, `http` and a `python` that has the OpenAI library; `null` without Python. */
  pythonBin: string | null;
  /** Folder in which aimock is installed; `null` when it could not be downloaded. */
  nodeModules: string | null;
  /** One sentence for each missing program. */
  missing: string[];
}

/** Installs the pinned versions into `build/interop`, once; later runs find them there. */
export async function findTools(): Promise<Tools> {
  mkdirSync(folder, { recursive: true });
  const [python, node] = await Promise.allSettled([installPython(), installNode()]);
  return {
    pythonBin: python.status === 'fulfilled' ? python.value : null,
    nodeModules: node.status === 'fulfilled' ? node.value : null,
    missing: [
      ...(python.status === 'rejected' ? [`LiteLLM, HTTPie and the Python SDK: ${reason(python.reason)}`] : []),
      ...(node.status === 'rejected' ? [`aimock: ${reason(node.reason)}`] : []),
    ],
  };
}

const reason = (error: unknown) => String(error).split('\n', 1)[0];

async function installPython(): Promise<string> {
  const venv = path.join(folder, 'python');
  const bin = path.join(venv, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (!existsSync(path.join(bin, 'litellm'))) {
    await execute('python3', ['-m', 'venv', venv]);
    console.log('Installing LiteLLM, HTTPie and the OpenAI library for Python. This takes some minutes, once.');
    await execute(path.join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', ...pythonPackages]);
  }
  return bin;
}

async function installNode(): Promise<string> {
  const modules = path.join(folder, 'node_modules');
  if (!existsSync(path.join(modules, '@copilotkit/aimock')))
    await execute('npm', ['install', '--prefix', folder, '--no-save', '--no-package-lock', ...nodePackages]);
  return modules;
}

/** Installs a Python package of the form `name==version` into an environment of its own, once. Returns its `bin`. */
export async function installPythonPackage(wanted: string): Promise<string> {
  const venv = path.join(folder, 'servers', wanted.replace('==', '-'));
  const bin = path.join(venv, process.platform === 'win32' ? 'Scripts' : 'bin');
  const done = path.join(venv, 'installed');
  if (!existsSync(done)) {
    console.log(`Installing ${wanted}.`);
    await execute('python3', ['-m', 'venv', venv]);
    // A server that is built here leaves the other cores alone.
    const env = { ...process.env, CMAKE_BUILD_PARALLEL_LEVEL: '2', MAKEFLAGS: '-j2' };
    await execute(path.join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', wanted], { env });
    writeFileSync(done, '');
  }
  return bin;
}

/** Installs an npm package of the form `name@version`, once. Returns its folder of programs. */
export async function installNodePackage(wanted: string): Promise<string> {
  const place = path.join(folder, 'servers', wanted.replace(/[/@]/g, '-'));
  const bin = path.join(place, 'node_modules/.bin');
  if (!existsSync(bin)) {
    console.log(`Installing ${wanted}.`);
    await execute('npm', ['install', '--prefix', place, '--no-save', '--no-package-lock', wanted]);
  }
  return bin;
}

/** Returns the path of a program somewhere in a folder. @throws when there is none. */
export function findBinary(below: string, name: string): string {
  const [found] = globSync(`**/${name}`, { cwd: below });
  if (found === undefined) throw new Error(`the package contains no ${name}`);
  return path.join(below, found);
}

/** Version of an installed npm package. */
export const versionOf = (modules: string, name: string): string =>
  JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')).version;

/** A process that was started here, with all its output so far. */
export interface Running {
  output(): string;
  stop(): Promise<void>;
}

/** Starts a server and waits until its output says that it is ready. @throws with its last lines when it exits before. */
export async function startServer(
  command: string,
  args: readonly string[],
  { env = {}, ready, cwd = folder }: { env?: Record<string, string>; ready: RegExp; cwd?: string },
): Promise<Running> {
  // A server with a reloader is two processes; as a group they end together.
  const isGroup = process.platform !== 'win32';
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  });
  let text = '';
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${text.slice(-600)}`))),
  );
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        text += bytes.toString();
        if (ready.test(text)) resolve();
      });
  });
  await Promise.race([isReady, ended]);
  ended.catch(() => {});
  return {
    output: () => text,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A free port of this computer. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
