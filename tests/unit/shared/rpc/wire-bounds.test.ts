import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { creditLimit } from '#shared/rpc/transport.ts';
import { transports } from './open-wires.ts';
import { failureOf, wireStarter } from './start-wire.ts';

describe.each(transports)('%s', (_name, openWire) => {
  const start = wireStarter(openWire);

  test('adjacent values are joined: the text is whole, the messages are few, the first is not delayed', async () => {
    const { client, replies } = await start();
    const words: string[] = [];
    for await (const { word } of client.words({ count: 5000 })) words.push(word);
    expect(words.join('')).toBe(Array.from({ length: 5000 }, (_, index) => `${index} `).join(''));
    const batches = replies.filter((reply) => reply.kind === 'values');
    expect(batches[0]?.values).toEqual([{ word: '0 ', from: 0 }]);
    for (const { values } of batches) expect(values).toHaveLength(1);
  });

  test('joined values wait within bounds for a stalled reader', async () => {
    const { client, seen } = await start();
    for await (const _ of client.words({ count: 1e9 })) {
      // 64 messages of 8 ms each, and then silence.
      await vi.waitFor(
        async () => {
          const { made } = seen;
          await sleep(40);
          expect(seen.made).toBe(made);
        },
        { timeout: 20_000, interval: 1 },
      );
      expect(seen.made).toBeLessThanOrEqual(creditLimit * 8192);
      break;
    }
  });

  test('a broken connection fails everything pending, ends the work behind it, and rejects later calls', async () => {
    const { client, seen, cut } = await start();
    const calling = failureOf(client.forever({}));
    const values: number[] = [];
    const streaming = failureOf(
      (async () => {
        for await (const value of client.count({})) {
          values.push(value);
          if (value === 40) {
            cut();
            await calling;
          }
        }
      })(),
    );
    expect((await calling).code).toBe('connection-lost');
    expect((await streaming).code).toBe('connection-lost');
    expect(values.length).toBeGreaterThanOrEqual(41);
    expect(values.every((value, index) => value === index)).toBe(true);
    await vi.waitFor(() => expect([seen.aborted, seen.finished]).toEqual([1, 1]));
    expect((await failureOf(client.add({ a: 1 }))).code).toBe('connection-lost');
  });

  test('a peer that stops serving fails the caller and aborts running calls', async () => {
    const { client, seen, stop } = await start();
    const calling = failureOf(client.forever({}));
    await seen.started.promise;
    stop();
    expect((await calling).code).toBe('connection-lost');
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });

  test('an id is valid once, and an unknown one is ignored', async () => {
    const { asker, seen, client, replies } = await start();
    asker.post({ kind: 'open', id: 500, name: 'probe.add', input: { a: 1 } });
    asker.post({ kind: 'open', id: 500, name: 'probe.forever', input: {} });
    asker.post({ kind: 'open', id: 499, name: 'probe.forever', input: {} });
    for (const kind of ['cancel', 'push-end'] as const) asker.post({ kind, id: 77 });
    asker.post({ kind: 'credit', id: 500, count: 1e9 });
    await vi.waitFor(() => expect(replies).toEqual([{ kind: 'end', id: 500, value: 2 }]));
    // The client counts from one, below 500: it would never get a reply, which is the caller's own loss.
    const late = client.add({ a: 1 }, { signal: AbortSignal.timeout(50) });
    expect((await failureOf(late)).code).toBe('aborted');
    expect(replies).toHaveLength(1);
    expect(seen.aborted).toBe(0);
  });

  test('more open calls than one page can need are rejected', async () => {
    const { client } = await start();
    const stop = new AbortController();
    const asked = Array.from({ length: 1025 }, () => failureOf(client.forever({}, { signal: stop.signal })));
    expect((await asked.at(-1))?.code).toBe('bad-input');
    stop.abort();
    expect(new Set((await Promise.all(asked)).map(({ code }) => code))).toEqual(new Set(['aborted', 'bad-input']));
    expect(await client.add({ a: 1 })).toBe(2);
  });

  test('keys that pollute prototypes arrive as data or not at all', async () => {
    const { asker, client } = await start();
    const poison = JSON.parse(
      '{"value":{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}},"__proto__":{"admin":true}}',
    );
    await client.echo(poison);
    asker.post({ kind: 'open', id: 900, name: 'probe.add', input: JSON.parse('{"a":1,"__proto__":{"b":9}}') });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });
});
