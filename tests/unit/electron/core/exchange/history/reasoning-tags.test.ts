import { expect, onTestFinished, test } from 'vitest';
import { readerInputOf } from '#core/exchange/history/replay.ts';
import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { chatBody, startBench } from '../../../../../support/exchange/bench.ts';
import { json, startRecordingServer } from '../../../../../support/exchange/wire-server.ts';

test('the reasoning tags of the connection are recorded with the exchange, so that it is read again in the same way', async () => {
  const server = await startRecordingServer(({ socket }) => socket.write(json({ choices: [] })));
  onTestFinished(() => server.close());
  const readWith = async (reasoningTags: [string, string][]) => {
    const bench = startBench(server.url, { connection: { reasoningTags } });
    onTestFinished(() => bench.close());
    const { id } = await bench.run({ body: chatBody() });
    const recorded = bench.exchanges.base.records.find(id) as RecordedExchange;
    return readerInputOf(recorded).head.reasoningTags;
  };
  expect(await readWith([['<r>', '</r>']])).toEqual([['<r>', '</r>']]);
  expect(await readWith([])).toBeUndefined();
});
