import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Result of one command of a batch: its exit status, and its lines on standard output. */
export interface BatchResult {
  args: string[];
  code: number;
  lines: Record<string, unknown>[];
}

/** Marks the end of one command's output. */
const mark = '\u001e';

const runner = `
  import { runProgram } from ${JSON.stringify(path.join(import.meta.dirname, '../../../../electron/cli/program.ts'))};
  process.setMaxListeners(0);
  process.stdout.setMaxListeners(0);
  for (const argv of JSON.parse(process.argv[1])) {
    const status = await runProgram(argv, { env: process.env, version: '1.2.3', root: '/nowhere' });
    process.stdout.write('${mark}' + status + '${mark}');
  }
  process.exit(0);
`;

/** Runs command lines one after the other in one process, to pay for one start; standard input is empty. */
export async function runBatch(commands: string[][], env: Record<string, string>): Promise<BatchResult[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', runner, '--', JSON.stringify(commands)], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const pieces = output.split(mark);
  return commands.map((args, at) => ({
    args,
    code: Number(pieces[at * 2 + 1] ?? Number.NaN),
    lines: (pieces[at * 2] ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  }));
}
