import path from 'node:path';
import { programVersion } from '../hosting/program-version.ts';
import { runProgram } from './program.ts';

// The same two steps up from `dist/main` and from the sources.
const root = path.join(import.meta.dirname, '../..');

const status = await runProgram(process.argv.slice(2), {
  env: process.env,
  version: await programVersion(root),
  root,
});
// What was written is out before the process ends, and nothing that idles keeps it alive.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(status);
