import { expect, test } from 'vitest';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { EmbeddedItem, EmbedTextsOptions } from '../../../../../renderer/lib/corpus/embed-texts.ts';
import { readTexts } from '../../../../../renderer/lib/corpus/read-texts.ts';
import {
  distinctNames,
  type ModelRun,
  originOf,
  usageOf,
  vectorCount,
  withoutVector,
} from '../../../../../renderer/panels/embeddings/corpus.ts';
import { createEmbeddingsStore, type EmbeddingsPorts } from '../../../../../renderer/panels/embeddings/store.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';

const given = {
  connectionId: 'c',
  connectionName: 'Gateway',
  keyId: 'k',
  keyAlias: 'main',
  model: 'm',
  options: {},
};

/** A fake library, file store and gateway; `fails` says which texts get no vector, and why the run ends. */
function world() {
  const documents = new Map<string, ConversationDocument>();
  const files = new Map<string, ReadonlyMap<number, Float32Array>>();
  const asked: string[][] = [];
  const troubles: string[] = [];
  const clock = { now: 0 };
  const limits: unknown[] = [];
  const next: { fails: (text: string) => boolean; ending: Failure | null } = { fails: () => false, ending: null };
  let ids = 0;
  const ports: EmbeddingsPorts = {
    library: handLibrary(documents).client,
    readTexts,
    async embedTexts({ texts, batch, onProgress }: EmbedTextsOptions) {
      asked.push([...texts]);
      limits.push(batch);
      // Two parallel requests of 5 ms.
      clock.now += 5;
      const items = texts.map((text): EmbeddedItem => {
        const vector = next.fails(text) || next.ending ? null : Float32Array.of(text.length, 1);
        return { vector, failure: null, exchangeId: 'x', tokens: 20 / 3, isShare: true, ms: 5 };
      });
      for (const exchangeId of ['x', 'y'])
        onProgress?.({
          settled: texts.length,
          total: texts.length,
          batch: {
            places: texts.map((_, at) => at),
            state: 'done',
            exchangeId,
            tokens: 10,
            ms: 5,
            failure: null,
            oddities: [],
          },
          items: new Map(items.flatMap((item, at) => (item.vector ? [[at, { ...item, exchangeId }]] : []))),
          encoding: 'float',
        });
      return { items, failure: next.ending };
    },
    async keepVectors(name, vectors) {
      const ref: FileRef = { id: `file${++ids}`, name, type: 'x', sizeBytes: 1 };
      files.set(ref.id, new Map(vectors));
      return [ref];
    },
    async readVectors(segments) {
      const found = segments.flatMap(({ id }) => [...(files.get(id) ?? [])]);
      return { vectors: new Map(found), lost: segments.filter(({ id }) => !files.has(id)).length };
    },
    newId: () => `id${++ids}`,
    clock: () => clock.now,
    beginWork: () => () => undefined,
    onExchange: () => undefined,
    onSettled: () => undefined,
    onTrouble: (what) => void troubles.push(what),
    quietMs: 0,
  };
  return { ports, documents, files, asked, limits, troubles, next };
}

async function withTexts(ports: EmbeddingsPorts, source: string) {
  const embeddingsStore = createEmbeddingsStore(ports);
  embeddingsStore.setSource(source);
  await understood(embeddingsStore);
  return embeddingsStore;
}

const understood = (embeddingsStore: ReturnType<typeof createEmbeddingsStore>) =>
  new Promise<void>((resolve) => {
    if (!embeddingsStore.getState().reading) return resolve();
    const stop = embeddingsStore.subscribe(({ reading }) => {
      if (reading) return;
      stop();
      resolve();
    });
  });

test('embedded texts are restored after a reload, without a request', async () => {
  const { ports, asked } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo\nthree');
  await embeddingsStore.embed(given);
  const { id } = embeddingsStore.current();
  const again = createEmbeddingsStore(ports);
  expect(await again.open(id)).toBe(true);
  const corpus = again.current();
  const { view } = again.getState();
  expect(view).toBe('map');
  expect(corpus.run?.items.map((item) => item?.vector?.[0])).toEqual([3, 3, 5]);
  expect(corpus.run).toMatchObject({ model: 'm', encoding: 'float', connectionId: 'c' });
  expect(asked).toHaveLength(1);
});

