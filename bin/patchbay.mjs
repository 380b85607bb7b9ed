#!/usr/bin/env node
// Checks the Node version before loading anything that an older version could not parse.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const needed = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Patchbay needs Node ${needed.join('.')} or newer; this is ${process.version}.`);
  process.exit(2);
}

// Older versions report SQLite and type stripping as experimental on every start.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
});

// Compiled code is cached in the user's own cache folder: the program starts a third faster, and no other user can
// write there, as they could in Node's default location among the temporary files.
const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
const caches = { darwin: path.join(homedir(), 'Library', 'Caches'), win32: LOCALAPPDATA }[process.platform];
const cacheFolder = caches ?? XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
if (path.isAbsolute(cacheFolder)) nodeModule.enableCompileCache(path.join(cacheFolder, 'patchbay', 'code'));

const built = path.join(import.meta.dirname, '../dist/main/cli.js');
const source = path.join(import.meta.dirname, '../electron/cli/main.ts');
await import(pathToFileURL(existsSync(built) ? built : source).href);
