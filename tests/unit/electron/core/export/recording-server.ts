import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived. */
export interface Arrived {
  method: string;
  target: string;
  /** Lower-case names; values as Latin-1. */
  headers: Map<string, string>;
  body: Buffer;
}

/** One part of a form as it arrived. */
export interface ArrivedPart {
  name: string;
  file: string | null;
  type: string | null;
  bytes: string;
}

/** A server that records every request and gives each program a response that it can read. */
export async function startRecordingServer(): Promise<{ url: string; arrived: Arrived[]; close(): Promise<void> }> {
  const arrived: Arrived[] = [];
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const headers = new Map<string, string>();
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      headers.set((request.rawHeaders[at] as string).toLowerCase(), request.rawHeaders[at + 1] as string);
    const body = Buffer.concat(pieces);
    arrived.push({ method: request.method ?? '', target: request.url ?? '', headers, body });
    const isStream =
      /(?:completions|responses|rerank)$/.test(request.url ?? '') && /"stream": ?true/.test(body.toString());
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
    response.end(isStream ? 'data: {"text":"grüße"}\n\ndata: [DONE]\n\n' : '{"data":[{"embedding":[1],"index":0}]}');
  };
  const server = http.createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const unescaped = (text: string) => text.replaceAll('%22', '"').replaceAll('\\"', '"').replaceAll('\\\\', '\\');

/** The parts of a form, in order; bytes as Latin-1. */
export function partsOf({ headers, body }: Arrived): ArrivedPart[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error(`no boundary in ${headers.get('content-type')}`);
  return body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const gap = part.indexOf('\r\n\r\n');
      const head = Buffer.from(part.slice(0, gap), 'latin1').toString('utf8');
      const file = /; filename="((?:[^"\\]|\\.)*)"/.exec(head)?.[1];
      return {
        name: unescaped(/; name="((?:[^"\\]|\\.)*)"/.exec(head)?.[1] ?? ''),
        file: file === undefined ? null : unescaped(file),
        type: /^content-type: (.+)$/im.exec(head.replaceAll('\r', ''))?.[1] ?? null,
        bytes: part.slice(gap + 4, -2),
      };
    });
}
