import { expect, test } from 'vitest';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { AppError, type Failure, failure } from '#shared/routes/failure.ts';
import type { FileRef } from '#shared/routes/part.ts';
import type { EmbeddedItem, EmbedTextsOptions } from '../../../../../renderer/lib/corpus/embed-texts.ts';
import { readTexts } from '../../../../../renderer/lib/corpus/read-texts.ts';
import { createLabStore, type LabPorts } from '../../../../../renderer/panels/embeddings/lab-store.ts';
import { usualSettings, vectorCount } from '../../../../../renderer/panels/embeddings/model/lab.ts';

const given = { connectionId: 'c', keyId: 'k', model: 'm', settings: usualSettings };

/** A library, files and a gateway by hand; `fails` tells which texts get no vector, and why the run ends. */
function world() {
  const documents = new Map<string, ConversationDocument>();
  const files = new Map<string, ReadonlyMap<number, Float32Array>>();
  const asked: string[][] = [];
  const troubles: string[] = [];
  const next: { fails: (text: string) => boolean; ending: Failure | null } = { fails: () => false, ending: null };
  let ids = 0;
  const ports: LabPorts = {
    library: {
      async save(document) {
        const stored = documents.get(document.id)?.revision ?? 0;
        if (stored !== document.revision) throw new AppError(failure('conflict', 'newer'));
        documents.set(document.id, structuredClone({ ...document, revision: stored + 1 }) as ConversationDocument);
        return stored + 1;
      },
      async open({ id }) {
        const found = documents.get(id);
        return found ? { ...structuredClone(found), updatedAt: 0 } : null;
      },
      remove: async ({ id }) => void documents.delete(id),
    },
    readTexts,
    async embedTexts({ texts, onProgress }: EmbedTextsOptions) {
      asked.push([...texts]);
      const items = texts.map((text): EmbeddedItem => {
        const vector = next.fails(text) || next.ending ? null : Float32Array.of(text.length, 1);
        return { vector, failure: null, exchangeId: 'x', tokens: 1, isShare: true, ms: 5 };
      });
      onProgress?.({
        settled: texts.length,
        total: texts.length,
        batch: {
          places: texts.map((_, at) => at),
          state: 'done',
          exchangeId: 'x',
          tokens: 3,
          ms: 5,
          failure: null,
          oddities: [],
        },
        items: new Map(items.flatMap((item, at) => (item.vector ? [[at, item]] : []))),
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
    beginWork: () => () => undefined,
    onExchange: () => undefined,
    onSettled: () => undefined,
    onTrouble: (what) => void troubles.push(what),
    quietMs: 0,
  };
  return { ports, documents, files, asked, troubles, next };
}

async function withTexts(ports: LabPorts, source: string) {
  const lab = createLabStore(ports);
  lab.setSource(source);
  await understood(lab);
  return lab;
}

const understood = (lab: ReturnType<typeof createLabStore>) =>
  new Promise<void>((resolve) => {
    if (!lab.getState().reading) return resolve();
    const stop = lab.subscribe(({ reading }) => {
      if (reading) return;
      stop();
      resolve();
    });
  });

test('what was embedded is there again after a reload, without a request', async () => {
  const { ports, asked } = world();
  const lab = await withTexts(ports, 'one\ntwo\nthree');
  await lab.embed('base', given);
  const { id } = lab.getState().corpus;
  const again = createLabStore(ports);
  expect(await again.open(id)).toBe(true);
  const { corpus, view } = again.getState();
  expect(view).toBe('map');
  expect(corpus.base?.items.map((item) => item?.vector?.[0])).toEqual([3, 3, 5]);
  expect(corpus.base).toMatchObject({ model: 'm', encoding: 'float', connectionId: 'c' });
  expect(asked).toHaveLength(1);
});

test('resuming asks for what is missing alone, also in a corpus that was opened again', async () => {
  const { ports, asked, next } = world();
  const lab = await withTexts(ports, 'one\ntwo\nthree');
  next.fails = (text) => text === 'two';
  await lab.embed('base', given);
  const again = createLabStore(ports);
  await again.open(lab.getState().corpus.id);
  next.fails = () => false;
  await again.embed('base', given);
  expect(asked).toEqual([['one', 'two', 'three'], ['two']]);
  expect(vectorCount(again.getState().corpus.base)).toBe(3);
});

test('editing keeps the vectors of the texts that are still there, wherever they stand now', async () => {
  const { ports, asked } = world();
  const lab = await withTexts(ports, 'one\ntwo\nthree');
  await lab.embed('base', given);
  lab.setSource('zero\nthree\none');
  await understood(lab);
  expect(lab.getState().corpus.base?.items.map((item) => item?.vector?.[0])).toEqual([undefined, 5, 3]);
  await lab.embed('base', given);
  expect(asked[1]).toEqual(['zero']);
  const again = createLabStore(ports);
  await again.open(lab.getState().corpus.id);
  expect(again.getState().corpus.base?.items.map((item) => item?.vector?.[0])).toEqual([4, 5, 3]);
});

test('another model begins anew; when it gives nothing the former vectors stay', async () => {
  const { ports, asked, next } = world();
  const lab = await withTexts(ports, 'one\ntwo');
  await lab.embed('base', given);
  next.ending = failure('auth', 'no');
  await lab.embed('base', { ...given, model: 'other' });
  expect(asked[1]).toEqual(['one', 'two']);
  expect(lab.getState().corpus.base).toMatchObject({ model: 'm', failure: { code: 'auth' } });
  expect(vectorCount(lab.getState().corpus.base)).toBe(2);
  next.ending = null;
  await lab.embed('base', { ...given, model: 'other' });
  expect(lab.getState().corpus.base).toMatchObject({ model: 'other', failure: null });
});

test('a second model stands beside the first and is kept with it, until it is removed', async () => {
  const { ports } = world();
  const lab = await withTexts(ports, 'one\ntwo');
  await lab.embed('base', given);
  await lab.embed('overlay', { ...given, model: 'second' });
  const again = createLabStore(ports);
  await again.open(lab.getState().corpus.id);
  expect(again.getState().corpus).toMatchObject({ base: { model: 'm' }, overlay: { model: 'second' } });
  again.removeOverlay();
  await again.flush();
  await lab.create();
  await lab.open(again.getState().corpus.id);
  expect(lab.getState().corpus.overlay).toBeNull();
});

test('a corpus that was changed in another window goes on as a copy', async () => {
  const { ports, documents, troubles } = world();
  const lab = await withTexts(ports, 'one');
  await lab.flush();
  const { id } = lab.getState().corpus;
  const other = createLabStore(ports);
  await other.open(id);
  other.setSource('theirs');
  await understood(other);
  await other.flush();
  lab.setSource('mine');
  await understood(lab);
  await lab.flush();
  expect(troubles).toEqual(['conflict']);
  expect(lab.getState().corpus.id).not.toBe(id);
  expect([...documents.values()].map(({ content }) => JSON.parse(content).source)).toEqual(['theirs', 'mine']);
});

test('vectors whose file is gone are told and asked for again', async () => {
  const { ports, files, troubles, asked } = world();
  const lab = await withTexts(ports, 'one\ntwo');
  await lab.embed('base', given);
  files.clear();
  const again = createLabStore(ports);
  await again.open(lab.getState().corpus.id);
  expect(troubles).toEqual(['vectors-lost']);
  await again.embed('base', given);
  expect(asked[1]).toEqual(['one', 'two']);
});

test('a save that fails is told once, and the vectors are kept with the next one', async () => {
  const { ports, documents, files, troubles } = world();
  const keep = ports.keepVectors;
  let isFull = true;
  ports.keepVectors = (name, vectors) =>
    isFull ? Promise.reject(new AppError(failure('storage', 'full'))) : keep(name, vectors);
  const lab = await withTexts(ports, 'one');
  await lab.embed('base', given);
  await lab.flush();
  expect(troubles).toEqual(['save-failed']);
  expect(documents.size).toBe(0);
  isFull = false;
  await lab.flush();
  expect([...files.values()].map((file) => [...file.keys()])).toEqual([[0]]);
  expect(documents.size).toBe(1);
});
