import { expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { testFaults } from '../../../../support/demo-faults/index.ts';

const bodies: Readonly<Partial<Record<RouteId, object>>> = {
  embeddings: { model: 'demo-embed-small', input: ['green tea', 'black tea', 'a hammer'] },
  rerank: { model: 'demo-rerank', query: 'tea', documents: ['a hammer', 'green tea', 'tea and cake'] },
  'images.generations': { model: 'demo-image-small', prompt: 'a tree', n: 2, response_format: 'b64_json' },
  edits: { model: 'demo-edit', input: 'teh tea', instruction: 'Fix the spelling' },
};
const streamed = { model: 'demo-image-free', size: '64x64', prompt: 'a tree', stream: true, partial_images: 2 };

async function setUp() {
  let gateway: DemoGateway | undefined;
  const startDemo = async () => {
    gateway = await startDemoGateway({ moreFaults: testFaults, paceTokensPerSecond: 0 });
    return gateway;
  };
  const core = await openCore({ dataFolder: tempFolder(), startDemo });
  const { connectionId } = await core.client.demo.start({});
  if (connectionId === null || !gateway) throw new Error('The demo has no connection.');
  const run = async (routeId: RouteId, scenario: string | null, body: object = bodies[routeId] ?? {}) => {
    gateway?.setScenario(scenario);
    const draft: DraftInput = {
      connectionId,
      routeId,
      body: { kind: 'json', text: JSON.stringify(body) },
    };
    return readParts(core.client.exchanges.run(draft));
  };
  return { core, gateway, run };
}

/** Summarizes a result: the state or failure, then each kind of part with its count. */
function outcome(parts: readonly Part[]): string {
  const end = parts.at(-1);
  if (end?.type !== 'run-end') throw new Error('the last part is not run-end');
  const described = (part: Part): string | null => {
    if (part.type === 'image') return `${part.partial === undefined ? '' : 'preview-'}image${part.ref ? '' : '?'}`;
    if (part.type === 'ranking') return `ranking-${part.results.map(({ index }) => index).join('')}`;
    if (part.type === 'vector') return `vector-${part.encoding}-${part.dimensions}${part.invalid ? '!' : ''}`;
    if (part.type === 'warning') return part.code;
    return ['text-delta', 'raw-event', 'task-state'].includes(part.type) ? part.type : null;
  };
  const counts = new Map<string, number>();
  for (const word of parts.map(described)) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].map(([word, count]) => (count === 1 ? word : `${count} ${word}`));
  return [end.error?.code ?? end.state, ...words].join(', ');
}

const unexpected = 'done-with-warnings';
const outcomes: Readonly<Record<string, string>> = {
  'embeddings-always-base64': 'done, 3 vector-base64-256',
  'embeddings-always-float': 'done, 3 vector-float-256',
  'embeddings-unordered': 'done, 3 vector-float-256',
  'embeddings-same-index': `${unexpected}, items-odd, 3 vector-float-256`,
  'embeddings-no-index': `${unexpected}, items-odd, 3 vector-float-256`,
  'embeddings-one-missing': `${unexpected}, 2 vector-float-256, items-odd`,
  'embeddings-no-data': 'empty',
  'embeddings-null-vector': `${unexpected}, unknown-shape, raw-event, 2 vector-float-256`,
  'embeddings-nested': 'done, 3 vector-float-256',
  'embeddings-mixed-sizes': `${unexpected}, 2 vector-float-256, vector-float-128, items-odd`,
  'embeddings-zero': 'done, 3 vector-float-256',
  'embeddings-cut-base64': 'wrong-type, raw-event',
  'embeddings-nan': `${unexpected}, 3 vector-float-256!, 2 items-odd`,
  'embeddings-bare-list': 'done, 3 vector-float-256',
  'embeddings-field-embeddings': 'done, 3 vector-float-256',
  'embeddings-by-type': 'done, 3 vector-float-256',
  'embeddings-native-shape': 'done, 3 vector-float-256',
  'fixture-e1': 'done, vector-base64-2',
  'rerank-jina': 'done, ranking-120',
  'rerank-cohere': 'done, ranking-120',
  'rerank-bare-list': 'done, ranking-120',
  'rerank-data-list': 'done, ranking-120',
  'rerank-output-results': 'done, ranking-120',
  'rerank-rankings': 'done, ranking-120',
  'rerank-scores': `${unexpected}, ranking-120, items-odd`,
  'rerank-text-documents': 'done, ranking-120',
  'rerank-null-documents': 'done, ranking-120',
  'rerank-unsorted': `${unexpected}, ranking-120, items-odd`,
  'rerank-text-scores': 'done, ranking-120',
  'rerank-bad-index': `${unexpected}, ranking-1129999${'0'}, 3 items-odd`,
  'rerank-no-scores': `${unexpected}, ranking-120, items-odd`,
  'rerank-empty': 'empty',
  'rerank-one-only': 'done, ranking-1',
  'fixture-k1': 'done, ranking-1',
  'images-all-fields': 'done, 2 image',
  'images-data-address': 'done, 2 image',
  'images-prefixed-base64': 'done, 2 image',
  'images-null-data': 'empty',
  'images-empty-data': 'empty',
  'images-one-fewer': 'done, image',
  'images-wrong-type': 'done, 2 image',
  'images-no-base64': 'wrong-type, raw-event',
  'images-one-failed': `${unexpected}, image, items-odd, raw-event`,
  'images-field-images': 'done, 2 image',
  'images-task': 'done, task-state',
  'images-wrapped-task': 'done, task-state',
  'images-address': 'done, 2 image',
  'images-address-gone': `${unexpected}, 2 image?, 2 not-kept`,
  'images-address-page': `${unexpected}, 2 image?, 2 not-kept`,
  'images-address-elsewhere': 'done, 2 image',
  'images-moderated': 'moderated',
  'images-unreachable-input': 'parameter',
  'edits-refused': 'route-absent',
  'edits-as-chat': 'done, text-delta',
  'edits-empty': 'empty',
};
const streamOutcomes: Readonly<Record<string, string>> = {
  'images-made-stream': 'done, image',
  'images-stream-whole': `${unexpected}, json-for-stream, image`,
  'images-no-previews': 'done, image',
  'images-no-final': 'no-terminal, 2 preview-image',
  'images-stream-error': 'upstream, preview-image',
  'images-unnamed-events': 'done, 2 preview-image, image',
  'images-no-facts': 'done, 2 preview-image, image',
  'images-each-told': `${unexpected}, image, items-odd, raw-event`,
};

