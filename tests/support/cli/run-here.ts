import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll } from 'vitest';
import { runCommandLine } from '../../../electron/cli/program.ts';
import { createRecordingStream } from './fake-streams.ts';
import type { ProgramOptions } from './run-program.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'patchbay-home-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/**
 * Runs a command line of `patchbay` in this process, with a separate home and none of this process's environment. Saves
 * starting a process where a test asserts nothing about it. Run one command line at a time, as all share `process.env`.
 *
 * @returns the exit status and the output.
 */
export async function program(
  args: readonly string[],
  { env = {}, cwd = home, input = '', root = home }: ProgramOptions = {},
) {
  const [out, err] = [createRecordingStream(false), createRecordingStream(false)];
  const before = { env: { ...process.env }, cwd: process.cwd() };
  replaceEnvironment({ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: os.tmpdir(), ...env });
  process.chdir(cwd);
  try {
    const stdin = Readable.from(input === null ? [] : [Buffer.from(input)]) as unknown as NodeJS.Process['stdin'];
    const streams = { stdin, stdout: out.stream, stderr: err.stream } as Parameters<typeof runCommandLine>[2];
    const code = await runCommandLine(args, { env: process.env, version: '1.2.3', root }, streams);
    return { code, stdout: out.written(), stderr: err.written() };
  } finally {
    process.chdir(before.cwd);
    replaceEnvironment(before.env);
  }
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}
