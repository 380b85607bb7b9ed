// The browser host with a demo gateway, a comparison of twelve lanes and sheets of several lengths: host.ts <tokens per second> <rows ...>
import { type Comparison, newComparison, newLane } from '../../../renderer/panels/compare/model/comparison.ts';
import { rowOf } from '../../../renderer/panels/compare/store.ts';
import { openDemoHost } from '../demo-host.ts';
import { laneCount, sheetLanes } from './sizes.ts';

const [pace = '', ...lengths] = process.argv.slice(2);
const { handlers, connection, signal, serve } = await openDemoHost(Number(pace));

async function save(id: string, comparison: Partial<Comparison>): Promise<void> {
  const { parts: _none, ...row } = rowOf(newComparison(id, comparison));
  await handlers.library.save({ ...row, parts: [], revision: 0 }, { signal });
}

const lanes = (count: number, model: string) =>
  Array.from({ length: count }, (_, at) => newLane(`lane-${at}`, { connectionId: connection.id, keyId: null, model }));

await save('lanes', { name: 'Twelve lanes', prompt: 'Tell me all of it.', lanes: lanes(laneCount, 'demo-long') });
for (const length of lengths)
  await save(`sheet-${length}`, {
    name: `${length} rows`,
    prompt: 'Repeat the word {{word}}.',
    lanes: lanes(sheetLanes, 'demo-chat'),
    columns: ['word'],
    rows: Array.from({ length: Number(length) }, (_, at) => ({ id: `row-${at}`, values: { word: `word ${at}` } })),
    assertions: [{ kind: 'contains', text: '{{word}}', ignoreCase: false }],
    limits: { concurrency: 12, perMinute: null, calls: null, tokens: null, money: null },
  });
await serve();
