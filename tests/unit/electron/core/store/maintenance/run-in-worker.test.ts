import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { runInWorker } from '../../../../../../electron/core/store/maintenance/worker-queue.ts';
import { tempFolder } from '../../../../../support/core/temp-folder.ts';

const place = vi.hoisted(() => ({ file: new URL('file:///') }));
vi.mock('../../../../../../electron/core/worker-file.ts', () => ({ workerFile: () => place.file }));

test('a job runs in this thread when its worker file cannot be read', async () => {
  const folder = tempFolder();
  place.file = pathToFileURL(path.join(folder, 'absent/storage-worker.js'));
  const audio = path.join(folder, 'sound.db');
  new DatabaseSync(audio).exec('CREATE TABLE a (b)');
  expect(await runInWorker({ kind: 'check', file: audio }).result).toBe(true);
  const other = path.join(folder, 'other.db');
  writeFileSync(other, 'no database');
  await expect(runInWorker({ kind: 'check', file: other }).result).rejects.toThrow('not a database');
});

test('a worker that began and then failed is not repeated in this thread', async () => {
  const folder = tempFolder();
  const worker = path.join(folder, 'broken.mjs');
  writeFileSync(worker, 'throw new TypeError("broken")');
  place.file = pathToFileURL(worker);
  await expect(runInWorker({ kind: 'check', file: path.join(folder, 'x') }).result).rejects.toThrow('broken');
});