test('resuming requests only what is missing, also in a corpus that was reopened', async () => {
  const { ports, asked, next } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo\nthree');
  next.fails = (text) => text === 'two';
  await embeddingsStore.embed(given);
  const again = createEmbeddingsStore(ports);
  await again.open(embeddingsStore.current().id);
  next.fails = () => false;
  await again.embed(given);
  expect(asked).toEqual([['one', 'two', 'three'], ['two']]);
  expect(vectorCount(again.current().run)).toBe(3);
});

test('editing keeps the vectors of the remaining texts, wherever they moved', async () => {
  const { ports, asked } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo\nthree');
  await embeddingsStore.embed(given);
  embeddingsStore.setSource('zero\nthree\none');
  await understood(embeddingsStore);
  expect(embeddingsStore.current().run?.items.map((item) => item?.vector?.[0])).toEqual([undefined, 5, 3]);
  await embeddingsStore.embed(given);
  expect(asked[1]).toEqual(['zero']);
  const again = createEmbeddingsStore(ports);
  await again.open(embeddingsStore.current().id);
  expect(again.current().run?.items.map((item) => item?.vector?.[0])).toEqual([4, 5, 3]);
});

test('another model starts over; when it returns nothing the previous vectors stay', async () => {
  const { ports, asked, next } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.embed(given);
  next.ending = failure('auth', 'no');
  await embeddingsStore.embed({ ...given, model: 'other' });
  expect(asked[1]).toEqual(['one', 'two']);
  expect(embeddingsStore.current().run).toMatchObject({ model: 'm', failure: null });
  expect(embeddingsStore.getState().emptyRun).toMatchObject({ model: 'other', failure: { code: 'auth' } });
  expect(vectorCount(embeddingsStore.current().run)).toBe(2);
  next.ending = null;
  await embeddingsStore.embed({ ...given, model: 'other' });
  expect(embeddingsStore.current().run).toMatchObject({ model: 'other', failure: null });
  expect(embeddingsStore.getState().emptyRun).toBeNull();
});

test('the run of a second model, which earlier versions stored, is kept as it is while the first one is used', async () => {
  const { ports, documents } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.embed(given);
  const { id } = embeddingsStore.current();
  const stored = documents.get(id) as ConversationDocument;
  const document = JSON.parse(stored.content);
  const second = { ...document.runs[0], id: 'second', model: 'second', segments: [{ id: 'f' }], alignment: 0.9 };
  documents.set(id, { ...stored, content: JSON.stringify({ ...document, runs: [...document.runs, second] }) });
  const again = createEmbeddingsStore(ports);
  await again.open(id);
  expect(again.current().run).toMatchObject({ model: 'm' });
  expect(vectorCount(again.current().run)).toBe(2);
  again.setSource('one\ntwo\nthree');
  await understood(again);
  await again.embed(given);
  await again.flush();
  const runs = JSON.parse((documents.get(id) as ConversationDocument).content).runs;
  expect(runs.map(({ model }: ModelRun) => model)).toEqual(['m', 'second']);
  expect(runs[1]).toEqual(second);
});

test('a corpus that was changed in another window continues as a copy', async () => {
  const { ports, documents, troubles } = world();
  const embeddingsStore = await withTexts(ports, 'one');
  await embeddingsStore.flush();
  const { id } = embeddingsStore.current();
  const other = createEmbeddingsStore(ports);
  await other.open(id);
  other.setSource('theirs');
  await understood(other);
  await other.flush();
  embeddingsStore.setSource('mine');
  await understood(embeddingsStore);
  await embeddingsStore.flush();
  expect(troubles).toEqual(['conflict']);
  expect(embeddingsStore.current().id).not.toBe(id);
  expect([...documents.values()].map(({ content }) => JSON.parse(content).source)).toEqual(['theirs', 'mine']);
});

