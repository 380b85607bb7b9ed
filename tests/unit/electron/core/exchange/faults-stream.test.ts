import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { test } from 'vitest';
import { completion, delta, done, finish, streamed } from './chat-wire.ts';
import { type Cell, check, events, giantEvent } from './fault-cell.ts';
import { chunk, chunkedHead, json, lastChunk, respond } from './wire-server.ts';

const sse: Cell[] = [
  {
    name: 'a whole stream',
    answer: streamed(events, finish, done),
    state: 'done',
    kept: events + finish + done,
    text: 'Hello',
  },
  {
    name: '4: silence before the headers',
    answer: () => {},
    state: 'failed',
    code: 'headers-timeout',
    sent: 'maybe-processed',
  },
  {
    name: '5: silence in the middle',
    answer: ({ socket }) => socket.write(chunkedHead() + chunk(events)),
    state: 'interrupted',
    code: 'idle-timeout',
    kept: events,
    text: 'Hello',
    words: /5 characters in 2 events/,
  },
  {
    name: '8: a reset in the middle',
    answer: ({ socket }) =>
      socket.write(chunkedHead() + chunk(events), () => setTimeout(() => socket.resetAndDestroy(), 20)),
    state: 'interrupted',
    code: 'reset',
    kept: events,
    text: 'Hello',
  },
  {
    name: '8: a reset after the finish reason',
    answer: ({ socket }) =>
      socket.write(chunkedHead() + chunk(events + finish), () => setTimeout(() => socket.resetAndDestroy(), 20)),
    state: 'done-with-warnings',
    warning: 'no-end-mark',
    text: 'Hello',
  },
  {
    name: '9: an end without a terminal event',
    answer: streamed(events),
    state: 'interrupted',
    code: 'no-terminal',
    kept: events,
    text: 'Hello',
  },
  {
    name: '9: [DONE] without a finish reason',
    answer: streamed(events, done),
    state: 'interrupted',
    code: 'no-terminal',
    text: 'Hello',
  },
  {
    name: '9: a finish reason without [DONE]',
    answer: streamed(events, finish),
    state: 'done-with-warnings',
    text: 'Hello',
  },
  {
    name: '10: an error in the middle',
    answer: streamed(events, 'data: {"error":{"message":"upstream died","type":"upstream_error"}}\n\n', done),
    state: 'failed',
    code: 'in-band',
    text: 'Hello',
    words: /./,
  },
  {
    name: '11: one malformed event',
    answer: streamed(delta('Hel'), 'data: {"choices": nope\n\n', delta('lo'), finish, done),
    state: 'done-with-warnings',
    warning: 'bad-event',
    text: 'Hello',
  },
  {
    name: '11: only malformed events',
    answer: streamed(...Array.from({ length: 9 }, () => 'data: nope\n\n')),
    state: 'failed',
    code: 'bad-json',
  },
  {
    name: '12: an event without end',
    answer: ({ socket }) => {
      socket.write(chunkedHead() + chunk(events));
      socket.write(giantEvent);
    },
    state: 'interrupted',
    code: 'too-large',
    text: 'Hello',
  },
  {
    name: '13: a character cut by a chunk border',
    answer: streamed(...[...Buffer.from(delta('grüße'))].map((byte) => Buffer.from([byte])), finish, done),
    state: 'done',
    text: 'grüße',
  },
  {
    name: '15: cut compression',
    answer: ({ socket }) => {
      socket.write(chunkedHead('text/event-stream', 'content-encoding: gzip\r\n'));
      const gzip = zlib.createGzip();
      gzip.write(events);
      gzip.flush(() => {
        socket.write(chunk(gzip.read() as Buffer));
        socket.write(lastChunk);
      });
    },
    state: 'interrupted',
    code: 'encoding',
    kept: events,
    text: 'Hello',
  },
  {
    name: '16: JSON instead of a stream',
    answer: ({ socket }) => socket.write(json(completion())),
    state: 'done-with-warnings',
    warning: 'json-for-stream',
    text: 'Hello',
  },
  {
    name: '16: a page instead of a stream',
    answer: ({ socket }) => socket.write(respond(200, { 'content-type': 'text/html' }, '<html><title>Console</title>')),
    state: 'failed',
    code: 'not-json',
  },
  {
    name: '30: a length that is too long, after the terminal event',
    answer: ({ socket }) => socket.end(respond(200, { 'content-length': '9000' }, events + finish + done)),
    state: 'done-with-warnings',
    warning: 'no-end-mark',
    text: 'Hello',
  },
  {
    name: '30: a length that is too long, before it',
    answer: ({ socket }) => socket.end(respond(200, { 'content-length': '9000' }, events)),
    state: 'interrupted',
    code: 'truncated',
    text: 'Hello',
  },
  {
    name: '32: a damaged chunk',
    answer: ({ socket }) => socket.write(`${chunkedHead()}${chunk(events)}zz\r\n`),
    state: 'interrupted',
    code: 'protocol',
    text: 'Hello',
  },
  { name: '33: no events', answer: streamed(': nothing\n\n'), state: 'failed', code: 'empty' },
];

test.each(sse)('stream: $name', async (cell) => {
  await check(cell, true);
});
