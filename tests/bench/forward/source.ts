// A gateway in its own process that streams one chat: /blast in chunks of 64 KiB, /events one write per event.
import http from 'node:http';

const [, , countText = '0'] = process.argv;
const count = Number(countText);

const event = (index: number) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-8f3a2b1c9d',
    object: 'chat.completion.chunk',
    created: 1_764_000_000,
    model: 'bench-1',
    choices: [{ index: 0, delta: { content: ` w${index % 1000}` }, finish_reason: null }],
  })}\n\n`;
const last =
  'data: {"id":"chatcmpl-8f3a2b1c9d","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

const events = Array.from({ length: count }, (_, index) => Buffer.from(event(index)));
const whole = Buffer.concat([...events, Buffer.from(last)]);
const pieces = Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, index) =>
  whole.subarray(index * 65_536, (index + 1) * 65_536),
);

const server = http.createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const writes = request.url?.startsWith('/events') ? [...events, Buffer.from(last)] : pieces;
  let next = 0;
  const more = () => {
    while (next < writes.length) {
      next += 1;
      if (!response.write(writes[next - 1])) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});
