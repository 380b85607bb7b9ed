import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serve } from '#shared/rpc/serve.ts';
import type { Envelope, ReplyMessage } from '#shared/rpc/transport.ts';
import { type Chance, createChance } from '../../../support/rpc/chance.ts';
import { transports } from './open-wires.ts';
import { contract, createProbe } from './probe.ts';

const rounds = 20_000;
const names = Object.keys(contract.probe);
const strings = [
  '',
  'open',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  'x'.repeat(1000),
];

const poisoned = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"a":1}';

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

const simple = [null, true, 0, -1, 1.5, 2 ** 53, '', {}, [], ...strings];
/** What only transports that clone objects can carry. */
const copied = [
  undefined,
  Number.NaN,
  10n,
  new Date(0),
  new Map([[1, 2]]),
  new Uint8Array(9),
  /x/,
  cyclic,
  new Error('x'),
];
const keys = ['a', 'b', 'value', 'to', 'say', 'toString', '__proto__', 'constructor'];

function anything(chance: Chance, isJson: boolean, depth = 0): unknown {
  const kind = chance.below(isJson ? 10 : 12);
  if (kind > 9) return chance.pick(copied);
  if (kind === 9) return JSON.parse(poisoned);
  if (kind > 3 || depth > 3) return chance.pick(simple);
  const inner = Array.from({ length: chance.below(4) }, () => anything(chance, isJson, depth + 1));
  return kind > 1 ? inner : Object.fromEntries(inner.map((value) => [chance.pick(keys), value]));
}

function message(chance: Chance, isJson: boolean, id: number): unknown {
  const some = () => anything(chance, isJson);
  const kind = chance.pick([
    'open',
    'open',
    'open',
    'push',
    'push-end',
    'credit',
    'cancel',
    'values',
    'end',
    'fail',
    'toString',
    some(),
  ]);
  const name = chance.below(3) > 0 ? `probe.${chance.pick([...names, ...strings])}` : some();
  const input =
    chance.below(3) > 0
      ? chance.pick([{}, { to: 3 }, { a: 1 }, { greeting: 'hi' }, { count: 5 }, { after: 2 }])
      : some();
  const number = chance.pick([
    id,
    id,
    id,
    id - 1,
    id - chance.below(50),
    -1,
    0,
    1.5,
    Number.MAX_SAFE_INTEGER + 1,
    '1',
    null,
  ]);
  if (chance.below(12) === 0) return some();
  return {
    kind,
    id: number,
    name,
    input,
    value: some(),
    count: chance.pick([1, 32, -5, 1e9, '7', null]),
    extra: some(),
  };
}

test.each(transports)(
  `%s: ${rounds} hostile messages are rejected or ignored, and valid ones still work`,
  async (wireName, openWire) => {
    const chance = createChance(20_261_121);
    const isJson = wireName === 'WebSocket';
    const transport = await openWire();
    const { handlers } = createProbe();
    const replies = new Map<number, ReplyMessage[]>();
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    process.on('uncaughtException', note);
    transport.asker.onMessage((reply) =>
      replies.set(reply.id, [...(replies.get(reply.id) ?? []), reply as ReplyMessage]),
    );
    serve(contract, handlers, transport.core);

    const refusedIds: number[] = [];
    for (let id = 1; id <= rounds; id += 1) {
      const sent = message(chance, isJson, id);
      transport.asker.post(sent as Envelope);
      const { kind, id: usedId, name } = (sent ?? {}) as Record<string, unknown>;
      if (kind === 'open' && usedId === id && !(typeof name === 'string' && names.includes(name.slice(6))))
        refusedIds.push(id);
      // Some leave, because handlers that wait forever would fill the limit of open calls.
      if (id % 200 === 0)
        for (let old = id - 199; old <= id; old += 1) transport.asker.post({ kind: 'cancel', id: old });
      if (id % 50 === 0) await turn();
    }

    const answered = Promise.withResolvers<ReplyMessage>();
    transport.asker.onMessage((reply) => reply.id === rounds + 1 && answered.resolve(reply as ReplyMessage));
    transport.asker.post({ kind: 'open', id: rounds + 1, name: 'probe.add', input: { a: 40, b: 2 } });
    expect(await answered.promise).toEqual({ kind: 'end', id: rounds + 1, value: 42 });

    expect(refusedIds.length).toBeGreaterThan(500);
    for (const id of refusedIds)
      expect(replies.get(id)).toEqual([
        expect.objectContaining({ kind: 'fail', failure: expect.objectContaining({ code: 'bad-input' }) }),
      ]);
    for (const [, told] of replies) expect(told.filter(({ kind }) => kind !== 'values').length).toBeLessThanOrEqual(1);
    await turn();
    expect(unhandled).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
    await transport.dispose();
  },
);
