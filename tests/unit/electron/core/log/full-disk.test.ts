import { readFileSync } from 'node:fs';
import type { open as openFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { openLogFile } from '../../../../../electron/core/log/log-file.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const disk = vi.hoisted(() => ({ isFull: true, tries: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<{ open: typeof openFile }>();
  return {
    ...real,
    async open(...given: Parameters<typeof openFile>) {
      disk.tries += 1;
      if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return real.open(...given);
    },
  };
});

test('a full disk is asked once per write, lines are dropped, and the log goes on when there is room', async () => {
  const log = openLogFile({ dataFolder: tempFolder(), host: 'desktop' });
  for (let line = 0; line < 5_000; line += 1) log.add(`${line}\n`);
  await log.settled();
  expect(disk.tries).toBe(1);
  disk.isFull = false;
  log.add('later\n');
  await log.settled();
  log.writeNow();
  expect(readFileSync(log.files[0] ?? '', 'utf8')).toBe('later\n');
});
