import { afterEach, expect } from 'vitest';
import { AppError } from '#shared/protocol/failure.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import type { Reply } from '#shared/rpc/transport.ts';
import type { OpenWire, wires } from './open-wires.ts';
import { contract, createProbe } from './probe.ts';

/** The failure with which a question ends. */
export async function failureOf(asked: Promise<unknown>) {
  const thrown = await asked.then(
    () => undefined,
    (error) => error,
  );
  expect(thrown).toBeInstanceOf(AppError);
  return (thrown as AppError).failure;
}

/** For the tests of one wire: a function that puts both ends to work and takes down every reply that crosses. */
export function wireStarter(openWire: (typeof wires)[number][1]) {
  const open: OpenWire[] = [];
  afterEach(async () => {
    for (const wire of open.splice(0)) await wire.dispose();
  });
  return async () => {
    const wire = await openWire();
    open.push(wire);
    const { handlers, seen } = createProbe();
    const replies: Reply[] = [];
    wire.asker.onMessage((message) => replies.push(message as Reply));
    const stop = serve(contract, handlers, wire.core);
    const client = connect(contract, wire.asker);
    return { ...wire, client: client.probe, seen, replies, stop };
  };
}
