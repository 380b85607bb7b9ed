import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { root } from './guide-blocks.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Examples {
  /** The gateway that the examples call; its address replaces the one that they name. */
  gateway(): DemoGateway;
  /** Returns a folder of this name, in which a program runs. */
  folder(name: string): Promise<string>;
  /** Runs a program in a folder, with `patchbay` in its path and the key in the environment. */
  run(folder: string, program: string, args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Returns the text with the address of the running gateway. */
  withGateway(text: string): string;
}

/** Says loudly which tool is missing: what needs it is not tested on this computer. */
export function isInstalled(tool: string): boolean {
  const isHere = spawnSync(tool, ['--version']).status === 0;
  if (!isHere) console.warn(`${tool} is not installed: the examples that need it are NOT tested here.`);
  return isHere;
}

/** Starts a demo gateway for the examples of one test file, and installs `patchbay` for them. */
export function prepareExamples(): Examples {
  let gateway: DemoGateway;
  let home = '';
  beforeAll(async () => {
    gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
    home = await mkdtemp(path.join(os.tmpdir(), 'patchbay-examples-'));
    const program = path.join(home, 'patchbay');
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${root}/electron/cli/main.ts" "$@"\n`);
    await chmod(program, 0o755);
    await writeFile(path.join(home, 'gateway-key'), gateway.key);
  });
  afterAll(async () => {
    await gateway.close();
    await rm(home, { recursive: true });
  });
  return {
    gateway: () => gateway,
    async folder(name) {
      const folder = path.join(home, 'folders', name);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async run(cwd, program, args, env = {}) {
      const running = promisify(execFile)(program, [...args], {
        cwd,
        env: {
          PATH: `${home}:${process.env.PATH}`,
          HOME: home,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
          PATCHBAY_API_KEY: gateway.key,
          ...env,
        },
      });
      running.child.stdin?.end();
      const { stdout, stderr, code = 0 } = await running.catch((ended) => ended);
      return { code, stdout, stderr };
    },
    withGateway: (text) => text.replaceAll('https://gateway.example', gateway.url),
  };
}
