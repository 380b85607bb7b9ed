import path from 'node:path';
import { programVersion } from '../hosting/program-version.ts';
import { runProgram } from './program.ts';

// The same two levels up from `dist/main` and from the sources.
const root = path.join(import.meta.dirname, '../..');

const status = await runProgram(process.argv.slice(2), {
  env: process.env,
  version: await programVersion(root),
  root,
});
// All output is flushed before the process ends, and no idle handle keeps it alive.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(status);
