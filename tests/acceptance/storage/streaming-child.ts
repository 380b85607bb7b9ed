// A core that runs one streamed chat after another and stores a setting, and reports each acknowledgment.
// Lines: "s N" the setting N is stored; "t ID N" the N-th part of the exchange ID has arrived.
import { createSettings } from '#core/settings/settings.ts';
import { chatBody, never, startBench } from '../../support/exchange/bench.ts';

const [, , folder = '', address = '', from = '0'] = process.argv;
const bench = startBench(address, { folder, deadlines: (_, planned) => planned });
const settings = createSettings({ db: bench.db, announce: () => {} });
const say = (text: string) => process.stdout.write(`${text}\n`);

let stored = Number(from);
setInterval(() => {
  stored += 1;
  const now = stored;
  const value = { stored: now, filler: 'x'.repeat(now % 3000) };
  void Promise.resolve(settings.put({ name: 'counter', value }, { signal: never })).then(() => say(`s ${now}`));
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
