import { expect, test } from 'vitest';
import { LiveRun } from '../../../../../electron/core/exchange/live-run.ts';
import type { Part, RunEnd } from '../../../../../shared/protocol/part.ts';
import { all, never } from '../../../../support/exchange/bench.ts';

const text = (words: string): Part => ({ type: 'text-delta', text: words });
const item = (kind: string): Part => ({ type: 'item', kind, item: {} });
const end = { type: 'run-end', state: 'done' } as RunEnd;

test('a follower gets everything, whenever it joins', async () => {
  const run = new LiveRun();
  run.emit(text('a'));
  const early = all(run.follow(never));
  run.emit(text('b'));
  await Promise.resolve();
  run.emit(item('x'));
  const late = all(run.follow(never));
  run.emit(end);
  expect(await early).toEqual([text('a'), text('b'), item('x'), end]);
  // Parts that arrived before are joined.
  expect(await late).toEqual([text('ab'), item('x'), end]);
  expect(await all(run.follow(never))).toEqual([text('ab'), item('x'), end]);
  await run.over;
});

test('nothing follows the end', async () => {
  const run = new LiveRun();
  run.emit(end);
  run.emit(text('late'));
  run.emit(end);
  expect(await all(run.follow(never))).toEqual([end]);
});

test('a follower that does not read blocks the run; one that leaves does not', async () => {
  const run = new LiveRun();
  const sleeping = run.follow(never);
  const first = sleeping.next();
  for (let index = 0; index < 100; index += 1) run.emit(item(String(index)));
  await first;
  expect(run.isCrowded).toBe(true);
  let waited = true;
  const room = run.room().then(() => {
    waited = false;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(waited).toBe(true);
  await sleeping.return();
  await room;
  expect(run.isCrowded).toBe(false);
});

test('reading resumes the run, in order and without loss', async () => {
  const run = new LiveRun();
  const seen: string[] = [];
  const reading = (async () => {
    for await (const part of run.follow(never)) {
      if (part.type === 'item') seen.push(part.kind);
      if (seen.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let index = 0; index < 5000; index += 1) {
    run.emit(item(String(index)));
    if (run.isCrowded) await run.room();
  }
  run.emit(end);
  await reading;
  expect(seen).toEqual(Array.from({ length: 5000 }, (_, index) => String(index)));
});

test('a late follower catching up does not delay the run', async () => {
  const run = new LiveRun();
  for (let index = 0; index < 500; index += 1) run.emit(item(String(index)));
  const late = run.follow(never);
  await late.next();
  expect(run.isCrowded).toBe(false);
  await late.return();
});

test('a signal ends a waiting follower', async () => {
  const run = new LiveRun();
  const leaving = new AbortController();
  const following = all(run.follow(leaving.signal));
  await Promise.resolve();
  leaving.abort();
  expect(await following).toEqual([]);
});

test('canceling wakes a run that waits for its followers', async () => {
  const run = new LiveRun();
  const sleeping = run.follow(never);
  const first = sleeping.next();
  for (let index = 0; index < 200; index += 1) run.emit(item(String(index)));
  await first;
  const room = run.room();
  run.cancel();
  await room;
  expect(run.signal.aborted).toBe(true);
});
