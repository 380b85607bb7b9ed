import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { revivePage } from '../../../../../electron/desktop/page/crash-recovery.ts';

function page(answer: boolean) {
  let at = 0;
  const asked: string[] = [];
  const contents = Object.assign(new EventEmitter(), {
    reloads: 0,
    crashes: 0,
    isDestroyed: (): boolean => false,
    reload() {
      contents.reloads += 1;
    },
    forcefullyCrashRenderer() {
      contents.crashes += 1;
    },
  });
  const ask = async ({ message }: { message: string }) => {
    asked.push(message);
    return answer;
  };
  revivePage(contents as unknown as WebContents, ask, () => at);
  const die = async (reason: string, afterMs = 0) => {
    at += afterMs;
    contents.emit('render-process-gone', {}, { reason });
    await setImmediate();
  };
  return { contents, asked, die };
}

test('a page that died is loaded again by itself', async () => {
  const { contents, asked, die } = page(false);
  await die('killed');
  await die('crashed');
  await die('oom');
  expect([contents.reloads, asked]).toEqual([3, []]);
});

test('a page that keeps dying is loaded again only on a yes', async () => {
  for (const [answer, reloads] of [
    [false, 3],
    [true, 4],
  ] as const) {
    const { contents, asked, die } = page(answer);
    for (let count = 0; count < 4; count += 1) await die('crashed', 1000);
    expect(contents.reloads).toBe(reloads);
    expect(asked).toEqual(['The window keeps stopping (crashed). Load it again?']);
  }
});

test('deaths long ago do not count', async () => {
  const { contents, asked, die } = page(false);
  for (let count = 0; count < 8; count += 1) await die('crashed', 30_000);
  expect([contents.reloads, asked]).toEqual([8, []]);
});

test('an end on purpose is no death', async () => {
  const { contents, die } = page(true);
  await die('clean-exit');
  contents.isDestroyed = () => true;
  await die('killed');
  expect(contents.reloads).toBe(0);
});

test('a page that hangs is ended only on a yes', async () => {
  for (const [answer, crashes] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const { contents } = page(answer);
    contents.emit('unresponsive');
    await setImmediate();
    expect(contents.crashes).toBe(crashes);
  }
});
