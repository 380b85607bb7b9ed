import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { contract } from '#shared/contract/index.ts';
import { connect as connectWire } from '#shared/rpc/connect.ts';
import { greet } from '#shared/rpc/greeting.ts';
import { ask, own, statusOf, upgradeHeaders } from '../../support/browser-host/raw-http.ts';
import { openTestHost } from '../../support/browser-host/test-host.ts';
import { quantile } from '../../support/quantiles.ts';

import type { Bar } from '../bar.ts';

/** The request header fields; `null` leaves one out. */
interface Knock {
  host: string;
  origin: string | null;
  fetched: Record<string, string>;
  token: string | null;
  route: 'page' | 'script' | 'video' | 'upload' | 'wire';
}

const goodHosts = (port: number) => [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`];
const badHosts = (port: number) =>
  [
    ...['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test', 'evil127.0.0.1', 'notlocalhost', 'a.localhost'],
    ...['127.0.0.1.', 'localhost.', '0.0.0.0', '0', '[::]', '[::1]', '[::ffff:127.0.0.1]', '127.1', '127.0.0.2'],
    ...['2130706433', '017700000001', '0x7f000001', '0x7f.0.0.1', '127.000.000.001', '192.168.0.1', '10.0.0.1'],
    ...['printer.local', 'service.internal', 'user@127.0.0.1', 'user:pass@localhost', 'evil.test#127.0.0.1'],
  ].map((name) => `${name}:${port}`);
const oddHosts = (port: number) => [
  ...['', '127.0.0.1', 'localhost', 'evil.test', '127.0.0.1:80', `127.0.0.1:${port + 1}`, `localhost:${port + 1}`],
  ...[`127.0.0.1:0${port}`, `127.0.0.1:${port}/`, `http://127.0.0.1:${port}`],
];
const fetched: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
];
const routes: Knock['route'][] = ['page', 'script', 'video', 'upload', 'wire'];

export const bar: Bar = {
  promise: 'Only the valid combinations of Host, Origin, Sec-Fetch-Site, token and route are accepted.',
  async run({ long }) {
    const host = await openTestHost();
    const other = await openTestHost();
    const { port, token } = host;
    try {
      await ask(port, '/files', { origin: own(port), authorization: `Bearer ${token}` }, 'POST', 'x');
      const hosts = [...goodHosts(port), ...badHosts(port), ...oddHosts(port)];
      const tokens = [token, null, 'A'.repeat(token.length), other.token];
      const knocks = hosts.flatMap((name) =>
        [`http://${name}`, null, 'null', `http://127.0.0.1:${port + 1}`, `https://${name}`, 'http://evil.test'].flatMap(
          (origin) =>
            fetched.flatMap((said) =>
              tokens.flatMap((shown) =>
                routes.map((route): Knock => ({ host: name, origin, fetched: said, token: shown, route })),
              ),
            ),
        ),
      );
      // The short form takes every 37th, a number that divides no dimension of the table, and all that may be valid.
      const chosen = long
        ? knocks
        : knocks.filter((knock, at) => at % 37 === 0 || (isLegal(knock, port) && at % 5 < 2));
      const wrong: string[] = [];
      let legal = 0;
      for (let at = 0; at < chosen.length; at += 40)
        await Promise.all(
          chosen.slice(at, at + 40).map(async (knock) => {
            let status = 0;
            // A response can be lost to a reset: the server closes while bytes of the request are still in flight.
            for (let tries = 0; status === 0 && tries < 3; tries += 1)
              status = await knockAt(port, knock, host.links.addressFor('f1'));
            const wanted = wantedStatus(knock, port, token);
            if (wanted !== 403) legal += 1;
            // Node's own parser rejects some spellings already.
            if (status !== wanted && !(wanted === 403 && status === 400))
              wrong.push(JSON.stringify({ ...knock, status }));
          }),
        );
      const calm = await answerTimeUnderGuesses(port, token, long ? 1000 : 100);
      const figure = `${chosen.length} requests, ${legal} valid, ${wrong.length} wrong${wrong[0] ? ` (${wrong[0]})` : ''}; a call of the page takes ${calm.toFixed(1)} ms (p99) while tokens are guessed`;
      return { figure, held: wrong.length === 0 && legal > 20 && (!long || calm < 50) };
    } finally {
      await Promise.all([host.close(), other.close()]);
    }
  },
};

function isLegal({ host, origin, fetched: said, route }: Knock, port: number): boolean {
  if (!goodHosts(port).includes(host)) return false;
  const needsOrigin = route === 'upload' || route === 'wire';
  if (origin === null ? needsOrigin : origin.toLowerCase() !== `http://${host.toLowerCase()}`) return false;
  const site = said['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || (site === 'none' && route !== 'upload');
}

function wantedStatus(knock: Knock, port: number, token: string): number {
  if (!isLegal(knock, port)) return 403;
  if (knock.route === 'wire') return 101;
  if (knock.route === 'upload') return knock.token === token ? 201 : 401;
  return 200;
}

/** The status of the response; the connection is cut as soon as it is known. */
function knockAt(port: number, { host, origin, fetched: said, token, route }: Knock, link: string): Promise<number> {
  const targets = { page: '/', script: '/assets/app.js', video: link, upload: '/files', wire: '/wire' };
  const headers: Record<string, string | null> = {
    ...(route === 'wire' ? upgradeHeaders(port) : { connection: 'close' }),
    ...(route === 'upload' && { 'content-length': '1' }),
    host,
    origin,
    authorization: token === null ? null : `Bearer ${token}`,
    ...said,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  const method = route === 'upload' ? 'POST' : 'GET';
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (!answer.includes('\r\n')) return;
      resolve(statusOf(answer));
      socket.destroy();
    });
    socket.on('error', () => resolve(0));
    socket.on('close', () => resolve(statusOf(answer)));
    socket.write(`${method} ${targets[route]} HTTP/1.1\r\n${lines.join('')}\r\n${route === 'upload' ? 'x' : ''}`);
  });
}

/** How long a connected page waits for a result, in milliseconds, while an attacker guesses tokens. */
async function answerTimeUnderGuesses(port: number, token: string, guesses: number): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/wire`, { origin: own(port) });
  const client = connectWire(contract, await greet(socket as never, token));
  const headers = { origin: own(port), authorization: 'Bearer guess' };
  const times: number[] = [];
  for (let count = 0; count < guesses; count += 20) {
    // Most are rejected at once, some are delayed; nothing waits for those here.
    const guessing = Array.from({ length: 20 }, () => ask(port, '/files', headers, 'POST', 'x'));
    const began = performance.now();
    await client.host.info({});
    times.push(performance.now() - began);
    await Promise.race(guessing);
  }
  socket.close();
  return quantile(times, 0.99);
}
