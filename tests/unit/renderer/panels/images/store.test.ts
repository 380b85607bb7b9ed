import { expect, test } from 'vitest';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { FileRef, Part, RunEnd } from '#shared/protocol/part.ts';
import { type Generation, imagesOf, stateOf } from '../../../../../renderer/panels/images/model/generation.ts';
import { createImageStore, type ImageStorePorts } from '../../../../../renderer/panels/images/store.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';
import { startRunByHand } from '../../lib/runs/hand-run.ts';
import { file, orderWith } from './order.ts';

const timeline = { startedAt: 0, endMs: 1200 } as RunEnd['timeline'];
const runEnd = (exchangeId: string, change: Partial<RunEnd> = {}): Part => ({
  type: 'run-end',
  state: 'done',
  finishReason: null,
  sent: 'answered',
  error: null,
  exchangeId,
  timeline,
  ...change,
});
const image = (id: string): Part => ({ type: 'image', mediaType: 'image/png', ref: file(id), index: 0 });
const preview = (id: string, partial: number): Part => ({ ...(image(id) as Part & { type: 'image' }), partial });

/** Parts that a test pushes by hand. */
function hand() {
  const queue: Part[] = [];
  let wake = () => {};
  return {
    push(...parts: Part[]) {
      queue.push(...parts);
      wake();
    },
    async *parts(): AsyncGenerator<Part> {
      for (;;) {
        const next = queue.shift();
        if (next) {
          yield next;
          if (next.type === 'run-end') return;
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}

function setUp(
  library = new Map<string, ConversationDocument>(),
  at = { now: 1000 },
  beforeThumb: Promise<void> = Promise.resolve(),
) {
  const calls = [hand(), hand(), hand()];
  const watched: string[] = [];
  const cancelled: string[] = [];
  const settled: string[] = [];
  const places: string[] = [];
  const thumbsOf: string[] = [];
  let sent = 0;
  let ids = 0;
  const imageStore = createImageStore({
    client: {
      library: handLibrary(library).client,
      exchanges: {
        watch: ({ id }: { id: string }) => {
          watched.push(id);
          return (calls[0] as ReturnType<typeof hand>).parts();
        },
        cancel: async ({ id }: { id: string }) => void cancelled.push(id),
      },
    } as unknown as ImageStorePorts['client'],
    send: () => (calls[sent++] as ReturnType<typeof hand>).parts(),
    startRun: startRunByHand,
    headOf: async () => ({ type: 'image/png', width: 640, height: 480 }),
    makeThumb: async (of: FileRef) => {
      thumbsOf.push(of.id);
      await beforeThumb;
      return file(`small-${of.id}`, 'image/webp');
    },
    newId: () => `g${++ids}`,
    now: () => at.now,
    unknownOutcomeText: () => ({ message: 'lost', hint: 'look' }),
    onExchange: (exchangeId, generationId, call) => places.push(`${exchangeId} ${generationId} ${call}`),
    onSettled: ({ id }) => settled.push(id),
    onTrouble: () => undefined,
  });
  const [first, second] = calls as [ReturnType<typeof hand>, ReturnType<typeof hand>];
  return { studio: imageStore, library, first, second, watched, cancelled, settled, places, thumbsOf };
}

const stored = (library: Map<string, ConversationDocument>, id: string) =>
  JSON.parse(library.get(id)?.content ?? 'null') as ReturnType<typeof read>;
const read = ({ studio: imageStore }: ReturnType<typeof setUp>, id: string) => {
  const found = imageStore.store.getState().open[id];
  if (!found) throw new Error(`${id} is not open`);
  return found;
};
/** Flushes everything that waits on settled promises. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a generation is in the library before its response arrives, and complete afterwards', async () => {
  const made = setUp();
  const id = made.studio.start(orderWith(), null);
  await turn();
  expect(made.library.get(id)).toMatchObject({ panel: 'images', title: 'A boat', model: 'gpt-image-1' });
  expect(made.library.get(id)?.note).toMatch(/^r\|/);
  made.first.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, image('p'), runEnd('x1'));
  await turn();
  await turn();
  expect(made.places).toEqual(['x1 g1 0']);
  expect(made.settled).toEqual([id]);
  const kept = stored(made.library, id);
  expect(imagesOf(kept)[0]).toMatchObject({ width: 640, height: 480, file: { id: 'p' } });
  expect(kept.thumb?.id).toBe('small-p');
  expect(made.library.get(id)?.note).toMatch(/^d\|/);
});

test('the end of a generation and its card make one thumbnail, and the card hears when that was tried', async () => {
  const { promise: isDrawn, resolve: draw } = Promise.withResolvers<void>();
  const made = setUp(undefined, undefined, isDrawn);
  const id = made.studio.start(orderWith(), null);
  await turn();
  made.first.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, image('p'), runEnd('x1'));
  await turn();
  await turn();
  const tried = made.studio.createThumb(id);
  await turn();
  draw();
  await tried;
  expect(stored(made.library, id).thumb?.id).toBe('small-p');
  expect(made.thumbsOf).toEqual(['p']);
  await made.studio.createThumb('unknown');
});

test('parallel calls are one generation, which runs until the last of them has ended', async () => {
  const made = setUp();
  const id = made.studio.start(orderWith({ fields: { n: 2 }, split: true }), null);
  made.second.push({ type: 'run-start', exchangeId: 'x2', attempt: 1 }, image('b'), runEnd('x2'));
  await turn();
  expect(stateOf(read(made, id))).toBe('running');
  made.first.push(runEnd('x1', { state: 'failed', error: failure('moderated', 'Refused.') }));
  await turn();
  expect(stateOf(read(made, id))).toBe('failed');
  expect(imagesOf(read(made, id))).toHaveLength(1);
});

test('a stream that breaks off keeps its previews', async () => {
  const made = setUp();
  const id = made.studio.start(orderWith(), null);
  made.first.push(
    preview('v1', 0),
    preview('v2', 1),
    runEnd('x1', { state: 'interrupted', error: failure('reset', 'Cut.') }),
  );
  await turn();
  await turn();
  expect(stored(made.library, id).calls[0]?.previews.map((one) => one.file.id)).toEqual(['v1', 'v2']);
  expect(stored(made.library, id).thumb?.id).toBe('small-v2');
});

test('after a reload a running call is followed by its exchange, and never sent again', async () => {
  const before = setUp();
  const id = before.studio.start(orderWith(), null);
  before.first.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 });
  await turn();
  const after = setUp(before.library);
  await after.studio.resume();
  expect(after.watched).toEqual(['x1']);
  after.first.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, image('p'), runEnd('x1'));
  await turn();
  await turn();
  expect(stateOf(stored(after.library, id))).toBe('done');
});

test('a request without a known exchange ends as lost after a reload', async () => {
  const before = setUp();
  const id = before.studio.start(orderWith(), null);
  await turn();
  const after = setUp(before.library, { now: 1_000_000 });
  await after.studio.resume();
  const over = new Promise<void>((resolve) => {
    after.studio.store.subscribe(({ open }) => {
      if (open[id] && stateOf(open[id]) !== 'running') resolve();
    });
  });
  await over;
  expect(read(after, id).calls[0]).toMatchObject({ state: 'interrupted', failure: { code: 'app-ended' } });
});

test('Stop cancels what runs, and deleted items can be restored', async () => {
  const made = setUp();
  const id = made.studio.start(orderWith(), null);
  made.first.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 });
  await turn();
  made.studio.stop(id);
  expect(made.cancelled).toEqual(['x1']);
  made.first.push(runEnd('x1', { state: 'cancelled' }));
  await turn();
  await made.studio.star(id, true);
  const removed = await made.studio.remove([id]);
  expect(made.library.size).toBe(0);
  await made.studio.restore(removed);
  expect(made.library.get(id)).toMatchObject({ starred: true, title: 'A boat' });
});

test('a save that another window overtook is rebuilt on the newer version', async () => {
  const made = setUp();
  const id = made.studio.start(orderWith(), null);
  await turn();
  const other = made.library.get(id) as ConversationDocument;
  made.library.set(id, { ...other, revision: other.revision + 3 });
  made.first.push({ type: 'run-start', exchangeId: 'x1', attempt: 1 }, image('p'), runEnd('x1'));
  await turn();
  await turn();
  expect(stateOf(stored(made.library, id))).toBe('done');
});

test('requests to several models run on their own, and one that is sent again takes the place of the first', async () => {
  const { studio, first, second } = setUp();
  const ids = studio.startAll(
    ['a', 'b'].map((model) => orderWith({ model })),
    null,
  );
  expect(ids).toEqual(['g1', 'g2']);
  const read = (id: string) => studio.store.getState().open[id];
  expect(ids.map((id) => read(id)?.together)).toEqual([ids, ids]);
  first.push(runEnd('e1', { state: 'failed', error: failure('server', 'x', { status: 500 }) }));
  second.push(image('i1'), runEnd('e2'));
  await expect.poll(() => ids.map((id) => stateOf(read(id) as Generation))).toEqual(['failed', 'done']);
  const next = studio.start(orderWith({ model: 'a' }), null, 'g1');
  expect(read(next)?.together).toEqual([next, 'g2']);
  await expect.poll(() => read('g2')?.together).toEqual([next, 'g2']);
  expect(read('g1')?.together).toEqual(ids);
});
