import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { connect } from '#shared/rpc/connect.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { serve } from '#shared/rpc/serve.ts';
import { contract, createProbe } from './probe.ts';

/** A port with the shape of Electron's: an emitter of events that contain `data`, silent until it is started. */
class EmitterPort extends EventEmitter {
  other!: EmitterPort;
  #held: unknown[] | null = [];

  postMessage(message: unknown) {
    this.other.take(structuredClone(message));
  }
  take(data: unknown) {
    if (this.#held) this.#held.push(data);
    else queueMicrotask(() => this.emit('message', { data, ports: [] }));
  }
  start() {
    const held = this.#held ?? [];
    this.#held = null;
    for (const data of held) this.take(data);
  }
  close() {
    queueMicrotask(() => {
      this.emit('close');
      this.other.emit('close');
    });
  }
}

test('a port that is an emitter carries the same transport', async () => {
  const [page, main] = [new EmitterPort(), new EmitterPort()];
  [page.other, main.other] = [main, page];
  const { handlers, seen } = createProbe();
  serve(contract, handlers, portTransport(main));
  const transport = portTransport(page);
  const client = connect(contract, transport).probe;
  const values: number[] = [];
  for await (const value of client.count({ to: 200 })) values.push(value);
  expect(values).toHaveLength(200);
  const calling = client.forever({}).catch((error) => error.failure.code);
  await seen.started.promise;
  transport.close();
  expect(await calling).toBe('connection-lost');
});
