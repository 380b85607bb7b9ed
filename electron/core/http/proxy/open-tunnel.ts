import { Buffer } from 'node:buffer';
import type net from 'node:net';
import { NetworkError, placeName } from '../network-failure.ts';
import type { HttpProxy } from './http-proxy.ts';

const maxHeadBytes = 16 * 1024;

/**
 * Asks the proxy for a tunnel. The proxy sees the gateway's name and its own login, and nothing of the request. Rejects
 * with a `NetworkError`; the socket is then destroyed.
 */
export function openTunnel(
  socket: net.Socket,
  { host, port }: { host: string; port: number },
  proxy: HttpProxy,
  signal: AbortSignal,
): Promise<void> {
  const target = placeName(host, port);
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  for (const [name, value] of proxy.loginHeaders) lines.push(`${name}: ${value}`);
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      socket.off('data', onData).off('error', onError).off('close', onClose);
      socket.pause();
    };
    const fail = (reason: unknown) => {
      settle();
      socket.on('error', () => {});
      socket.destroy();
      reject(reason);
    };
    const onAbort = () => fail(signal.reason);
    const onError = (thrown: Error) => fail(new NetworkError(proxy.unreachable(thrown)));
    const onClose = () => fail(new NetworkError(proxy.unreachable(null)));
    const onData = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1 && head.length <= maxHeadBytes) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 64))?.[1];
      if (status === undefined || end === -1) return fail(new NetworkError(proxy.misunderstood()));
      if (!status.startsWith('2')) return fail(new NetworkError(proxy.refused(Number(status), target)));
      settle();
      const rest = head.subarray(end + 4);
      if (rest.length > 0) socket.unshift(rest);
      resolve();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('data', onData).once('error', onError).once('close', onClose);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}
