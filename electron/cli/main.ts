import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { runProgram } from './program.ts';

const status = await runProgram(process.argv.slice(2), {
  env: process.env,
  version: packageFile.version,
  // The same two steps up from `dist/main` and from the sources.
  root: path.join(import.meta.dirname, '../..'),
});
// What was written is out before the process ends, and nothing that idles keeps it alive.
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(status);
