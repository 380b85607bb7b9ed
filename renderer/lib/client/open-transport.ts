import { AppError, failure } from '#shared/protocol/failure.ts';
import { greet } from '#shared/rpc/greeting.ts';
import type { HostPortMessage, HostWindow } from '#shared/rpc/host-window.ts';
import { portTransport } from '#shared/rpc/port.ts';
import type { Transport } from '#shared/rpc/transport.ts';
import { takeToken } from './token.ts';

declare global {
  interface Window {
    host?: HostWindow;
  }
}

/** The host is decided in this line; no other code asks which one it is. */
export const openTransport = (): Promise<Transport> => (window.host ? openPort(window.host) : openSocket(takeToken()));

/** The desktop shell responds with a `message` event of our own origin that carries the port. */
function openPort(host: HostWindow): Promise<Transport> {
  return new Promise((resolve) => {
    const onMessage = ({ source, origin, data, ports }: MessageEvent<Partial<HostPortMessage> | null>) => {
      const port = ports[0];
      if (source !== window || origin !== location.origin || data?.kind !== 'host-port' || !port) return;
      window.removeEventListener('message', onMessage);
      resolve(portTransport(port));
    };
    window.addEventListener('message', onMessage);
    host.connect();
  });
}

function openSocket(token: string | null): Promise<Transport> {
  if (!token) return Promise.reject(new AppError(noToken));
  return greet(new WebSocket(`${location.origin.replace(/^http/, 'ws')}/wire`), token);
}

const noToken = failure('auth', 'The link of this page has no token.', {
  hint: 'Open the complete link that Patchbay printed in the terminal.',
});
