import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The only key that the gateways below accept. */
export const goodKey = 'sk-good-key-4711';

/** Where a gateway reads the key of a native request. */
export type Reads = 'x-goog-api-key' | 'x-vendor-api-key' | 'bearer' | 'query';

/** What a gateway responds to a native request whose key it does not find or does not accept. `key-first`: it has no
 * native routes, and accepts a Bearer key before it looks at the path, like llama-server. */
export type NativeRefusal = 'new-api' | 'litellm' | 'absent' | 'key-first';

export interface KeyGateway {
  url: string;
  /** Every request, as `GET /v1/models bearer`: method, path and where the key was. */
  heard: string[];
  /** Changes what the gateway does from now on. */
  set(change: { reads?: readonly Reads[]; refusal?: NativeRefusal; isListingSilent?: boolean }): void;
}

/**
 * A gateway over a real socket: `/v1` accepts Bearer, `/v1beta` reads the key only where `reads` says. Rejections have the
 * bodies of new-api and of the LiteLLM proxy.
 */
export async function startKeyGateway(
  reads: readonly Reads[],
  refusal: NativeRefusal = 'new-api',
): Promise<KeyGateway> {
  const state = { reads, refusal, isListingSilent: false };
  const heard: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const url = new URL(request.url ?? '/', 'http://gateway');
    const found = placesOf(request, url);
    heard.push(`${request.method} ${url.pathname} ${found.map(([place]) => place).join('+') || 'none'}`);
    if (!url.pathname.startsWith('/v1beta')) {
      const isGood = found.some(([place, key]) => place === 'bearer' && key === goodKey);
      if (!isGood) return invalidToken(response);
      if (url.pathname === '/v1/models' && state.isListingSilent)
        return void response.once('close', () => heard.push('/v1/models was given up'));
      if (url.pathname === '/v1/models')
        return json(response, 200, { object: 'list', data: [{ id: 'm-1', object: 'model' }] });
      return json(response, 404, { error: { message: 'Invalid URL (POST /v1/x)', type: 'invalid_request_error' } });
    }
    if (state.refusal === 'key-first' && found.some(([place, key]) => place === 'bearer' && key === goodKey))
      return json(response, 404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } });
    if (state.refusal === 'absent') return json(response, 404, { detail: 'Not Found' });
    const isGood = found.some(([place, key]) => state.reads.includes(place) && key === goodKey);
    if (isGood && request.method === 'GET') return json(response, 200, { models: [{ name: 'models/m-1' }] });
    if (isGood)
      return json(response, 200, { candidates: [{ content: { parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }] });
    if (state.refusal !== 'litellm') return invalidToken(response);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('Internal Server Error');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, set: (change) => void Object.assign(state, change) };
}

function placesOf({ headers }: IncomingMessage, url: URL): [Reads, string][] {
  const found: [Reads, string | null | undefined][] = [
    ['x-goog-api-key', headers['x-goog-api-key'] as string | undefined],
    ['x-vendor-api-key', headers['x-vendor-api-key'] as string | undefined],
    ['bearer', headers.authorization?.replace(/^Bearer /, '')],
    ['query', url.searchParams.get('key')],
  ];
  return found.filter((one): one is [Reads, string] => Boolean(one[1]));
}

/** What new-api responds to a token that it does not know. */
const invalidToken = (response: ServerResponse) =>
  json(response, 401, {
    error: { code: '', message: 'Invalid token (request id: 20251122154400123)', type: 'new_api_error' },
  });

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
