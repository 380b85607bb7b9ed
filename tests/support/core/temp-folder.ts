import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, deleted when the test is over. */
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
