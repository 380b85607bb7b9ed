import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// On Windows the commands in node_modules/.bin and npm itself are .cmd files, which Node starts only through a shell.
// So this always spawns Node with the tool's own file.

const packages = { biome: '@biomejs/biome', 'electron-builder': 'electron-builder', vite: 'vite', vitest: 'vitest' };

/** Returns the program and first argument that start an installed tool of this project. */
export function toolCommand(name: keyof typeof packages): [program: string, file: string] {
  const manifest = createRequire(import.meta.url).resolve(`${packages[name]}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return [process.execPath, path.join(path.dirname(manifest), bin[name] ?? '')];
}

/** Runs a tool of this project to its end; returns its output as text. */
export function runTool(
  name: keyof typeof packages,
  words: readonly string[],
  options: Omit<SpawnSyncOptions, 'encoding'> = {},
): SpawnSyncReturns<string> {
  const [program, file] = toolCommand(name);
  return spawnSync(program, [file, ...words], { ...options, encoding: 'utf8' });
}

/**
 * Returns the program and first argument that start npm: the one that runs this script, or else the first on the path.
 *
 * @throws Error when there is none.
 */
export function npmCommand(env: NodeJS.ProcessEnv = process.env): [program: string, file: string] {
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter);
  const places = folders.flatMap((folder) => [
    path.join(folder, 'npm'),
    path.join(folder, 'node_modules/npm/bin/npm-cli.js'),
  ]);
  for (const place of [env.npm_execpath ?? '', ...places]) {
    const file = existsSync(place) ? realpathSync(place) : '';
    if (path.basename(file) === 'npm-cli.js') return [process.execPath, file];
  }
  throw new Error('npm was not found: run this with "npm run"');
}

/**
 * Returns the environment for an Electron that runs as the app: in Electron's own terminals this variable turns it into
 * Node.
 */
export function appEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  return rest;
}
