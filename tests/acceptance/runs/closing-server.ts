// A server in a process of its own that closes connections which were idle for so long, without having said so. Tells its
// port, and when it is asked how many requests and connections it got: closing-server.ts <milliseconds>
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completion } from '../../support/exchange/chat-wire.ts';

const answer = JSON.stringify(completion());
const counts = { received: 0, connections: 0 };
const server = createServer(
  { keepAliveTimeout: Number(process.argv[2]), keepAliveTimeoutBuffer: 0 },
  (request, response) => {
    counts.received += 1;
    request.resume().once('end', () => {
      // Said by hand, so that the limit is not told.
      response.setHeader('connection', 'keep-alive').setHeader('content-type', 'application/json').end(answer);
    });
  },
);
server.on('connection', () => {
  counts.connections += 1;
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(counts));
