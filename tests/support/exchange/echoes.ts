import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import { canaryKey, randomPart } from './canary.ts';
import { completion, delta, done, finish, streamed } from './chat-wire.ts';
import { chunk, chunkedHead, json, lastChunk, type Received, respond } from './wire-server.ts';

const half = Math.floor(canaryKey.length / 2);

/** Ways in which a gateway can echo what it received. */
export const echoes: [string, (key: string) => (request: Received) => unknown, boolean?][] = [
  [
    'a 401 body',
    (key) =>
      ({ socket }) =>
        socket.write(json({ error: { message: `Wrong key ${key}`, type: key } }, 401)),
  ],
  [
    'its whole head',
    () =>
      ({ socket, head, target }) =>
        socket.write(json({ error: { message: `${target} ${head}` } }, 400)),
  ],
  [
    'a header',
    (key) =>
      ({ socket }) =>
        socket.write(respond(200, { 'x-key': key, [`x-${key}`]: '1' }, JSON.stringify(completion()))),
  ],
  [
    'the status text',
    (key) =>
      ({ socket }) =>
        socket.write(`HTTP/1.1 401 Bad ${key}\r\ncontent-length: 0\r\n\r\n`),
  ],
  [
    'malformed JSON',
    (key) =>
      ({ socket }) =>
        socket.write(respond(200, {}, `{"a": ${key}`)),
  ],
  [
    'a page',
    (key) =>
      ({ socket }) =>
        socket.write(respond(200, { 'content-type': 'text/html' }, `<title>${key}</title>`)),
  ],
  [
    'bytes that are not HTTP',
    (key) =>
      ({ socket }) =>
        socket.write(`Hello ${key}\r\n`),
  ],
  [
    'base64',
    (key) =>
      ({ socket }) =>
        socket.write(json(completion(btoa(`user:${key}`)))),
  ],
  [
    'percent encoding',
    (key) =>
      ({ socket }) =>
        socket.write(json(completion([...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join('')))),
  ],
  [
    'hex',
    (key) =>
      ({ socket }) =>
        socket.write(json(completion(Buffer.from(key).toString('hex')))),
  ],
  [
    'JSON escapes of some letters',
    (key) =>
      ({ socket }) =>
        socket.write(
          respond(
            200,
            {},
            JSON.stringify(completion('@@')).replace(
              '@@',
              key.replace(/[a-m]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
            ),
          ),
        ),
  ],
  [
    'gzip',
    (key) =>
      ({ socket }) =>
        socket.write(respond(200, { 'content-encoding': 'gzip' }, zlib.gzipSync(JSON.stringify(completion(key))))),
  ],
  [
    'brotli',
    (key) =>
      ({ socket }) =>
        socket.write(
          respond(200, { 'content-encoding': 'br' }, zlib.brotliCompressSync(JSON.stringify(completion(btoa(key))))),
        ),
  ],
  [
    'capital hex and base64 for addresses',
    (key) =>
      ({ socket }) =>
        socket.write(
          json(
            completion(
              `${Buffer.from(key).toString('hex').toUpperCase()} ${Buffer.from(`?${key}`).toString('base64url')}`,
            ),
          ),
        ),
  ],
  [
    'HTML escapes and UTF-16',
    (key) =>
      ({ socket }) =>
        socket.write(
          respond(
            502,
            { 'content-type': 'text/html' },
            Buffer.concat([Buffer.from(`<p>${key}</p>`), Buffer.from(key, 'utf16le')]),
          ),
        ),
  ],
  ['base64 in two chunks', (key) => splitChunks(delta(`a ${btoa(`x:${key}`)} b`)), true],
  [
    'an in-band error',
    (key) => streamed(delta('Hi'), `data: {"error":{"message":"${key}","code":"${key}"}}\n\n`),
    true,
  ],
  ['a malformed event', (key) => streamed(delta('Hi'), `data: {"x": ${key}\n\n`, finish, done), true],
  ['an event name and a comment', (key) => streamed(`: ${key}\n\nevent: ${key}\n${delta('Hi')}`, finish, done), true],
  ['two chunks', (key) => splitChunks(delta(`a ${key} b`)), true],
  [
    'two events',
    (key) => streamed(delta(`a ${key.slice(0, half)}`), delta(`${key.slice(half)} b`), finish, done),
    true,
  ],
  ['many events', (key) => streamed(...(key.match(/.{1,4}/g) ?? []).map(delta), delta(' b'), finish, done), true],
];

/** Sends text with a pause in the middle of the key. */
const splitChunks =
  (text: string) =>
  async ({ socket }: Received) => {
    const middle = Math.max(text.indexOf(randomPart), Math.floor(text.length / 2) - 20) + 20;
    socket.write(chunkedHead());
    socket.write(chunk(text.slice(0, middle)));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write(chunk(text.slice(middle) + finish + done));
    socket.write(lastChunk);
  };
