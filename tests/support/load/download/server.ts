import { createServer } from 'node:http';
import { blockAt, blockBytes } from './video.ts';

const [megabytes = '', breaks = ''] = process.argv.slice(2);
const total = Number(megabytes) * blockBytes;
/** Where it breaks off, once each: half of them by a reset. */
const places = Array.from({ length: Number(breaks) }, () => Math.floor(Math.random() * total)).sort((a, b) => a - b);
let requests = 0;
let served = 0;

/** A video in chunks, from a gateway that breaks off repeatedly. */
const server = createServer((request, response) => {
  if (request.url === '/warm') {
    const warm = Buffer.concat(Array.from({ length: 128 }, (_, index) => blockAt(index)));
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': warm.length }).end(warm);
    return;
  }
  requests += 1;
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const headers = {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    etag: '"film"',
    'content-length': total - from,
  };
  if (request.headers.range === undefined) response.writeHead(200, headers);
  else response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${total - 1}/${total}` });
  while (places.length > 0 && (places[0] ?? 0) <= from) places.shift();
  const until = places.shift() ?? total;
  let at = from;
  const write = () => {
    while (at < until) {
      const block = blockAt(Math.floor(at / blockBytes)).subarray(at % blockBytes);
      const bytes = block.subarray(0, Math.min(block.length, until - at));
      at += bytes.length;
      served += bytes.length;
      if (!response.write(bytes)) {
        response.once('drain', write);
        return;
      }
    }
    if (until === total) {
      response.end(() => process.send?.({ requests, served }));
      return;
    }
    if (requests % 2 === 0) response.socket?.resetAndDestroy();
    else response.socket?.end();
  };
  write();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