test('a run continues in the copy of its corpus', async () => {
  const { ports, documents } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.flush();
  const { id } = embeddingsStore.current();
  const embed = ports.embedTexts;
  ports.embedTexts = async (options) => {
    documents.set(id, { ...(documents.get(id) as ConversationDocument), revision: 9, content: '{"version":1}' });
    embeddingsStore.setBatch({ items: 1 });
    await embeddingsStore.flush();
    return embed(options);
  };
  await embeddingsStore.embed(given);
  const corpus = embeddingsStore.current();
  const { running } = embeddingsStore.getState();
  expect(corpus.id).not.toBe(id);
  expect([vectorCount(corpus.run), running]).toEqual([2, null]);
  expect(documents.get(corpus.id)?.note).toBe('2|2');
});

test('vectors whose file is missing are reported and requested again', async () => {
  const { ports, files, troubles, asked } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.embed(given);
  files.clear();
  const again = createEmbeddingsStore(ports);
  await again.open(embeddingsStore.current().id);
  expect(troubles).toEqual(['vectors-lost']);
  await again.embed(given);
  expect(asked[1]).toEqual(['one', 'two']);
});

test('a failed save is reported once, and the vectors are saved with the next one', async () => {
  const { ports, documents, files, troubles } = world();
  const keep = ports.keepVectors;
  let isFull = true;
  ports.keepVectors = (name, vectors) =>
    isFull ? Promise.reject(new AppError(failure('storage', 'full'))) : keep(name, vectors);
  const embeddingsStore = await withTexts(ports, 'one');
  await embeddingsStore.embed(given);
  await embeddingsStore.flush();
  expect(troubles).toEqual(['save-failed']);
  expect(documents.size).toBe(0);
  isFull = false;
  await embeddingsStore.flush();
  expect([...files.values()].map((file) => [...file.keys()])).toEqual([[0]]);
  expect(documents.size).toBe(1);
});

test('the duration of a run is the elapsed time, not the sum of parallel requests', async () => {
  const { ports } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.embed(given);
  const run = embeddingsStore.current().run as ModelRun;
  expect(run.elapsedMs).toBe(5);
  expect(usageOf(run).requestMs).toBe(10);
  const again = createEmbeddingsStore(ports);
  await again.open(embeddingsStore.current().id);
  expect(again.current().run?.elapsedMs).toBe(5);
});

test('tokens of a run are what the gateway reported, also after a reload and after the texts were edited', async () => {
  const { ports } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo\nthree');
  await embeddingsStore.embed(given);
  const before = embeddingsStore.current().run as ModelRun;
  expect(usageOf(before)).toMatchObject({ tokens: 20, counted: 2, answered: 2 });
  const again = createEmbeddingsStore(ports);
  await again.open(embeddingsStore.current().id);
  expect(again.current().run?.batches).toEqual(before.batches);
  again.setSource('three');
  await understood(again);
  expect(usageOf(again.current().run as ModelRun).tokens).toBe(20);
});

test('a run that an earlier version stored marks its tokens as derived, and has no duration', async () => {
  const { ports, documents } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.embed(given);
  const { id } = embeddingsStore.current();
  const stored = documents.get(id) as ConversationDocument;
  const { batch: _batch, ...document } = JSON.parse(stored.content);
  const [{ batches: _batches, isDerived: _flag, elapsedMs: _ms, connectionName: _name, keyAlias: _alias, ...run }] =
    document.runs;
  documents.set(id, { ...stored, content: JSON.stringify({ ...document, runs: [run] }) });
  const again = createEmbeddingsStore(ports);
  await again.open(id);
  const corpus = again.current();
  expect(corpus.run).toMatchObject({ isDerived: true, elapsedMs: null, connectionName: '', keyAlias: null });
  expect(corpus.run?.batches.map(({ places }) => places)).toEqual([[0, 1]]);
  expect(corpus.batch.items).toBe(64);
});

