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
  /** Standard input; empty without it, and `null` leaves it open. */
  input?: string | null;
  /** Folder that stands for the program's own. */
  root?: string;
}

export interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until stdout holds this. */
  heard(text: string): Promise<void>;
  done: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** The program as a process, with another folder in place of its own. */
const runner = `
  import { runProgram } from ${JSON.stringify(path.join(import.meta.dirname, '../../../../electron/cli/program.ts'))};
  const [root, ...argv] = process.argv.slice(1);
  const status = await runProgram(argv, { env: process.env, version: '1.2.3', root });
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(status);
`;

/** Where compiled sources are kept: no setting of the program, and a start costs half with it. */
const { NODE_COMPILE_CACHE = '' } = process.env;

/** Starts `patchbay` from its sources, with a home of its own and nothing else of this process's environment. */
export function startProgram(
  args: string[],
  { env = {}, cwd = home, input, root = home }: ProgramOptions = {},
): Running {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', runner, '--', root, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: os.tmpdir(), NODE_COMPILE_CACHE, ...env },
  });
  const heard = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text: string) => {
      heard[name] += text;
    });
  }
  child.stdin.on('error', () => {});
  if (input !== null) child.stdin.end(input ?? '');
  return {
    child,
    stdout: () => heard.stdout,
    stderr: () => heard.stderr,
    async heard(text) {
      while (!heard.stdout.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended first: ${heard.stdout}${heard.stderr}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      }
    },
    done: once(child, 'close').then(([code]) => ({ code, ...heard })),
  };
}

export const program = (args: string[], options?: ProgramOptions) => startProgram(args, options).done;
