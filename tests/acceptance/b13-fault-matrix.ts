import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bar } from './bar.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { title: string; status: string; duration?: number | null }[] }[];
}

const root = path.join(import.meta.dirname, '../..');
/** What a cell may take, with its timers a hundred times faster. A cell that starts a host of its own takes longer. */
const cellMs = 2_000;

export const bar: Bar = {
  id: 'B13',
  promise: 'every cell of the fault matrix is played and comes out as the table says',
  // The unit tests of every run play them all; this counts them.
  longOnly: true,
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bar-'));
    const file = path.join(folder, 'cells.json');
    try {
      const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
      const args = [vitest, 'run', 'tests/fault-matrix', '--reporter=json', `--outputFile=${file}`];
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
      await once(child, 'exit');
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
      const { numPassedTests, numFailedTests, numPendingTests } = report;
      const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
      const slow = all.filter(({ duration }) => (duration ?? 0) > cellMs).length;
      return {
        figure: `${numPassedTests} cells and their rules green, ${numFailedTests} red, ${numPendingTests} skipped, ${slow} took more than ${cellMs / 1000} s`,
        held: numFailedTests + numPendingTests === 0 && numPassedTests > 0,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
