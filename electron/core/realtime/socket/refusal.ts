import type { Buffer } from 'node:buffer';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { failureFromBody } from '../../readers/classify.ts';
import { requestIdFromHeaders } from '../../readers/failures/headers.ts';
import { pageTitle } from '../../readers/failures/markup.ts';
import type { HandshakeHead } from './open-web-socket.ts';

/** Names a handshake that was answered and not accepted: like any other answer, by its body before its status. */
export function readRefusal({ status, headers }: HandshakeHead, body: Buffer): Failure {
  const text = body.toString('utf8');
  const known = { status, requestId: requestIdFromHeaders(headers) };
  if (status >= 300 && status < 400) {
    const target = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? 'nowhere';
    return failure(
      'redirect',
      `The gateway answered ${status} and points to ${target.replace(/\/\/[^/@]*@/, '//').slice(0, 300)}. A session is never redirected: it would carry the key to a place that nobody named.`,
      {
        ...known,
        hint: 'If that is the right place, make it the base address of the connection and enter the key for it.',
      },
    );
  }
  if (status >= 400) return failureFromBody(jsonOr(text), { status, headers, fixedPath: true });
  const isPage = /^\s*<(?:!doctype|html)/i.test(text);
  const title = isPage ? pageTitle(text) : null;
  if (isPage)
    return failure(
      'route-absent',
      `The gateway answered ${status} with an HTML page${title === null ? '' : ` titled "${title}"`} instead of a session: it does not have this route.`,
      {
        ...known,
        hint: 'The base address is probably wrong (gateways show their console for unknown paths), or a login or proxy page is in the way.',
        gatewayMessage: title,
      },
    );
  const said = failureFromBody(jsonOr(text), { status, headers, fixedPath: true });
  if (said.gatewayMessage !== null && /^\s*\{/.test(text)) return said;
  return failure('protocol', `The gateway answered ${status} and did not switch to a WebSocket.`, {
    ...known,
    hint: 'A proxy on the way may not let WebSockets pass, or the gateway serves this route as plain HTTP.',
    gatewayMessage: text.trim().slice(0, 500) || null,
  });
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
