/**
 * From the start of `patchbay run` to the first byte of its request at the gateway, compared with the start of Node itself.
 * Uses the build when there is one, else the sources (slower to load).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';

const rounds = 9;
const program = 'bin/patchbay.mjs';
const from = existsSync('dist/main/cli.js') ? 'the build' : 'the sources';

let heardAt = Promise.withResolvers<number>();
const gateway = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => {
    heardAt.resolve(performance.now());
    const body = '{"object":"list","data":[]}';
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
});
gateway.listen(0, '127.0.0.1');
await once(gateway, 'listening');
const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;

async function startNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - began;
}

async function startProgram(): Promise<number> {
  heardAt = Promise.withResolvers();
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'run', 'models', '--base-url', address], {
    stdio: 'ignore',
    env: { ...process.env, PATCHBAY_API_KEY: 'bench' },
  });
  const ended = once(child, 'close');
  const tookMs = (await heardAt.promise) - began;
  await ended;
  return tookMs;
}

await startProgram();
const [bare, own]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  bare.push(await startNode());
  own.push(await startProgram());
}
gateway.close();
const more = median(own) - median(bare);
console.log(
  `node -e 0 ${median(bare).toFixed(0)} ms, patchbay run (${from}) to first byte ${median(own).toFixed(0)} ms (medians of ${rounds})`,
);
judge({
  goal: 'P25',
  what: 'from process start to the first byte sent, above `node -e 0`',
  value: more,
  limit: { atMost: 300 },
  unit: 'ms',
});
process.exit();
