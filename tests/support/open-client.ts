import { WebSocket } from 'ws';
import { type Client, contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { greet } from '#shared/rpc/greeting.ts';

/** The core behind a page, called directly over its own connection. */
export async function openClient(address: string): Promise<{ client: Client; close(): void }> {
  const { origin, hash } = new URL(address);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { origin });
  const client = connect(contract, await greet(socket as never, hash.slice('#token='.length)));
  return { client, close: () => socket.close() };
}
