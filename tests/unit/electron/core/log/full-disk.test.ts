import type * as Fs from 'node:fs';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openLogFile } from '../../../../../electron/core/log/event-log.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const disk = vi.hoisted(() => ({ isFull: true, tries: 0 }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof Fs>();
  return {
    ...real,
    openSync(...given: Parameters<typeof Fs.openSync>) {
      disk.tries += 1;
      if (disk.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return real.openSync(...given);
    },
  };
});

test('a full disk is tried once per write, lines are dropped, and the log continues when there is room', async () => {
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
