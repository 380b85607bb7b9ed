/** Echoes small messages at once and discards large ones. Prints its port. */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer, isBinary) => {
    if (data.length < 16_384) socket.send(data, { binary: isBinary });
  });
});
server.on('listening', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
