// 50 echoed audio chunks per second, in its own process, while nothing else is sent, or 20 MB/s:
// case.ts <client> <idle|busy> <seconds> <port>
import { WebSocket as UndiciSocket } from 'undici';
import { systemClock } from '#core/ports.ts';
import { openWebSocket } from '#core/realtime/socket/open-web-socket.ts';
import { Socket } from '#core/realtime/socket/socket.ts';
import { sessionTimings } from '#core/realtime/timings.ts';
import { quantile } from '../../support/quantiles.ts';

export interface Echo {
  p50Ms: number;
  p99Ms: number;
  /** What was sent in addition to the audio. */
  megabytesPerSecond: number;
}

interface Client {
  send(text: string): void;
  waitingBytes(): number;
  end(): void;
}

const everyMs = 20;
const bulk = 'x'.repeat(65_536);
const bulkPerSecond = 20e6;
const [name = '', load = '', secondsText = '', port = ''] = process.argv.slice(2);
const seconds = Number(secondsText);

/** Patchbay's own client: its own sockets and its own connection. */
async function openLink(onMessage: () => void): Promise<Client> {
  const to = { host: '127.0.0.1', port: Number(port), secure: false, proxy: null, extraCa: [] };
  const opened = await openWebSocket(
    { address: `ws://127.0.0.1:${port}/`, to, headers: [], protocols: [] },
    { signal: new AbortController().signal, limitMs: 5000, mark() {}, onConnected() {}, onRequest() {} },
  );
  if (opened.kind !== 'open') throw new Error('the connection was not opened');
  const link = new Socket(opened.socket, sessionTimings, systemClock, {
    onMessage,
    onPing() {},
    onPong() {},
    onEnd() {},
  });
  return { send: (text) => link.send(text), waitingBytes: () => link.waitingBytes, end: () => link.cut() };
}

function openStandard(Kind: typeof WebSocket, onMessage: () => void): Promise<Client> {
  const socket = new Kind(`ws://127.0.0.1:${port}`);
  socket.onmessage = onMessage;
  return new Promise((resolve) => {
    socket.onopen = () =>
      resolve({
        send: (text) => socket.send(text),
        waitingBytes: () => socket.bufferedAmount,
        end: () => socket.close(),
      });
  });
}

const sentAt: number[] = [];
const times: number[] = [];
const onMessage = () => times.push(performance.now() - (sentAt[times.length] as number));
const client =
  name === 'program'
    ? await openLink(onMessage)
    : await openStandard(name === 'undici' ? (UndiciSocket as unknown as typeof WebSocket) : WebSocket, onMessage);
const audio = 'A'.repeat(1280);
const pieces = (seconds * 1000) / everyMs;
const began = performance.now();
let bulkBytes = 0;
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const passedMs = performance.now() - began;
    // What does not fit now is sent later, as a file upload does.
    if (load === 'busy')
      while (bulkBytes < (passedMs / 1000) * bulkPerSecond && client.waitingBytes() < 256 * 1024) {
        client.send(bulk);
        bulkBytes += bulk.length;
      }
    while (sentAt.length < Math.min(pieces, Math.floor(passedMs / everyMs))) {
      sentAt.push(performance.now());
      client.send(audio);
    }
    if (times.length < pieces) return;
    clearInterval(timer);
    resolve();
  }, 4);
});
const megabytesPerSecond = bulkBytes / 1e6 / ((performance.now() - began) / 1000);
client.end();
// The first second is spent compiling and does not count.
const settled = times.slice(Math.min(50, pieces / 4));
const echo: Echo = { p50Ms: quantile(settled, 0.5), p99Ms: quantile(settled, 0.99), megabytesPerSecond };
console.log(JSON.stringify(echo));
process.exit();
