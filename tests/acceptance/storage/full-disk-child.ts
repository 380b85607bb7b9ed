// A core on a disk that is full for a while: "fill" takes all remaining space, "free" gives it back. Everything that was
// acknowledged as saved must exist at the end. Prints one JSON line.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chatBody, never, startBench } from '../../support/exchange/bench.ts';
import { delta, done, finish, streamed } from '../../support/exchange/chat-wire.ts';
import { startRecordingServer } from '../../support/exchange/wire-server.ts';

const [, , folder = ''] = process.argv;
const server = await startRecordingServer(streamed(delta('word '.repeat(4_000)), delta('last'), finish, done));
const data = path.join(folder, 'data');
const bench = startBench(server.url, { folder: data });
const ran: { id: string; saved: boolean }[] = [];
let answers = 0;

async function run(): Promise<void> {
  const { text, end, id } = await bench.run({ body: chatBody({ stream: true }) });
  if (end.state === 'done' && text.endsWith('last')) answers += 1;
  ran.push({ id, saved: (bench.troubles.at(-1) ?? null) === null });
}
const troubled = () => (bench.troubles.at(-1) ?? null) !== null;

for (let count = 0; count < 5; count += 1) await run();
const filler = path.join(folder, 'filler');
let filled = 0;
try {
  for (;;) {
    writeFileSync(filler, Buffer.alloc(8_192, 1), { flag: 'a' });
    filled += 1;
  }
} catch {
  // Nothing fits any more.
}
for (let count = 0; count < 60 && !troubled(); count += 1) await run();
const banner = bench.troubles.at(-1) ?? '';
for (let count = 0; count < 3; count += 1) await run();
const readable = await count(ran.map(({ id }) => id));
rmSync(filler, { force: true });
// It must resume by itself: nothing is requested meanwhile.
while (troubled()) await new Promise((resolve) => setTimeout(resolve, 50));
await bench.restart();
const kept = await count(ran.map(({ id }) => id));
const check = Object.values(bench.db.sql.prepare('PRAGMA integrity_check').get() ?? {})[0];
process.stdout.write(`${JSON.stringify({ runs: ran.length, answers, filled, banner, readable, kept, check })}\n`);
await bench.close();
await server.close();

/** Exchanges that can be read in full. */
async function count(ids: readonly string[]): Promise<number> {
  let whole = 0;
  for (const id of ids) {
    let text = '';
    for await (const part of bench.exchanges.handlers.watch({ id }, { signal: never }))
      if (part.type === 'text-delta') text += part.text;
    if (text.endsWith('last')) whole += 1;
  }
  return whole;
}
