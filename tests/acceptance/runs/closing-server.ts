// A server in its own process that silently closes connections after an idle limit. Prints its
// port, and on request the number of requests and connections it got: closing-server.ts <milliseconds>
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
      // Written by hand, so that the limit is not announced.
      response.setHeader('connection', 'keep-alive').setHeader('content-type', 'application/json').end(answer);
    });
  },
);
server.on('connection', () => {
  counts.connections += 1;
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(counts));
