import { AppError, failure } from '../protocol/failure.ts';
import { type SocketLike, type SocketTransportOptions, socketTransport } from './socket.ts';
import type { Transport } from './transport.ts';

/** First frame of the page on its WebSocket, and the reply that opens the transport. Every later frame is an envelope. */
type Hello = { kind: 'hello'; token: string };
type Welcome = { kind: 'welcome' };

/** Close codes of the browser host. */
export const closeCodes = {
  /** The token is missing, late or from another run of the program. */
  notWelcome: 4401,
  /** Too many windows are connected. */
  tooMany: 4429,
  /** The program is quitting. */
  goingAway: 1001,
} as const;

/**
 * Sends the token on a new WebSocket and resolves with the transport once the host accepts it. Rejects with an
 * `AppError`: `auth` when the token is invalid or expired, so that a retry is useless; `tooManyWindows`;
 * `connection-lost` when there was no response.
 */
export function greet(socket: SocketLike, token: string, options?: SocketTransportOptions): Promise<Transport> {
  return new Promise((resolve, reject) => {
    let welcome = false;
    const hello: Hello = { kind: 'hello', token };
    const sayHello = () => socket.send(JSON.stringify(hello));
    if (socket.readyState === 1) sayHello();
    else socket.addEventListener('open', sayHello);
    socket.addEventListener('error', () => {});
    socket.addEventListener('message', (event) => {
      if (welcome) return;
      // Frames after the welcome arrive in later turns, when the transport already listens.
      welcome = event.data === welcomeText;
      if (welcome) resolve(socketTransport(socket, options));
    });
    socket.addEventListener('close', ({ code }) => {
      if (!welcome) reject(new AppError(refusals[code] ?? unreachable));
    });
  });
}

const welcomeMessage: Welcome = { kind: 'welcome' };
export const welcomeText = JSON.stringify(welcomeMessage);

const unreachable = failure('connection-lost', "Patchbay doesn't respond.", {
  hint: 'Check that it is still running in its terminal, then try again.',
  retryable: true,
});
/** The host is at its limit; closing a window frees a slot. */
export const tooManyWindows = failure('bad-input', 'Too many tabs are connected to Patchbay.', {
  hint: 'Close another tab. This one reconnects automatically.',
  retryable: true,
});
const refusals: Readonly<Record<number, ReturnType<typeof failure>>> = {
  [closeCodes.notWelcome]: failure('auth', 'This link is from an earlier start of Patchbay.', {
    hint: 'Open the link that Patchbay printed when it started. Your history is kept.',
  }),
  [closeCodes.tooMany]: tooManyWindows,
};
