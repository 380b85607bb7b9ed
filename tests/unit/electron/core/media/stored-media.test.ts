import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import type { FileStore } from '#core/files/file-store.ts';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { readPng } from '#demo/media/images/png.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef, ImagePart, Part } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { testFaults } from '../../../../support/demo-faults/index.ts';
import { all } from '../../../../support/exchange/bench.ts';

async function setUp() {
  let gateway: DemoGateway | undefined;
  const startDemo = async () => {
    gateway = await startDemoGateway({
      moreFaults: testFaults,
      paceTokensPerSecond: 0,
      key: 'CANARY0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    });
    return gateway;
  };
  const core = await openCore({ dataFolder: tempFolder(), startDemo });
  const { connectionId } = await core.client.demo.start({});
  if (connectionId === null || !gateway) throw new Error('The demo has no connection.');
  const draft = (body: object, routeId: RouteId = 'images.generations'): DraftInput => ({
    connectionId,
    routeId,
    body: { kind: 'json', text: JSON.stringify({ model: 'demo-image-small', prompt: 'a red circle', ...body }) },
  });
  const run = (body: object, routeId?: RouteId) => readParts(core.client.exchanges.run(draft(body, routeId)));
  return { core, gateway, run, draft, connectionId };
}

const imagesOf = (parts: readonly Part[]): ImagePart[] => parts.filter((part) => part.type === 'image');
const endOf = (parts: readonly Part[]) => parts.find((part) => part.type === 'run-end');
const warningsOf = (parts: readonly Part[]) => parts.flatMap((part) => (part.type === 'warning' ? part.code : []));
const idOf = (parts: readonly Part[]) => endOf(parts)?.exchangeId ?? '';

async function bytesOf(files: FileStore, ref: FileRef | undefined): Promise<Buffer> {
  const file = ref && (await files.open(ref.id));
  return file ? Buffer.concat(await all(file.stream())) : Buffer.alloc(0);
}

/** Removes what differs between a live result and its record. */
const lasting = (parts: readonly Part[]) => parts.filter(({ type }) => type !== 'progress');

test('base64 becomes files: no part contains it, and the record shows the same files', async () => {
  const { core, run } = await setUp();
  const parts = await run({ response_format: 'b64_json', n: 2 });
  const images = imagesOf(parts);
  expect(images).toMatchObject([
    { mediaType: 'image/png', index: 0, size: '256x256', ref: { name: 'image-1.png', type: 'image/png' } },
    { mediaType: 'image/png', index: 1, ref: { name: 'image-2.png' } },
  ]);
  expect(JSON.stringify(parts)).not.toContain('iVBOR');
  expect(endOf(parts)).toMatchObject({ state: 'done' });
  for (const { ref } of images) {
    const bytes = await bytesOf(core.files, ref);
    expect(bytes.length).toBe(ref?.sizeBytes);
    expect((await readPng(bytes)).width).toBe(256);
  }
  const again = await readParts(core.client.exchanges.watch({ id: idOf(parts) }));
  expect(lasting(again)).toEqual(lasting(parts));
});

test('addresses of the gateway are fetched at once, with its key, and stay beside the file', async () => {
  const { core, gateway, run } = await setUp();
  const parts = await run({ model: 'demo-image-url', prompt: 'a heart' });
  const [image] = imagesOf(parts);
  expect(image).toMatchObject({
    mediaType: 'image/png',
    ref: { type: 'image/png' },
    revisedPrompt: expect.stringContaining('a heart'),
  });
  expect(image?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/images\//);
  expect(endOf(parts)).toMatchObject({ state: 'done' });
  const fetched = gateway.requestLog().find(({ path }) => path.startsWith('/images/'));
  expect(fetched?.headers.authorization).toBe(`Bearer ${gateway.key}`);
  const before = gateway.requests();
  const again = await readParts(core.client.exchanges.watch({ id: idOf(parts) }));
  expect(lasting(again)).toEqual(lasting(parts));
  expect(gateway.requests()).toBe(before);
});

test('an address without an image is kept with a warning, and the run is still done', async () => {
  const { run } = await setUp();
  for (const [scenario, words] of [
    ['images-address-gone', /returned 403/],
    ['images-address-page', /an HTML page/],
  ] as const) {
    const parts = await run({ model: `faulty/${scenario}` });
    expect(imagesOf(parts)[0]?.url).toBeDefined();
    expect(imagesOf(parts)[0]?.ref).toBeUndefined();
    expect(warningsOf(parts)).toEqual(['not-kept']);
    expect(parts.find((part) => part.type === 'warning')?.message).toMatch(words);
    expect(endOf(parts)).toMatchObject({ state: 'done-with-warnings', error: null });
  }
});

test('an address under another name of this computer gets nothing of the exchange', async () => {
  const { gateway, run } = await setUp();
  const parts = await run({ model: 'faulty/images-address-elsewhere' });
  expect(imagesOf(parts)[0]).toMatchObject({ url: expect.stringContaining('localhost'), ref: { type: 'image/png' } });
  const fetched = gateway.requestLog().find(({ headers }) => headers.host?.startsWith('localhost'));
  expect(JSON.stringify(fetched)).not.toContain(gateway.key);
});

test('previews of a stream are separate files', async () => {
  const { core, run } = await setUp();
  const parts = await run({ model: 'demo-image-free', size: '128x128', stream: true, partial_images: 2 });
  expect(imagesOf(parts).map(({ partial, ref }) => [partial, ref?.name])).toEqual([
    [0, 'image-1-preview-1.png'],
    [1, 'image-1-preview-2.png'],
    [undefined, 'image-1.png'],
  ]);
  expect(endOf(parts)).toMatchObject({ state: 'done' });
  const again = await readParts(core.client.exchanges.watch({ id: idOf(parts) }));
  expect(lasting(again)).toEqual(lasting(parts));
});

test('forgetting an exchange deletes its files, unless a conversation or a turn shows them', async () => {
  const { core, run } = await setUp();
  const runs = await Promise.all([1, 2, 3].map(() => run({ response_format: 'b64_json' })));
  const [deleted, shown, inTurn] = runs.map((parts) => imagesOf(parts)[0]?.ref) as [FileRef, FileRef, FileRef];
  const content = JSON.stringify({ picture: shown });
  const parts = [{ id: 'turn', content: JSON.stringify({ picture: inTurn }) }];
  await core.client.library.save({ id: 'talk', panel: 'chat', title: 'Tea', model: null, content, parts, revision: 0 });
  await core.client.exchanges.forget({ ids: runs.map(idOf) });
  expect(await core.files.open(deleted.id)).toBeNull();
  for (const kept of [shown, inTurn]) expect((await bytesOf(core.files, kept)).length).toBe(kept.sizeBytes);
  await core.client.library.remove({ id: 'talk' });
  for (const gone of [shown, inTurn]) expect(await core.files.open(gone.id)).toBeNull();
});

test('a missing file is created again from the record', async () => {
  const { core, run } = await setUp();
  const parts = await run({ response_format: 'b64_json' });
  const lost = imagesOf(parts)[0]?.ref as FileRef;
  const bytes = await bytesOf(core.files, lost);
  await core.files.remove(lost.id);
  const [image] = imagesOf(await readParts(core.client.exchanges.watch({ id: idOf(parts) })));
  expect(image?.base64).toBeUndefined();
  expect(image?.ref?.id).not.toBe(lost.id);
  expect(await bytesOf(core.files, image?.ref)).toEqual(bytes);
});

test('an image in a prompt to edit is also returned as a file', async () => {
  const { core, run, draft } = await setUp();
  const [image] = imagesOf(await run({ response_format: 'b64_json' }));
  const edit: DraftInput = {
    ...draft({}, 'images.edits'),
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'demo-image' },
        { kind: 'text', name: 'prompt', value: 'make it night' },
        { kind: 'file', name: 'image', fileId: image?.ref?.id ?? '' },
      ],
    },
  };
  const parts = await readParts(core.client.exchanges.run(edit));
  expect(endOf(parts)).toMatchObject({ state: 'done' });
  const bytes = await bytesOf(core.files, imagesOf(parts)[0]?.ref);
  expect((await readPng(bytes)).width).toBe(256);
});
