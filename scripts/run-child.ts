import { spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface Ending {
  /** Exit status as a shell counts it: 128 plus the signal number for a child ended by a signal. */
  status: number;
  signal: NodeJS.Signals | null;
}

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program in place of this one: it shares our streams, and receives our signals. Rejects if it cannot start. */
export function runChild(
  command: string,
  words: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Ending> {
  const child = spawn(command, words, { ...options, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the whole group: forwarded as well, it would arrive twice and mean "immediately".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, pass);
  return new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ status: code ?? 128 + constants.signals[signal!], signal }));
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, pass);
  });
}
