import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileNames, secrets } from './random-requests.ts';
import { type Arrived, startRecordingServer } from './recording-server.ts';

/** A folder in which programs run, with the files they read, and the server they call. */
export interface SnippetRunner {
  folder: string;
  url: string;
  arrived: Arrived[];
  /** Bytes of a file, as Latin-1. */
  fileBytes(name: string): string;
  write(name: string, text: string): void;
  /** Runs a program in the folder, with the secrets in its environment; returns its output. */
  run(program: string, args: readonly string[], env?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

const execute = promisify(execFile);

export async function openSnippetRunner(): Promise<SnippetRunner> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-snippets-'));
  const server = await startRecordingServer();
  fileNames.forEach((name, index) => {
    writeFileSync(path.join(folder, name), Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7 + index) % 256)));
  });
  return {
    folder,
    url: server.url,
    arrived: server.arrived,
    fileBytes: (name) => readFileSync(path.join(folder, name), 'latin1'),
    write: (name, text) => writeFileSync(path.join(folder, name), text),
    async run(program, args, env = {}) {
      server.arrived.length = 0;
      const { stdout } = await execute(program, [...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, ...secrets, ...env },
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout;
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a command succeeds here. */
export const works = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Python that runs `0.py`, `1.py` and so on in one process, each separately; its argument is their number. */
export const runAllPrograms = `import sys
for at in range(int(sys.argv[1])):
    with open(f"{at}.py", encoding="utf-8") as file:
        exec(compile(file.read(), f"{at}.py", "exec"), {"__name__": "__main__"})
`;
