// The browser host with a demo gateway, a comparison of twelve lanes and sheets of several lengths: host.ts <tokens per second> <rows ...>
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCore } from '#core/index.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import { createFileLinks } from '../../../electron/browser/file-links.ts';
import { createBrowserHostServices } from '../../../electron/browser/host-services.ts';
import { startLoopback } from '../../../electron/browser/serve.ts';
import { openBuiltPage } from '../../../electron/hosting/built-page.ts';
import { createMemoryVault } from '../../../electron/hosting/keyring-vault.ts';
import { type Comparison, newComparison, newLane } from '../../../renderer/panels/compare/model/comparison.ts';
import { rowOf } from '../../../renderer/panels/compare/store.ts';
import { laneCount, sheetLanes } from './sizes.ts';

const [pace = '', ...lengths] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
process.env.PATCHBAY_DATA_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const links = createFileLinks();
const startDemo = () => startDemoGateway({ paceTokensPerSecond: Number(pace) });
const core = await createCore(
  createBrowserHostServices({ version: 'bench', vault: createMemoryVault(), links, startDemo }),
);
const { signal } = new AbortController();
await core.handlers.demo.start({}, { signal });
const [connection] = await core.handlers.connections.list({}, { signal });
if (!connection) throw new Error('the demo gateway has no connection');

async function save(id: string, comparison: Partial<Comparison>): Promise<void> {
  const { parts: _none, ...row } = rowOf(newComparison(id, comparison));
  await core.handlers.library.save({ ...row, parts: [], revision: 0 }, { signal });
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
const loopback = await startLoopback({
  handlers: core.handlers,
  files: core.files,
  links,
  page: await openBuiltPage(path.join(import.meta.dirname, '../../../dist/renderer')),
});
process.on('disconnect', () => process.exit());
process.send?.(loopback.address);
