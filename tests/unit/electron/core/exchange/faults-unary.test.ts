import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { test } from 'vitest';
import { completion } from './chat-wire.ts';
import { body, bomb, type Cell, check, half } from './fault-cell.ts';
import { chunk, chunkedHead, json, respond } from './wire-server.ts';

const unary: Cell[] = [
  {
    name: 'a whole answer',
    answer: ({ socket }) => socket.write(json(completion())),
    state: 'done',
    kept: body,
    text: 'Hello',
  },
  {
    name: '4: silence before the headers',
    answer: () => {},
    state: 'failed',
    code: 'headers-timeout',
    sent: 'maybe-processed',
    kept: '',
  },
  {
    name: '5: silence in the body',
    answer: ({ socket }) => socket.write(chunkedHead('application/json') + chunk(half)),
    state: 'interrupted',
    code: 'idle-timeout',
    kept: half,
  },
  {
    name: '7: a reset before any answer',
    answer: ({ socket }) => socket.resetAndDestroy(),
    state: 'failed',
    code: 'reset',
    sent: 'maybe-processed',
  },
  {
    name: '7: a close before any answer',
    answer: ({ socket }) => socket.end(),
    state: 'failed',
    code: 'reset',
    sent: 'maybe-processed',
  },
  {
    name: '8: a reset in the body',
    answer: ({ socket }) =>
      socket.write(chunkedHead('application/json') + chunk(half), () => setTimeout(() => socket.resetAndDestroy(), 20)),
    state: 'interrupted',
    code: 'reset',
    kept: half,
  },
  {
    name: '9: closed after complete JSON',
    answer: ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${body}`),
    state: 'done',
    kept: body,
  },
  {
    name: '9: closed inside JSON',
    answer: ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${half}`),
    state: 'failed',
    code: 'truncated',
    kept: half,
  },
  {
    name: '10: an error with status 200',
    answer: ({ socket }) => socket.write(json({ error: { message: 'no channel', type: 'new_api_error', code: 'x' } })),
    state: 'failed',
    code: 'in-band',
  },
  {
    name: '11: malformed JSON',
    answer: ({ socket }) => socket.write(respond(200, { 'content-type': 'application/json' }, '{"id": nope}')),
    state: 'failed',
    code: 'bad-json',
    kept: '{"id": nope}',
  },
  {
    name: '13: invalid UTF-8 inside JSON',
    answer: ({ socket }) =>
      socket.write(
        respond(
          200,
          {},
          Buffer.concat([
            Buffer.from(body.slice(0, -2)),
            Buffer.from([0x2c, 0x22, 0x78, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d, 0x7d]),
          ]),
        ),
      ),
    state: 'done-with-warnings',
    warning: 'invalid-utf8',
  },
  {
    name: '14: a decompression bomb',
    answer: ({ socket }) => socket.write(bomb),
    state: 'failed',
    code: 'too-large',
    isLong: true,
  },
  {
    name: '15: cut compression',
    answer: ({ socket }) =>
      socket.write(respond(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(body).subarray(0, -12))),
    state: 'failed',
    code: 'encoding',
  },
  {
    name: '15: unknown compression',
    answer: ({ socket }) => socket.write(respond(200, { 'content-encoding': 'rot13' }, body)),
    state: 'failed',
    code: 'encoding',
    kept: body,
  },
  {
    name: '16: a page with status 200',
    answer: ({ socket }) =>
      socket.write(respond(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>')),
    state: 'failed',
    code: 'not-json',
    words: /Sign in/,
  },
  {
    name: '30: fewer bytes than announced',
    answer: ({ socket }) => socket.end(respond(200, { 'content-length': '9000' }, body)),
    state: 'interrupted',
    code: 'truncated',
    kept: body,
    words: /of 9000 bytes/,
  },
  {
    name: '30: more bytes than announced, cut inside JSON',
    answer: ({ socket }) => socket.write(respond(200, { 'content-length': '60' }, body)),
    state: 'failed',
    code: 'truncated',
    kept: half,
  },
  {
    name: '30: more bytes than announced, after complete JSON',
    answer: ({ socket }) => socket.write(respond(200, { 'content-length': String(body.length) }, `${body}\n\nmore`)),
    state: 'done-with-warnings',
    warning: 'surplus-bytes',
    kept: body,
  },
  {
    name: '32: not HTTP',
    answer: ({ socket }) => socket.write('SSH-2.0-OpenSSH\r\n'),
    state: 'failed',
    code: 'protocol',
    sent: 'maybe-processed',
    words: /SSH-2\.0/,
  },
  {
    name: '33: 204',
    answer: ({ socket }) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
    state: 'failed',
    code: 'empty',
    kept: '',
  },
  {
    name: '33: 200 and nothing',
    answer: ({ socket }) => socket.write(respond(200, {}, '')),
    state: 'failed',
    code: 'empty',
  },
];

test.each(unary)('unary: $name', async (cell) => {
  await check(cell, false);
});
