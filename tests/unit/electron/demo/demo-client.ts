import { type DemoGateway, type DemoOptions, startDemoGateway } from '#demo/gateway.ts';
import { testFaults } from '../../../support/demo-faults/index.ts';

/** Starts a gateway that has the faults of tests too, is as fast as possible and closes at the end of the scope. */
export async function openGateway(options: DemoOptions = {}): Promise<DemoGateway & AsyncDisposable> {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0, moreFaults: testFaults, ...options });
  return Object.assign(gateway, { [Symbol.asyncDispose]: () => gateway.close() });
}

export interface DemoResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of responses freely
  json: any;
}

/** Sends a request with the key, unless other headers are given, and reads the whole response. */
export async function ask(
  gateway: DemoGateway,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${gateway.key}` },
): Promise<DemoResponse> {
  const response = await fetch(gateway.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Not every response is JSON: such tests read the text.
  }
  return { status: response.status, headers: response.headers, text, json };
}

export const chatBody = (content: unknown, more: object = {}): object => ({
  model: 'demo-chat',
  messages: [{ role: 'user', content }],
  ...more,
});
