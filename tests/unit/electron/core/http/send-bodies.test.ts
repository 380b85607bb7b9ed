import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { joinSegments, type RequestBody } from '#core/http/request-body.ts';
import { chunk, chunkedHead, json, respond } from '../../../../support/exchange/wire-server.ts';
import { bytesBody, openTo, sendTo, serve } from './send-to.ts';

test('a body is read only as fast as the socket takes it, and arrives exactly', async () => {
  const big = Buffer.alloc(30_000_000, 'abcdefg');
  const server = await serve(async ({ socket, body }) => {
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    readWhilePaused = read;
    socket.resume();
    socket.write(json({ same: (await body).equals(big) }));
  });
  let read = 0;
  let readWhilePaused = 0;
  const body: RequestBody = {
    ...bytesBody(big),
    async *stream() {
      for (; read < big.length; read += 65_536) yield big.subarray(read, read + 65_536);
    },
  };
  expect((await sendTo(server, { body })).bytes.toString()).toBe('{"same":true}');
  // What the sockets' buffers hold, and no more.
  expect(readWhilePaused).toBeLessThan(15_000_000);
});

test('a slow reader slows the sender', async () => {
  let written = 0;
  const server = await serve(({ socket }) => {
    socket.write(chunkedHead());
    const piece = chunk(Buffer.alloc(65_536));
    const more = () => {
      while (written < 200_000_000) {
        written += 65_536;
        if (!socket.write(piece)) {
          socket.once('drain', more);
          return;
        }
      }
    };
    more();
  });
  const { answer: response } = await openTo(server);
  await response.body.next();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // What the sockets' buffers hold, and no more.
  expect(written).toBeLessThan(40_000_000);
  await response.body.return();
  await server.idle();
});

test.each([413, 401])('an early %i takes precedence over the rest of the upload', async (status) => {
  const big = bytesBody(Buffer.alloc(80_000_000));
  const server = await serve(({ socket }) => {
    socket.write(respond(status, {}, 'too much'));
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
  const { answer: response, bytes } = await sendTo(server, { body: big, fresh: true });
  expect(response?.status).toBe(status);
  expect(bytes.toString()).toBe('too much');
  expect(server.receivedBytes()).toBeLessThan(40_000_000);
  await server.idle();
});

test('nothing more is sent after a refusal, even while its body is still arriving', async () => {
  const counts: number[] = [];
  const server = await serve(async ({ socket }) => {
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 8\r\n\r\ntoo ');
    for (let look = 0; look < 2; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      counts.push(server.receivedBytes());
    }
    socket.write('much');
  });
  const { answer: response, bytes } = await sendTo(server, { body: bytesBody(Buffer.alloc(300_000_000)), fresh: true });
  expect([response?.status, bytes.toString()]).toEqual([413, 'too much']);
  expect(counts[1]).toBe(counts[0]);
  expect(counts[0]).toBeLessThan(100_000_000);
});

test('an early refusal is read even when the connection is reset after it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const server = await serve(({ socket }) => socket.end(respond(413, { connection: 'close' }, 'too much')));
    const { answer: response } = await sendTo(server, { body: bytesBody(Buffer.alloc(8_000_000)), fresh: true });
    expect(response?.status).toBe(413);
  }
});

test('a failing body source ends the request and is named', async () => {
  const server = await serve(() => {});
  const changing: RequestBody = joinSegments([
    {
      kind: 'file',
      encoding: 'raw',
      recorded: '',
      file: {
        name: 'a.wav',
        type: 'audio/wav',
        sizeBytes: 1_000_000,
        async *stream() {
          yield Buffer.alloc(100_000);
        },
      },
    },
  ]);
  const { fault } = await sendTo(server, { body: changing });
  expect(fault).toMatchObject({ failure: { code: 'bad-draft', message: expect.stringContaining('"a.wav" changed') } });
  await server.idle();
});

test('canceling closes the connection at once, before and after the headers', async () => {
  const waiting = await serve(() => controller.abort());
  let controller = new AbortController();
  const early = await sendTo(waiting, {}, { signal: controller.signal });
  expect(early.fault).toMatchObject({ sent: 'maybe-processed', failure: { code: 'aborted' } });
  await waiting.idle();

  controller = new AbortController();
  const streaming = await serve(({ socket }) => {
    socket.write(chunkedHead() + chunk('data: 1\n\n'));
    setTimeout(() => controller.abort(), 30);
  });
  const late = await sendTo(streaming, {}, { signal: controller.signal });
  expect(late.bytes.toString()).toBe('data: 1\n\n');
  expect(late.answer?.ending()).toMatchObject({ kind: 'broken', failure: { code: 'aborted' } });
  await streaming.idle();

  const done = new AbortController();
  done.abort();
  expect((await sendTo(streaming, {}, { signal: done.signal })).fault).toMatchObject({ sent: 'not-sent' });
  expect(streaming.requests.length).toBe(1);
});
