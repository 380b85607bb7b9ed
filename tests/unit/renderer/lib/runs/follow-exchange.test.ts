import { expect, test } from 'vitest';
import type { Client } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { createPlace, followExchange } from '../../../../../renderer/lib/runs/follow-exchange.ts';

const start: Part = { type: 'run-start', exchangeId: 'e1', attempt: 1 };
const text = (words: string): Part => ({ type: 'text-delta', text: words });
const finish: Part = { type: 'finish', reason: 'stop' };
const draft = { connectionId: 'c', routeId: 'chat.completions', body: { kind: 'none' } } as const;
const lost = new AppError(failure('connection-lost', 'broke', { retryable: true }));

async function* give(parts: readonly Part[], error?: Error) {
  yield* parts;
  if (error) throw error;
}

/** Joins adjacent text, as the transport may. */
function read(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.text : `[${part.type}]`)).join('');
}

async function follow(exchanges: Pick<Client['exchanges'], 'run' | 'watch'>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of followExchange(draft, {}, exchanges)) parts.push(part);
  return parts;
}

test('after a disconnect the record is followed from where reading stopped', async () => {
  const runs: string[] = [];
  const parts = await follow({
    run: () => {
      runs.push('run');
      return give([start, text('Hel'), text('lo ')], lost);
    },
    watch: ({ id }) => {
      runs.push(`watch ${id}`);
      // The record joins its deltas differently.
      return give([start, text('Hello wo'), text('rld'), finish]);
    },
  });
  expect(runs).toEqual(['run', 'watch e1']);
  expect(read(parts)).toBe('[run-start]Hello world[finish]');
});

test('repeated disconnects lose nothing, duplicate nothing and send nothing twice', async () => {
  let watches = 0;
  const parts = await follow({
    run: () => give([start, text('a')], lost),
    watch: () => {
      watches += 1;
      return watches < 3 ? give([start, text('a'.repeat(watches + 1))], lost) : give([start, text('aaaab'), finish]);
    },
  });
  expect(read(parts)).toBe('[run-start]aaaab[finish]');
  expect(watches).toBe(3);
});

test('a disconnect before the first part is retried under the same id', async () => {
  const ids: unknown[] = [];
  const parts = await follow({
    run: ({ exchangeId }) => {
      ids.push(exchangeId);
      return ids.length === 1 ? give([], lost) : give([start, text('once'), finish]);
    },
    watch: () => give([]),
  });
  expect(read(parts)).toBe('[run-start]once[finish]');
  expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), ids[0]]);
});

test('a program that has ended is not retried', async () => {
  const ended = new AppError(failure('app-ended', 'nobody answers'));
  await expect(follow({ run: () => give([start], lost), watch: () => give([], ended) })).rejects.toMatchObject({
    failure: { code: 'app-ended' },
  });
});

test('any other failure is passed on at once', async () => {
  const internal = new AppError(failure('internal', 'oops'));
  await expect(follow({ run: () => give([start], internal), watch: () => give([start]) })).rejects.toMatchObject({
    failure: { code: 'internal' },
  });
});

test('choices and kinds are counted separately when parts arrive a second time', () => {
  const place = createPlace();
  const first: Part[] = [
    { type: 'text-delta', text: 'ab', choice: 0 },
    { type: 'text-delta', text: 'x', choice: 1 },
    { type: 'reasoning-delta', text: 'r' },
    { type: 'warning', code: 'retried', message: '1' },
  ];
  expect(first.map(place.pass)).toEqual(first);
  place.replay();
  expect(place.pass({ type: 'text-delta', text: 'abc', choice: 0 })).toEqual({
    type: 'text-delta',
    text: 'c',
    choice: 0,
  });
  expect(place.pass({ type: 'text-delta', text: 'xy', choice: 1 })).toEqual({
    type: 'text-delta',
    text: 'y',
    choice: 1,
  });
  expect(place.pass({ type: 'reasoning-delta', text: 'r' })).toBeUndefined();
  expect(place.pass({ type: 'warning', code: 'retried', message: '1' })).toBeUndefined();
  expect(place.pass({ type: 'warning', code: 'retried', message: '2' })).toBeDefined();
});
