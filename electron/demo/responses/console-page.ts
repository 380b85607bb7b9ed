import { gzipSync } from 'node:zlib';
import type { IncomingRequest } from '../incoming-request.ts';
import { type Reply, rawReply, withHeaders } from './reply.ts';

export const consoleHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Patchbay demo console</title>
  </head>
  <body>
    <h1>Patchbay demo gateway</h1>
    <p>Gateways show a page like this in a browser. API requests use URLs under <code>/v1</code> and <code>/v1beta</code>.</p>
  </body>
</html>
`;

/**
 * Returns what gateways send for any path outside their API: status 200 and the page of their console, compressed when
 * the client allows it. A base URL without `/v1` ends here.
 */
export function consolePage({ request }: Pick<IncomingRequest, 'request'>): Reply {
  const type = 'text/html; charset=utf-8';
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return rawReply(200, type, consoleHtml);
  return withHeaders(rawReply(200, type, gzipSync(consoleHtml)), {
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  });
}