const routeOf: Readonly<Record<string, RouteId>> = {
  embeddings: 'embeddings',
  rerank: 'rerank',
  images: 'images.generations',
  edits: 'edits',
};

test('every scenario of these routes is reported accurately, live and from its record', {
  timeout: 60_000,
}, async () => {
  const { core, gateway, run } = await setUp();
  const known = new Set([...Object.keys(outcomes), ...Object.keys(streamOutcomes)]);
  const described: Record<string, string> = {};
  const streamDescribed: Record<string, string> = {};
  for (const { name, routes } of gateway.scenarios) {
    const routeId = routeOf[routes];
    // Scenarios about the names of form fields need a form.
    if (routeId === undefined || /only-(plain|list)-field/.test(name)) continue;
    const isStream = name in streamOutcomes;
    const parts = await run(routeId, name, isStream ? streamed : undefined);
    (isStream ? streamDescribed : described)[name] = outcome(parts);
    const end = parts.at(-1);
    const again = await readParts(core.client.exchanges.watch({ id: end?.type === 'run-end' ? end.exchangeId : '' }));
    // A warning about what could not be fetched exists only live.
    expect(outcome(again).replace(/, (?:\d )?not-kept/, ''), name).toBe(
      outcome(parts).replace(/, (?:\d )?not-kept/, ''),
    );
    expect(known.has(name), name).toBe(true);
  }
  expect(described).toEqual(outcomes);
  expect(streamDescribed).toEqual(streamOutcomes);
});

test('good responses of the four routes', async () => {
  const { run } = await setUp();
  expect(outcome(await run('embeddings', null))).toBe('done, 3 vector-float-256');
  expect(outcome(await run('rerank', null))).toBe('done, ranking-120');
  expect(outcome(await run('images.generations', null))).toBe('done, 2 image');
  expect(outcome(await run('images.generations', null, streamed))).toBe('done, 2 preview-image, image');
  expect(outcome(await run('edits', null))).toBe('done, text-delta');
  const usage = (await run('rerank', 'rerank-cohere')).find((part) => part.type === 'usage-report');
  expect(usage).toMatchObject({ units: { searchUnits: 1 } });
});

test('faults of any route on these routes', async () => {
  const { run } = await setUp();
  const routeIds: RouteId[] = ['embeddings', 'rerank', 'images.generations', 'edits'];
  for (const [scenario, code] of [
    ['401', 'auth'],
    ['403-quota', 'quota'],
    ['503-model', 'model-not-found'],
    ['524-html', 'upstream'],
    ['429-retry-after', 'rate-limited'],
    ['html-200', 'not-json'],
    ['clean-eof', 'truncated'],
    ['close-mid-stream', 'truncated'],
    ['empty-200', 'empty'],
    ['success-false', 'in-band'],
    ['success-false-error', 'upstream'],
  ] as const)
    for (const routeId of routeIds)
      expect(outcome(await run(routeId, scenario)), `${scenario} on ${routeId}`).toBe(code);
});
