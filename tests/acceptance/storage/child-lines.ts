import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Line {
  text: string;
  /** `performance.now()` when it was read. */
  at: number;
}

export interface LinesOfChild {
  readonly lines: readonly Line[];
  /** Resolves with the first line that matches; rejects when the child exits before. */
  until(found: (text: string) => boolean): Promise<Line>;
  /** Kills it like a crash; returns the time of the kill. */
  kill(): Promise<number>;
  /** Its exit status, when it has exited by itself. */
  ended(): Promise<number | null>;
}

/** Runs a file of this folder in its own process and reads its output. */
export function startChild(name: string, args: readonly string[], wrapper: readonly string[] = []): LinesOfChild {
  const command = [...wrapper, process.execPath, path.join(import.meta.dirname, name), ...args];
  const child: ChildProcess = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  let complaint = '';
  let isOver = false;
  const wake = () => {
    for (const look of waiting) look();
  };
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
    lines.push({ text, at: performance.now() });
    wake();
  });
  child.stderr?.on('data', (bytes) => {
    complaint += bytes;
  });
  // The last lines are read before the exit is reported.
  const exit = once(child, 'close').then(([code]) => {
    isOver = true;
    wake();
    return code as number | null;
  });
  return {
    lines,
    until: (found) =>
      new Promise((resolve, reject) => {
        let seen = 0;
        const look = () => {
          for (; seen < lines.length; seen += 1) {
            const line = lines[seen] as Line;
            if (!found(line.text)) continue;
            waiting.delete(look);
            return resolve(line);
          }
          if (!isOver) return;
          waiting.delete(look);
          reject(new Error(`the child ended too early: ${complaint.slice(-2000)}`));
        };
        waiting.add(look);
        look();
      }),
    async kill() {
      const at = performance.now();
      child.kill('SIGKILL');
      await exit;
      return at;
    },
    ended: () => exit,
  };
}
