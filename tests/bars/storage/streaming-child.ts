// A core that runs one streamed chat after another and keeps a setting, and says when each is acknowledged.
// Lines: "s N" the setting N is stored; "t ID N" the N-th piece of the exchange ID has arrived.
import { createSettings } from '#core/settings/settings.ts';
import { chatBody, never, startBench } from '../../unit/electron/core/exchange/bench.ts';

const [, , folder = '', address = '', from = '0'] = process.argv;
const bench = startBench(address, { folder, deadlines: (_, planned) => planned });
const settings = createSettings({ db: bench.db, announce: () => {} });
const say = (text: string) => process.stdout.write(`${text}\n`);

let stored = Number(from);
setInterval(() => {
  stored += 1;
  settings.put({ name: 'counter', value: { stored, filler: 'x'.repeat(stored % 3000) } }, { signal: never });
  say(`s ${stored}`);
}, 7);

for (;;) {
  let pieces = 0;
  let id = '';
  const draft = bench.draft({ body: chatBody({ stream: true }) });
  for await (const part of bench.exchanges.handlers.run(draft, { signal: never })) {
    if (part.type === 'run-start') id = part.exchangeId;
    if (part.type !== 'text-delta') continue;
    pieces += (part.text.match(/<\d+>/g) ?? []).length;
    say(`t ${id} ${pieces}`);
  }
}
