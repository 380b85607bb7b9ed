import { Buffer } from 'node:buffer';
import { parseJson } from '#shared/protocol/json.ts';
import { type Received, respond, startRecordingServer } from '../exchange/wire-server.ts';
import { accept } from '../gateways/session-gateway.ts';
import { bodyOf, type WireCase, type WireFrame, type WireResponse } from './case.ts';

/** What a case's service received. */
export interface Played {
  url: string;
  /** Each request with its JSON body, in order. */
  received: { request: string; body: unknown }[];
  close(): Promise<void>;
}

/** Serves a case over a real socket. */
export async function playCase(wire: WireCase): Promise<Played> {
  const left = [...(wire.exchanges ?? [])];
  const received: Played['received'] = [];

  async function answer(request: Received): Promise<void> {
    if (wire.session && request.headers.some(([name]) => name.toLowerCase() === 'sec-websocket-key')) {
      openSession(request, wire.session);
      return;
    }
    const name = `${request.method} ${request.target}`;
    received.push({ request: name, body: parseJson((await request.body).toString()) });
    const at = left.findIndex((exchange) => exchange.request === name);
    const response: WireResponse = left[at]?.response ?? { status: 404, body: 'no such recording' };
    // The last one of its kind answers every further request.
    if (left.filter((exchange) => exchange.request === name).length > 1) left.splice(at, 1);
    const headers = { 'content-type': response.type ?? 'application/json', ...response.headers };
    request.socket.write(respond(response.status ?? 200, headers, bodyOf(response)));
  }

  const server = await startRecordingServer((request) => void answer(request));
  return { url: server.url, received, close: () => server.close() };
}

function openSession(request: Received, { opens, replies = {} }: NonNullable<WireCase['session']>): void {
  const send = (frames: readonly WireFrame[]) => {
    for (const frame of frames) {
      if ('event' in frame) socket.event(frame.event);
      else if ('text' in frame) socket.say(frame.text);
      else if ('binary' in frame) socket.frame(0x82, Buffer.from(frame.binary, 'base64'));
      else socket.close(frame.close, frame.reason);
    }
  };
  const socket = accept(
    request,
    {
      isSilent: true,
      onFrame({ op, data }) {
        if (op !== 'text') return;
        const event = parseJson(data.toString()) as { type?: string } | undefined;
        send(replies[event?.type ?? ''] ?? []);
      },
    },
    1,
    null,
  );
  send(opens);
}
