import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '#core/http/node-http.ts';
import { pagePermissions } from './page-policy.ts';

/** For everything except the page: an error, a stored file, a JSON response. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Headers of every response, errors included. No cookie is ever set and no other origin is ever allowed. */
export const guardHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': closedPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'permissions-policy': pagePermissions,
};

/** Sets them on a response before anything else handles it. */
export function guard(response: ServerResponse): void {
  for (const [name, value] of Object.entries(guardHeaders)) response.setHeader(name, value);
}

/** Ends a request with one line of text, and closes the connection: its body is not read. */
export function refuse(response: ServerResponse, status: number, reason: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('connection', 'close');
  response.end(`${reason}\n`);
}

/** Does the same for a connection that has no response object: an upgrade, or bytes that are not HTTP. */
export function refuseSocket(socket: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`;
  const headers = {
    ...guardHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.once('finish', () => socket.destroy());
}
