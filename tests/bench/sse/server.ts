/** Serves one event stream forever: `server.ts <events>`. `/blast` writes 64 KiB at a time, `/events` each event alone. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventTexts, wireBytes } from './stream.ts';

const count = Number(process.argv[2]);
const whole = wireBytes(count);
const blast = Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, at) =>
  whole.subarray(at * 65_536, (at + 1) * 65_536),
);
const events = [...eventTexts(count).map((text) => Buffer.from(`data: ${text}\n\n`)), Buffer.from('data: [DONE]\n\n')];

const server = createServer((request, response) => {
  const writes = request.url?.startsWith('/events') ? events : blast;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  void (async () => {
    for (const bytes of writes) if (!response.write(bytes)) await once(response, 'drain');
    response.end();
  })();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log((server.address() as AddressInfo).port);
