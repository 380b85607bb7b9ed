import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'patchbay-home-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

export interface ProgramOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Standard input; empty if absent, and `null` leaves it open. */
  input?: string | null;
  /** Folder used in place of the program's own. */
  root?: string;
}

export interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until stdout contains this text. */
  waitForOutput(text: string): Promise<void>;
  done: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** The program as a process, with another folder in place of its own. */
const runner = `
  import { runProgram } from ${JSON.stringify(path.join(import.meta.dirname, '../../../electron/cli/program.ts'))};
  const [root, ...argv] = process.argv.slice(1);
  const status = await runProgram(argv, { env: process.env, version: '1.2.3', root });
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(status);
`;

/** Cache of compiled sources: not a setting of the program, and it halves the start time. */
const { NODE_COMPILE_CACHE = '' } = process.env;

/** Starts `patchbay` from its sources, with a separate home and none of this process's environment. */
export function startProgram(
  args: string[],
  { env = {}, cwd = home, input, root = home }: ProgramOptions = {},
): Running {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', runner, '--', root, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: os.tmpdir(), NODE_COMPILE_CACHE, ...env },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text: string) => {
      output[name] += text;
    });
  }
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input ?? '');
  return {
    child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async waitForOutput(text) {
      while (!output.stdout.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended first: ${output.stdout}${output.stderr}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      }
    },
    done: once(child, 'close').then(([code]) => ({ code, ...output })),
  };
}

export const program = (args: string[], options?: ProgramOptions) => startProgram(args, options).done;
