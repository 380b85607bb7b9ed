import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
  /** The next line it prints; rejects with its error output when it ends first. */
  line(): Promise<string>;
  /** Ends it as a crash or a power cut would. */
  kill(): Promise<void>;
}

const here = path.resolve(import.meta.dirname, '../../../../..');

/**
 * Why another account could not run a child here, or `null`: the project may be below a folder that only its owner may
 * enter, as home folders often are.
 */
export function lockedOut(uid: number | undefined): string | null {
  if (uid === undefined) return null;
  for (let folder = here; folder !== path.dirname(folder); folder = path.dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return `another account may not enter ${path.basename(folder) || '/'}`;
  return null;
}

/**
 * Runs a script in a separate process, in which `openDatabase`, `folder` and `say` are available. It is killed at the
 * end of the test.
 *
 * @param uid runs as that account, which a test running as root needs to be refused anything.
 */
export function child(folder: string, script: string, uid?: number): Child {
  const source = `
    import { writeSync } from 'node:fs';
    import { openDatabase } from ${JSON.stringify(path.join(here, 'electron/core/store/database.ts'))};
    const folder = ${JSON.stringify(folder)};
    // Waits while the pipe is full: a script that never yields would never flush what a stream buffers.
    const say = (value) => writeSync(1, JSON.stringify(value) + '\\n');
    ${script}`;
  const account = uid === undefined ? {} : { uid, gid: uid };
  const running = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: here, ...account });
  const ended = once(running, 'exit');
  let complaint = '';
  running.stderr.on('data', (text) => {
    complaint += text;
  });
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  const kill = async () => {
    running.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    process: running,
    async line() {
      const next = await lines.next();
      if (next.done) throw new Error(`The child said nothing more. ${complaint}`);
      return next.value;
    },
    kill,
  };
}
