/** A gateway that echoes every audio chunk at once. Prints its port. */
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  const session = { id: 'sess_1', object: 'realtime.session', type: 'realtime', output_modalities: ['audio'] };
  socket.send(JSON.stringify({ type: 'session.created', session }));
  socket.on('message', (data) => {
    const text = String(data);
    const audio = /^\{"type":"input_audio_buffer\.append","audio":"([^"]*)"\}$/.exec(text)?.[1];
    if (audio !== undefined)
      socket.send(`{"type":"response.output_audio.delta","item_id":"item_1","content_index":0,"delta":"${audio}"}`);
    else if (text.includes('session.update')) socket.send(JSON.stringify({ type: 'session.updated', session }));
  });
});
server.on('listening', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
