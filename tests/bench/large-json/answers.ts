import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { secret } from '../../support/load/core.ts';

const mebibyte = 1024 * 1024;
const base64 = randomBytes(192 * 1024).toString('base64');
const vector = Array.from({ length: 1536 }, (_, at) => Number(Math.sin(at).toFixed(7))).join();
const packed = Buffer.from(new Float32Array(1536).fill(0.125).buffer).toString('base64');
const line = 'All work and no play makes the page a dull thing to read.\\nAnd so on, \\"and so on\\".\\n';

/** Begins with a PNG signature, so that its type is recognized. */
const image = (bytes: number) => [`iVBORw0KGgoAAAAN${base64.slice(16)}`, base64, bytes / base64.length] as const;

/** `head`, then `piece` repeated up to about the wanted size, then `tail`. */
const shapes: Record<string, (bytes: number) => { head: string; piece: string; times: number; tail: string }> = {
  image(bytes) {
    const [first, piece, times] = image(bytes);
    return { head: `{"created":1,"data":[{"b64_json":"${first}`, piece, times, tail: '"}]}' };
  },
  vectors: (bytes) => ({
    head: `{"data":[{"index":0,"embedding":[${vector}]}`,
    piece: `,{"embedding":[${vector}]}`,
    times: bytes / vector.length,
    tail: '],"usage":{"prompt_tokens":1,"total_tokens":1}}',
  }),
  'packed vectors': (bytes) => ({
    head: `{"data":[{"index":0,"embedding":"${packed}"}`,
    piece: `,{"embedding":"${packed}"}`,
    times: bytes / packed.length,
    tail: ']}',
  }),
  text: (bytes) => ({
    head: '{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"',
    piece: line.repeat(1000),
    times: bytes / line.length / 1000,
    tail: '"}}]}',
  }),
  'text with an escaped key': (bytes) => ({
    head: '{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"',
    piece: line.repeat(1000),
    times: bytes / line.length / 1000,
    tail: `${[...secret].map((sign, at) => (at % 2 ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')}"}}]}`,
  }),
  garbage: (bytes) => ({ head: '{"x":[1', piece: ',1,{"y":null}'.repeat(10_000), times: bytes / 130_000, tail: ']}' }),
};

export const shapeNames = Object.keys(shapes);

if (process.send) {
  const server = createServer((request, response) => {
    const [, name = '', size = ''] = decodeURIComponent(request.url ?? '').split('/');
    const { head, piece, times, tail } = shapes[name]?.(Number(size) * mebibyte) ?? {
      head: '',
      piece: '',
      times: 0,
      tail: '',
    };
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.write(head);
    let left = Math.floor(times);
    const bytes = Buffer.from(piece);
    const write = () => {
      while (left > 0) {
        left -= 1;
        if (!response.write(bytes)) {
          response.once('drain', write);
          return;
        }
      }
      response.end(tail);
    };
    write();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
}
