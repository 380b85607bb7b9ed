import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const sources = ['shared', 'electron', 'renderer', 'vite.config.ts', 'package.json'];
const products = ['dist/main/main.js', 'dist/main/cli.js', 'dist/main/preload.cjs', 'dist/renderer/index.html'];

/**
 * Returns true when a part of the build is missing, or older than a source. A package without sources is never stale.
 */
export function isBuildStale(root: string): boolean {
  if (!existsSync(path.join(root, 'vite.config.ts'))) return false;
  const built = products.map((file) => path.join(root, file));
  if (!built.every((file) => existsSync(file))) return true;
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs));
  return sources.some((place) => newest(path.join(root, place)) > oldest);
}

function newest(place: string): number {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs), 0);
}

/**
 * Builds everything with Vite; its output is written to stderr.
 *
 * @returns its exit status; 1 when it is not installed.
 */
export function build(root: string): number {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) {
    process.stderr.write('Patchbay is not installed yet: run "npm install" first.\n');
    return 1;
  }
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return status ?? 1;
}
