import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Sent } from './sender.ts';

/**
 * How a form is sent: `one`, `four` at once, and `stalled` (the server stops reading) through the product to a server that
 * accepts 100 MB/s; `fast` through the product, and `fetch` by Node's fetch with a form, to one that accepts
 * everything at once.
 */
export type Way = 'one' | 'four' | 'stalled' | 'fast' | 'fetch';

export interface Upload extends Sent {
  /** Bytes that arrived at the server, framing included. */
  received: number;
}

const at = (file: string) => new URL(file, import.meta.url);

export interface Sink {
  /** Sends this many megabytes in a fresh process. */
  send(way: Way, megabytes: number): Promise<Upload>;
  close(): void;
}

/** A server in its own process that accepts forms. */
export async function openSink(): Promise<Sink> {
  const sink = fork(at('./sink.ts'));
  const [port] = (await once(sink, 'message')) as [number];
  let received = 0;
  sink.on('message', (said: { received: number }) => {
    received += said.received;
  });
  return {
    async send(way, megabytes) {
      received = 0;
      const child = fork(at('./sender.ts'), [way, String(megabytes), String(port)], { execArgv: ['--expose-gc'] });
      const [sent] = (await once(child, 'message')) as [Sent];
      await once(child, 'exit');
      return { ...sent, received };
    },
    close: () => void sink.kill(),
  };
}
