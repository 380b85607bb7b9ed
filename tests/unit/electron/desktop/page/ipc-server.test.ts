import { EventEmitter, once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { IpcMain, MessagePortMain } from 'electron';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { call, out, stream } from '#shared/contract/define.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { connect } from '#shared/rpc/connect.ts';
import type { Admission } from '#shared/rpc/host-window.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { serve } from '#shared/rpc/serve.ts';
import type { DroppedFile } from '../../../../../electron/desktop/page/admit-file.ts';
import { isOurTopFrame, openIpcServer } from '../../../../../electron/desktop/page/ipc-server.ts';

const contract = {
  probe: {
    echo: call(z.object({ text: z.string() }), out<string>()),
    endless: stream(z.object({}), out<number>()),
  },
};

interface Frame {
  url: string;
  origin: string;
  parent: unknown;
  sent: { channel: string; ports: MessagePort[] }[];
  postMessage(channel: string, message: unknown, ports: MessagePort[]): void;
}

function frame(change: Partial<Frame> = {}): Frame {
  const sent: Frame['sent'] = [];
  return {
    url: 'app://patchbay/',
    origin: 'app://patchbay',
    parent: null,
    sent,
    postMessage: (channel, _message, ports) => void sent.push({ channel, ports }),
    ...change,
  };
}

const foreignFrames: [why: string, frame: Frame | null][] = [
  ['a frame inside the page', frame({ parent: frame() })],
  ['about:blank with our origin', frame({ url: 'about:blank' })],
  ['an empty document with our origin', frame({ url: '' })],
  ['another site', frame({ url: 'https://example.test/', origin: 'https://example.test' })],
  ['our address with another origin', frame({ origin: 'null' })],
  ['another host of our scheme', frame({ url: 'app://evil/', origin: 'app://evil' })],
  ['a frame that is gone', null],
];

class Ipc extends EventEmitter {
  handlers = new Map<string, (event: unknown, given: unknown) => Promise<Admission>>();
  handle(channel: string, handler: (event: unknown, given: unknown) => Promise<Admission>): void {
    this.handlers.set(channel, handler);
  }
}

function openTestServer() {
  const ipc = new Ipc();
  const refused: string[] = [];
  const admitted: DroppedFile[] = [];
  let ended = 0;
  const handlers = {
    probe: {
      echo: ({ text }: { text: string }) => text,
      async *endless(_input: object, { signal }: { signal: AbortSignal }) {
        try {
          for (let count = 0; !signal.aborted; count += 1) yield count;
        } finally {
          ended += 1;
          ipc.emit('ended');
        }
      },
    },
  };
  openIpcServer({
    ipc: ipc as unknown as IpcMain,
    newChannel: () => new MessageChannel() as unknown as { port1: MessagePortMain; port2: MessagePortMain },
    serve: (port) => serve(contract, handlers, portTransport(port as unknown as MessagePort)),
    admit: async (file) => {
      admitted.push(file);
      return { kind: 'admitted', file: { id: '1', name: file.name, type: file.type, sizeBytes: 1 } satisfies FileRef };
    },
    onForeignMessage: (channel) => refused.push(channel),
  });
  const page = new EventEmitter();
  return { ipc, page, refused, admitted, ended: () => ended };
}

const portOf = (ours: Frame) => ours.sent.at(-1)?.ports[0] as MessagePort;

test('our top frame is recognized', () => {
  expect(isOurTopFrame(frame() as never)).toBe(true);
  expect(isOurTopFrame(frame({ url: 'app://patchbay/#chat' }) as never)).toBe(true);
});

test.each(foreignFrames)('%s is not our top frame', (_why, foreignFrame) => {
  expect(isOurTopFrame(foreignFrame as never)).toBe(false);
});

test('our page gets a working connection', async () => {
  const { ipc, page, refused } = openTestServer();
  const ours = frame();
  ipc.emit('connect', { sender: page, senderFrame: ours });
  expect(ours.sent.map(({ channel }) => channel)).toEqual(['port']);
  const port = portOf(ours);
  expect(await connect(contract, portTransport(port)).probe.echo({ text: 'hello' })).toBe('hello');
  expect(refused).toEqual([]);
  port.close();
});

test.each(foreignFrames)('%s gets no connection', (_why, foreignFrame) => {
  const { ipc, page, refused } = openTestServer();
  ipc.emit('connect', { sender: page, senderFrame: foreignFrame });
  expect(refused).toEqual(['connect']);
  expect(foreignFrame?.sent ?? []).toEqual([]);
});

test.each(['render-process-gone', 'destroyed'])('work stops at %s', async (event) => {
  const { ipc, page, ended } = openTestServer();
  const ours = frame();
  ipc.emit('connect', { sender: page, senderFrame: ours });
  const client = connect(contract, portTransport(portOf(ours)));
  const numbers = client.probe.endless({})[Symbol.asyncIterator]();
  expect((await numbers.next()).value).toBe(0);
  const over = once(ipc, 'ended');
  page.emit(event);
  await over;
  expect(ended()).toBe(1);
});

test('a page that connects again has one connection, the new one', async () => {
  const { ipc, page } = openTestServer();
  const ours = frame();
  ipc.emit('connect', { sender: page, senderFrame: ours });
  const first = portOf(ours);
  const closed = once(first, 'close');
  ipc.emit('connect', { sender: page, senderFrame: ours });
  await closed;
  const second = portOf(ours);
  expect(await connect(contract, portTransport(second)).probe.echo({ text: 'again' })).toBe('again');
  expect(page.listenerCount('destroyed')).toBe(1);
  second.close();
});

const dropped = { name: 'a.txt', type: 'text/plain', path: '/tmp/a.txt' };

test('a file from our page is accepted', async () => {
  const { ipc, admitted } = openTestServer();
  const answer = await ipc.handlers.get('admit')?.({ senderFrame: frame() }, dropped);
  expect(answer).toMatchObject({ kind: 'admitted', file: { name: 'a.txt' } });
  expect(admitted).toEqual([dropped]);
});

test.each(foreignFrames)('a file from %s is refused', async (_why, foreignFrame) => {
  const { ipc, admitted, refused } = openTestServer();
  const answer = await ipc.handlers.get('admit')?.({ senderFrame: foreignFrame }, dropped);
  expect(answer).toMatchObject({ kind: 'refused', failure: { code: 'bad-input' } });
  expect([admitted, refused]).toEqual([[], ['admit']]);
});

test.each([
  undefined,
  null,
  'text',
  {},
  { ...dropped, path: 5 },
  { ...dropped, path: '/a\0b' },
  { ...dropped, name: 'x'.repeat(5000) },
])('a value that is not a file (%#) is refused', async (given) => {
  const { ipc, admitted } = openTestServer();
  expect(await ipc.handlers.get('admit')?.({ senderFrame: frame() }, given)).toMatchObject({ kind: 'refused' });
  expect(admitted).toEqual([]);
});

test('there are two channels and no more', () => {
  const { ipc } = openTestServer();
  expect([...ipc.eventNames(), ...ipc.handlers.keys()]).toEqual(['connect', 'admit']);
});
