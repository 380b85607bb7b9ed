import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair, type Envelope } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';
import { quantile } from '../../support/quantiles.ts';
import { type Chance, createChance } from '../../support/rpc/chance.ts';
import type { Bar } from '../bar.ts';

/** Calls that never end by themselves or start a server: covered by tests of their own. */
const leftOut = new Set(['host.changes', 'host.commands', 'demo.start', 'realtime.attach', 'checks.watch']);

const entries = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls).map(([name, entry]) => ({
    name: `${area}.${name}`,
    fields: Object.keys(z.toJSONSchema(entry.input, { io: 'input', unrepresentable: 'any' }).properties ?? {}),
  })),
);
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const odd = [
  ...[undefined, null, true, 0, -1, 1.5, Number.NaN, 2 ** 53, 10n, '', 'x'.repeat(10_000), '../../etc/passwd', '\0'],
  ...['__proto__', 'constructor', 'http://127.0.0.1:1', 'file:///etc/passwd', new Date(0), new Uint8Array(9), cyclic],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), [], {}, new Map([[1, 2]]), new Error('x')],
];

function anything(chance: Chance, depth = 0): unknown {
  if (depth > 2 || chance.below(3) > 0) return chance.pick(odd);
  return Array.from({ length: chance.below(4) }, () => anything(chance, depth + 1));
}

/** A message with a real method and real fields, but random values. */
function message(chance: Chance, id: number) {
  const { name, fields } = chance.pick(entries);
  const input = Object.fromEntries(fields.map((field) => [field, anything(chance)]));
  if (chance.below(4) === 0) Object.assign(input, { extra: anything(chance) });
  const isKnown = chance.below(8) > 0 && !leftOut.has(name);
  return {
    kind: chance.below(10) > 0 ? 'open' : chance.pick(['push', 'push-end', 'credit', 'cancel', 'values', 'nonsense']),
    id: chance.below(20) > 0 ? id : chance.pick([id - 1, -1, 1.5, '1', null]),
    name: isKnown ? name : chance.pick(['', 'toString', '__proto__', `${name}.x`, 'keys.get', 5, null]),
    input: chance.below(8) > 0 ? input : anything(chance),
  };
}

export const bar: Bar = {
  promise: 'Random messages on the bridge crash nothing, and each invalid one is rejected at once.',
  async run({ long }) {
    const rounds = long ? 100_000 : 5_000;
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-fuzz-'));
    const core = await createCore(createHostServices({ dataFolder }));
    const [clientPort, serverPort] = createPair();
    const stop = serve(contract, core.handlers, serverPort);
    const crashes: unknown[] = [];
    const note = (reason: unknown) => void crashes.push(reason);
    process.on('unhandledRejection', note);
    process.on('uncaughtException', note);
    const sentAt = new Map<number, number>();
    const refusalMs: number[] = [];
    let answered = 0;
    clientPort.onMessage(({ kind, id, ...reply }) => {
      const at = sentAt.get(id);
      if (at === undefined || kind === 'values') return;
      answered += 1;
      const { failure } = reply as { failure?: { code: string } };
      if (failure?.code === 'bad-input') refusalMs.push(performance.now() - at);
      sentAt.delete(id);
    });
    try {
      const chance = createChance(20_261_121);
      for (let id = 1; id <= rounds; id += 1) {
        const sent = message(chance, id);
        if (sent.kind === 'open' && sent.id === id) sentAt.set(id, performance.now());
        clientPort.post(sent as Envelope);
        if (id % 10 === 0) await turn();
        if (id % 500 === 0) for (let old = id - 499; old <= id; old += 1) clientPort.post({ kind: 'cancel', id: old });
      }
      await turn();
      const isClean = ({} as { admin?: unknown }).admin === undefined;
      const p99 = quantile(refusalMs, 0.99);
      const figure = `${rounds} messages, ${answered} answered, ${refusalMs.length} rejected in ${p99.toFixed(2)} ms (p99), ${crashes.length} crashes${crashes[0] ? ` (${String(crashes[0])})` : ''}`;
      const held = crashes.length === 0 && isClean && refusalMs.length > rounds / 10 && (!long || p99 <= 5);
      return { figure, held };
    } finally {
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
      stop();
      await core.close();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  },
};
