import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { WebContents } from 'electron';
import { expect, test } from 'vitest';
import { recoverFromCrashes } from '../../../../../electron/desktop/page/crash-recovery.ts';

function page(answer: boolean) {
  let at = 0;
  const questions: string[] = [];
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
    questions.push(message);
    return answer;
  };
  recoverFromCrashes(contents as unknown as WebContents, ask, () => at);
  const die = async (reason: string, afterMs = 0) => {
    at += afterMs;
    contents.emit('render-process-gone', {}, { reason });
    await setImmediate();
  };
  return { contents, questions, die };
}

test('a crashed page is reloaded automatically', async () => {
  const { contents, questions, die } = page(false);
  await die('killed');
  await die('crashed');
  await die('oom');
  expect([contents.reloads, questions]).toEqual([3, []]);
});

test('a page that keeps crashing is reloaded only with consent', async () => {
  for (const [answer, reloads] of [
    [false, 3],
    [true, 4],
  ] as const) {
    const { contents, questions, die } = page(answer);
    for (let count = 0; count < 4; count += 1) await die('crashed', 1000);
    expect(contents.reloads).toBe(reloads);
    expect(questions).toEqual(['The window keeps crashing (crashed). Reload it?']);
  }
});

test('crashes long ago do not count', async () => {
  const { contents, questions, die } = page(false);
  for (let count = 0; count < 8; count += 1) await die('crashed', 30_000);
  expect([contents.reloads, questions]).toEqual([8, []]);
});

test('an intentional end is not a crash', async () => {
  const { contents, die } = page(true);
  await die('clean-exit');
  contents.isDestroyed = () => true;
  await die('killed');
  expect(contents.reloads).toBe(0);
});

test('an unresponsive page is ended only with consent', async () => {
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