test('new texts entered while a stored corpus is read are not replaced by it', async () => {
  const { ports } = world();
  const embeddingsStore = await withTexts(ports, 'one\ntwo');
  await embeddingsStore.embed(given);
  const again = createEmbeddingsStore(ports);
  const opening = again.open(embeddingsStore.current().id);
  expect(again.getState().opening).toBe(true);
  await again.create();
  expect(again.getState().opening).toBe(false);
  again.setSource('mine');
  await understood(again);
  expect(await opening).toBe(false);
  expect(again.current()).toMatchObject({ source: 'mine', run: null });
});

test('the open corpus cannot be edited while it is saved for a new one', async () => {
  const { ports, documents } = world();
  const embeddingsStore = await withTexts(ports, 'one');
  const created = embeddingsStore.create();
  expect(embeddingsStore.getState().opening).toBe(true);
  await created;
  expect(embeddingsStore.getState().opening).toBe(false);
  expect(embeddingsStore.current().source).toBe('');
  expect([...documents.values()].map(({ title }) => title)).toEqual(['one']);
});

test('a batch size belongs to its corpus', async () => {
  const { ports, limits } = world();
  const embeddingsStore = await withTexts(ports, 'one');
  embeddingsStore.setBatch({ items: 1000 });
  await embeddingsStore.embed(given);
  expect(limits[0]).toMatchObject({ items: 1000 });
  const { id } = embeddingsStore.current();
  await embeddingsStore.create();
  expect(embeddingsStore.current().batch.items).toBe(64);
  await embeddingsStore.open(id);
  expect(embeddingsStore.current().batch.items).toBe(1000);
});

test('a run keeps the names of its connection and key; moving a corpus does not relabel it', async () => {
  const { ports } = world();
  const embeddingsStore = await withTexts(ports, 'one');
  await embeddingsStore.embed(given);
  embeddingsStore.moveTo({ connectionId: 'd', connectionName: 'Other', keyId: null, keyAlias: null });
  const { id } = embeddingsStore.current();
  const again = createEmbeddingsStore(ports);
  await again.open(id);
  for (const corpus of [embeddingsStore.current(), again.current()])
    expect(originOf(corpus.run as ModelRun)).toEqual({
      connectionId: 'c',
      connectionName: 'Gateway',
      keyId: 'k',
      keyAlias: 'main',
      routeId: 'embeddings',
      model: 'm',
    });
  // It continues where it belongs until it is moved again.
  expect(again.getState().movedTo).toBeNull();
});

test('texts that the gateway omitted are distinguished from those it rejected', () => {
  const item = (code: 'empty' | 'parameter' | null): EmbeddedItem => ({
    vector: code ? null : Float32Array.of(1),
    failure: code && failure(code, code),
    exchangeId: 'x',
    tokens: null,
    isShare: true,
    ms: 1,
  });
  expect(withoutVector({ items: [item(null), item('empty'), null] })).toEqual({ rejected: 0, omitted: 1, why: null });
  expect(withoutVector({ items: [item('empty'), item('parameter')] })).toMatchObject({
    rejected: 1,
    omitted: 1,
    why: { code: 'parameter' },
  });
});

test('two sets of vectors are distinguished by connection or dimensions where their model is the same', () => {
  const words = {
    on: (model: string, connection: string) => `${model} on ${connection}`,
    sized: (model: string, dimensions: number | null) => `${model} ${dimensions}`,
  };
  const names = (other: object) => distinctNames(given, { ...given, ...other }, words);
  expect(names({ model: 'n' })).toEqual(['m', 'n']);
  expect(names({ connectionId: 'd', connectionName: 'Other' })).toEqual(['m on Gateway', 'm on Other']);
  expect(names({ options: { dimensions: 64 } })).toEqual(['m null', 'm 64']);
});

test('of two new corpora only the last one is opened, and the first says that it was not', async () => {
  const { ports } = world();
  const embeddingsStore = await withTexts(ports, 'kept');
  const before = embeddingsStore.current().id;
  const opened = await Promise.all([embeddingsStore.create(), embeddingsStore.create()]);
  expect(opened).toEqual([false, true]);
  expect(embeddingsStore.current().source).toBe('');
  expect(await embeddingsStore.open(before)).toBe(true);
  expect(embeddingsStore.current().source).toBe('kept');
});
