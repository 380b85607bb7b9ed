import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DraftInput, snippetLanguages } from '#shared/contract/exchanges.ts';
import { all, type Bench, chatBody, never, type Ran, startBench } from '../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { echoes } from '../../support/exchange/echoes.ts';
import { startRecordingServer } from '../../support/exchange/wire-server.ts';
import type { Bar } from '../bar.ts';

const native: Partial<DraftInput> = {
  routeId: 'native.generateContent',
  params: { model: 'm-1' },
  body: { kind: 'json', text: '{"contents":[{"parts":[{"text":"Hi"}]}]}' },
};

/** Everything ever reported about one exchange, and every stored byte of it. */
async function* everything(
  { exchanges: { handlers }, folder, made }: Bench,
  { id, parts }: Ran,
): AsyncGenerator<unknown> {
  const asked = { signal: never };
  yield parts;
  yield handlers.get({ id }, asked);
  yield handlers.list({ limit: 100 }, asked);
  yield await all(handlers.watch({ id }, asked));
  yield await all(handlers.events({ id, from: 0 }, asked));
  for (const language of snippetLanguages) yield await handlers.snippet({ id, language }, asked);
  yield await handlers.har({ ids: [id] }, asked);
  yield* [...made.values()].map(({ bytes }) => bytes);
  yield* readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
}

export const bar: Bar = {
  promise: 'A key that a gateway sends back appears in no frame, file, export or error, whatever its encoding.',
  async run({ long }) {
    let searches = 0;
    let leaks = 0;
    for (let turn = 0; turn < (long ? 10 : 1); turn += 1)
      for (const [index, [, echo, stream]] of echoes.entries()) {
        const server = await startRecordingServer(echo(canaryKey));
        const bench = startBench(server.url, {
          connection: { nativeKeyStyle: index % 2 ? 'query' : 'x-vendor-api-key' },
        });
        const draft = (index + turn) % 2 ? native : { body: chatBody(stream ? { stream } : {}) };
        const ran = await bench.run(draft);
        if (!server.requests[0]?.head.includes(canaryKey)) throw new Error('the key did not reach the gateway');
        for await (const shown of everything(bench, ran)) {
          searches += 1;
          if (canariesIn(shown).length > 0) leaks += 1;
        }
        await bench.close();
        await server.close();
      }
    return {
      figure: `${echoes.length} ways to send it back, ${searches} places searched, ${leaks} leaks`,
      held: leaks === 0,
    };
  },
};
