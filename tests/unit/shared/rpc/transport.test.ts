import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { creditLimit, type Envelope } from '#shared/rpc/transport.ts';
import { transports } from './open-wires.ts';
import { failureOf, wireStarter } from './start-wire.ts';

describe.each(transports)('%s', (_name, openWire) => {
  const start = wireStarter(openWire);

  test('a call gets its result, with defaults filled in on the other side', async () => {
    const { client } = await start();
    expect(await Promise.all([client.add({ a: 1, b: 2 }), client.add({ a: 5 }), client.echo({ value: 'x' })])).toEqual([
      3,
      6,
      'x',
    ]);
    expect(await client.nothing({})).toBeUndefined();
  });

  test('a failure crosses by value; a crash becomes `internal`', async () => {
    const { client } = await start();
    expect(await failureOf(client.refuse({}))).toMatchObject({ code: 'quota', status: 402, hint: 'Top up.' });
    expect(await failureOf(client.crash({}))).toMatchObject({ code: 'internal' });
  });

  test('a result the transport cannot carry is a failure, not a silence', async () => {
    const { client } = await start();
    expect(await failureOf(client.odd({}))).toMatchObject({ code: 'internal' });
  });

  test('an input the transport cannot carry is rejected locally and nothing crosses', async () => {
    const { client, replies } = await start();
    expect(await failureOf(client.echo({ value: () => 1 }))).toMatchObject({ code: 'bad-input' });
    expect(await client.add({ a: 1 })).toBe(2);
    expect(replies).toHaveLength(1);
  });

  test('an invalid input is rejected with its path, and the value is not repeated', async () => {
    const { client } = await start();
    const refused = await failureOf(client.add({ a: 'sk-secret' as unknown as number }));
    expect(refused.code).toBe('bad-input');
    expect(refused.message).toContain('a (invalid_type)');
    expect(JSON.stringify(refused)).not.toContain('sk-secret');
  });

  test('an unknown name is rejected, including one that every object inherits', async () => {
    const { asker } = await start();
    const refused = new Promise<Envelope[]>((resolve) => {
      const got: Envelope[] = [];
      asker.onMessage((message) => got.push(message) === 4 && resolve(got));
    });
    const names = ['probe.absent', 'constructor.constructor', '__proto__.toString', 'probe.__proto__'];
    for (const [index, name] of names.entries()) asker.post({ kind: 'open', id: index + 1, name, input: {} });
    for (const [index, message] of (await refused).entries())
      expect(message).toMatchObject({ kind: 'fail', id: index + 1, failure: { code: 'bad-input' } });
  });

  test('a stream delivers every value in order and ends', async () => {
    const { client, seen } = await start();
    const values: number[] = [];
    for await (const value of client.count({ to: 1000 })) values.push(value);
    expect(values).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    expect(seen.finished).toBe(1);
  });

  test('the values before a failure are read before the failure', async () => {
    const { client } = await start();
    const values: number[] = [];
    const read = async () => {
      for await (const value of client.break({ after: 100 })) values.push(value);
    };
    expect(await failureOf(read())).toMatchObject({ code: 'reset' });
    expect(values).toHaveLength(100);
  });

  test('nothing is requested before the first read, and a stream is read once', async () => {
    const { client, seen } = await start();
    const stream = client.count({ to: 3 });
    await client.add({ a: 1 });
    expect(seen.made).toBe(0);
    for await (const _ of stream) expect(seen.made).toBeGreaterThan(0);
    for await (const _ of stream) expect.unreachable();
    expect(seen.made).toBe(3);
  });

  test('a stalled reader stops the source at the credit limit', async () => {
    const { client, seen } = await start();
    for await (const _ of client.count({})) {
      await vi.waitFor(() => expect(seen.made).toBe(creditLimit));
      await sleep(50);
      expect(seen.made).toBe(creditLimit);
      break;
    }
  });

  test('credit is returned in halves, so a long stream costs few messages', async () => {
    const { client, core } = await start();
    let credits = 0;
    let read = 0;
    core.onMessage((message) => {
      if (message.kind === 'credit') credits += message.count === creditLimit / 2 ? 1 : Number.NaN;
    });
    for await (const _ of client.count({ to: 640 })) read += 1;
    await client.add({ a: 1 });
    expect(read).toBe(640);
    // The last half of the credit is not returned: the stream had ended.
    expect([19, 20]).toContain(credits);
  });

  test('leaving the loop closes the source at once', async () => {
    const { client, seen } = await start();
    for await (const value of client.count({})) if (value === 10) break;
    await vi.waitFor(() => expect(seen.finished).toBe(1));
    const { made } = seen;
    await client.add({ a: 1 });
    expect(seen.made).toBe(made);
  });

  test('leaving a silent stream reaches the handler too', async () => {
    const { client, seen } = await start();
    const reading = client.silent({})[Symbol.asyncIterator]();
    const first = reading.next();
    await seen.started.promise;
    await reading.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });

  test('a signal cancels a call and a stream, and leaves no listener behind', async () => {
    const { client, seen } = await start();
    const stop = new AbortController();
    const { signal } = stop;
    expect(await client.add({ a: 1 }, { signal })).toBe(2);
    for await (const _ of client.count({ to: 500 }, { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);

    const calling = failureOf(client.forever({}, { signal }));
    const streaming = failureOf(
      (async () => {
        for await (const _ of client.silent({}, { signal }));
      })(),
    );
    await seen.started.promise;
    await client.add({ a: 1 });
    stop.abort();
    expect([(await calling).code, (await streaming).code]).toEqual(['aborted', 'aborted']);
    await vi.waitFor(() => expect(seen.aborted).toBe(2));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect((await failureOf(client.add({ a: 1 }, { signal }))).code).toBe('aborted');
  });

  test('a duplex call runs both ways and ends when its input does', async () => {
    const { client, seen } = await start();
    const talk = client.talk({ greeting: 'hello' });
    talk.push({ say: 'one' });
    const heard: string[] = [];
    for await (const end of talk) {
      heard.push(end);
      if (end === 'you said one') talk.push({ say: 'two' });
      if (end === 'you said two') talk.finish();
    }
    expect(heard).toEqual(['hello', 'you said one', 'you said two', 'bye']);
    expect(seen.said).toEqual(['one', 'two']);
  });

  test('an invalid push ends the duplex call with `bad-input`', async () => {
    const { client, seen } = await start();
    const talk = client.deaf({});
    const read = async () => {
      for await (const _ of talk) talk.push({ say: 7 as unknown as string });
    };
    expect((await failureOf(read())).code).toBe('bad-input');
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });

  test('unread input is bounded', async () => {
    const { client, seen } = await start();
    const talk = client.deaf({});
    const read = async () => {
      for await (const _ of talk) for (let count = 0; count <= 4096; count += 1) talk.push({ say: 'x' });
    };
    expect((await failureOf(read())).code).toBe('too-large');
    await vi.waitFor(() => expect(seen.aborted).toBe(1));
  });
});
