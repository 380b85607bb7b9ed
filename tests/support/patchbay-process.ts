import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.join(import.meta.dirname, '../..');

/** A browser host for one test: own process, data folder and port. */
export interface Patchbay {
  /** The printed URL with its token; another one after each start. */
  address(): string;
  dataFolder: string;
  /** Ends the process like a crash. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts `patchbay serve` and waits for the one line it prints. */
export async function startPatchbay(): Promise<Patchbay & { close(): Promise<void> }> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'patchbay-journey-'));
  let child: ChildProcess | undefined;
  let address = '';

  const kill = async () => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    const started = spawn(process.execPath, [path.join(root, 'bin/patchbay.mjs'), 'serve', '--no-open'], {
      env: { ...process.env, PATCHBAY_DATA_DIR: dataFolder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let talk = '';
    started.stderr.on('data', (bytes: Buffer) => {
      talk += bytes.toString();
    });
    address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        const found = /^Patchbay is running at (http:\/\/127\.0\.0\.1:\d+\/#token=\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
        else reject(new Error(`unexpected line on stdout: ${line}`));
      });
      started.once('exit', (code) => reject(new Error(`patchbay serve ended with ${code}: ${talk}`)));
    });
  };
  await start();
  return {
    address: () => address,
    dataFolder,
    kill,
    start,
    async close() {
      await kill();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
