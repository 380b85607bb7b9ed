import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import type { LoopbackParts } from '../../../electron/browser/serve.ts';
import { openTestHost } from './test-host.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
/** Runs after the test, last first. */
export const later = (step: () => unknown): unknown => undo.push(step);

/** A host that ends with the test. */
export async function startHost(parts: Partial<LoopbackParts> = {}) {
  const opened = await openTestHost(parts);
  later(opened.close);
  return opened;
}

/** A WebSocket to `/wire`, as the page opens it. */
export function openSocket(port: number, origin = `http://127.0.0.1:${port}`): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/wire`, { origin });
  socket.on('error', () => {});
  later(() => socket.terminate());
  return socket;
}

/** A connection that is left open. */
export async function openRaw(port: number, text = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  later(() => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  return socket;
}
