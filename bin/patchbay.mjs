#!/usr/bin/env node
// Checks the Node version before anything is loaded that an older one could not even read.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const needed = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Patchbay needs Node ${needed.join('.')} or newer; this is ${process.version}.`);
  process.exit(2);
}

// Older versions call SQLite and type stripping experimental, on every start.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(`${warning.name}: ${warning.message}`);
});

const built = new URL('../dist/main/cli.js', import.meta.url);
const source = new URL('../electron/cli/main.ts', import.meta.url);
await import(existsSync(fileURLToPath(built)) ? built.href : source.href);
