import { afterEach, expect } from 'vitest';
import { AppError } from '#shared/protocol/failure.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import type { ReplyMessage } from '#shared/rpc/transport.ts';
import type { OpenWire, transports } from './open-wires.ts';
import { contract, createProbe } from './probe.ts';

/** The failure with which a call ends. */
export async function failureOf(asked: Promise<unknown>) {
  const thrown = await asked.then(
    () => undefined,
    (error) => error,
  );
  expect(thrown).toBeInstanceOf(AppError);
  return (thrown as AppError).failure;
}

/** For the tests of one transport: a function that connects both ends and records every reply that crosses. */
export function wireStarter(openWire: (typeof transports)[number][1]) {
  const open: OpenWire[] = [];
  afterEach(async () => {
    for (const transport of open.splice(0)) await transport.dispose();
  });
  return async () => {
    const transport = await openWire();
    open.push(transport);
    const { handlers, seen } = createProbe();
    const replies: ReplyMessage[] = [];
    transport.asker.onMessage((message) => replies.push(message as ReplyMessage));
    const stop = serve(contract, handlers, transport.core);
    const client = connect(contract, transport.asker);
    return { ...transport, client: client.probe, seen, replies, stop };
  };
}
