import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const perSecond = 100e6;

/**
 * Reads bodies at 100 MB/s and reports how many bytes arrived; `/stall` stops after the first megabyte, `/fast` reads all at
 * once.
 */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const began = performance.now();
  let received = 0;
  const isStalling = request.url?.startsWith('/stall');
  const isFast = request.url?.startsWith('/fast');
  try {
    for await (const bytes of request) {
      received += (bytes as Buffer).length;
      if (isStalling && received > 1e6) await wait(60_000, undefined, { ref: false });
      const earlyMs = (received / perSecond) * 1000 - (performance.now() - began);
      if (earlyMs > 5 && !isFast) await wait(earlyMs);
    }
  } catch {
    return;
  }
  process.send?.({ received });
  response.setHeader('content-type', 'application/json').end('{"text":"heard"}');
}

const server = createServer((request, response) => void take(request, response));
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
