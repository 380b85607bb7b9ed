import { connect } from 'node:net';

/** Sends bytes as they are and returns the full response once the server closes. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
    socket.write(text);
  });
}

/** One request on its own connection; `headers` replace or add to the defaults, `null` leaves one out. */
export function ask(
  port: number,
  target: string,
  headers: Record<string, string | null> = {},
  method = 'GET',
  body = '',
) {
  const all: Record<string, string | null> = { host: `127.0.0.1:${port}`, connection: 'close', ...headers };
  if (body) all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  return raw(port, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

export const upgradeHeaders = (port: number) => ({
  origin: `http://127.0.0.1:${port}`,
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
});

/** The only origin that a server on this port accepts. */
export const own = (port: number) => `http://127.0.0.1:${port}`;
