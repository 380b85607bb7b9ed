/** The terminal program as a process, with another folder in place of its own: `node program-runner.ts ROOT ARGS...`. */
import { runProgram } from '../../../../electron/cli/program.ts';

const [root = '', ...argv] = process.argv.slice(2);
const status = await runProgram(argv, { env: process.env, version: '1.2.3', root });
await new Promise((resolve) => process.stdout.write('', resolve));
process.exit(status);
