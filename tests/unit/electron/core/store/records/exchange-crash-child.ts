// A core that runs one streamed chat against the given address, until it is killed.
import { chatBody, never, startBench } from '../../../../../support/exchange/bench.ts';

const [, , folder = '', address = ''] = process.argv;
const bench = startBench(address, { folder, deadlines: (_, planned) => planned });
const draft = bench.draft({ body: chatBody({ stream: true }) });
for await (const part of bench.exchanges.handlers.run(draft, { signal: never }))
  if (part.type === 'text-delta') process.stdout.write('.');
