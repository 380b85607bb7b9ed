// A gateway in its own process: every response is a stream of 20 events per second for this many seconds, and each event
// names
// its stream and its number: source.ts <seconds>
import { createServer, type ServerResponse } from 'node:http';

const perSecond = 20;
const phases = 5;
const events = Number(process.argv[2]) * perSecond;

interface Stream {
  response: ServerResponse;
  id: string;
  sent: number;
}

/** Streams are staggered within the 50 ms of an event, like those of different users. */
const turns: Set<Stream>[] = Array.from({ length: phases }, () => new Set());
let opened = 0;

const eventOf = ({ id, sent }: Stream) =>
  `data: {"id":"${id}","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"${id}:${sent} "},"finish_reason":null}]}\n\n`;
const last = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => {
    body += bytes;
  });
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    turns[opened % phases]?.add({ response, id: (JSON.parse(body) as { model: string }).model, sent: 0 });
    opened += 1;
  });
});
let turn = 0;
setInterval(
  () => {
    const now = turns[turn % phases] as Set<Stream>;
    turn += 1;
    for (const stream of now) {
      stream.response.write(eventOf(stream));
      stream.sent += 1;
      if (stream.sent < events) continue;
      now.delete(stream);
      stream.response.end(last);
    }
  },
  1000 / perSecond / phases,
);
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () =>
  process.send?.((server.address() as { port: number }).port),
);
