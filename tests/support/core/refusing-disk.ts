import { StatementSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';

/** Lets the disk refuse every write of SQLite, as a full one does, until `accept` is called or the test ends. */
export function refuseWrites(): { accept(): void } {
  const { run } = StatementSync.prototype;
  const accept = () => {
    StatementSync.prototype.run = run;
  };
  StatementSync.prototype.run = () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  };
  onTestFinished(accept);
  return { accept };
}
