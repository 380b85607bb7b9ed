import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/index.ts';
import { type CorpusDocument, restoreItems } from '../../lib/corpus/corpus-document.ts';
import type { EmbeddedItem, embedTexts } from '../../lib/corpus/embed-texts.ts';
import type { readTexts } from '../../lib/corpus/read-texts.ts';
import type { keepVectors, readVectors } from '../../lib/corpus/vector-files.ts';
import type { KeepTrouble } from '../../lib/document-keeper.ts';
import type { Slot } from '../../lib/vectors/analysis.ts';
import { type CorpusKeeper, createCorpusKeeper } from './corpus-keeper.ts';
import {
  batchesOf,
  type Corpus,
  continues,
  emptyCorpus,
  type LabSettings,
  type ModelRun,
  missingPlaces,
  moveItems,
  nothingRead,
  optionsOf,
  type RunningRun,
  vectorCount,
} from './model/lab.ts';

/** What the panel needs from outside; by hand in tests. */
export interface LabPorts {
  library: Pick<Client['library'], 'save' | 'open' | 'remove'>;
  readTexts: typeof readTexts;
  embedTexts: typeof embedTexts;
  keepVectors: typeof keepVectors;
  readVectors: typeof readVectors;
  newId: () => string;
  /** Counts running work for the badge of the panel; the returned function counts it off. */
  beginWork: () => () => void;
  onExchange: (exchangeId: string, place: { corpusId: string; textPlace: number }) => void;
  /** A run has ended; `texts` have a vector now, `left` have none. */
  onSettled: (texts: number, left: number) => void;
  onTrouble: (trouble: KeepTrouble | 'vectors-lost') => void;
  /** Quiet time after typing before the texts are understood anew, in milliseconds. */
  quietMs?: number;
}

export interface LabState {
  corpus: Corpus;
  /** The source changed and is not understood yet. */
  reading: boolean;
  /** A kept corpus is on its way. */
  opening: boolean;
  /** Why a file was not taken, in words. */
  refusal: string | null;
  view: 'texts' | 'map';
  running: RunningRun | null;
}

/** With what is embedded: connection, key, model and parameters as they stand when it begins. */
export interface EmbedWith {
  connectionId: string;
  keyId: string | null;
  model: string;
  settings: LabSettings;
}

export interface LabStore extends StoreApi<LabState> {
  /** @param name of the file it came from. */
  setSource(source: string, name?: string): void;
  readAs(how: Partial<Pick<Corpus, 'kind' | 'column'>>): void;
  refuse(reason: string | null): void;
  show(view: LabState['view']): void;
  /** Embeds every text that has no vector of this model yet. */
  embed(slot: Slot, given: EmbedWith): Promise<void>;
  stop(): void;
  removeOverlay(): void;
  create(): Promise<void>;
  open(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  flush(): Promise<void>;
}

const usualQuietMs = 150;

/** The panel's one store: the open corpus, its runs, and what is under way. */
export function createLabStore(ports: LabPorts): LabStore {
  const store = createStore<LabState>(() => ({
    corpus: emptyCorpus(ports.newId()),
    reading: false,
    opening: false,
    refusal: null,
    view: 'texts',
    running: null,
  }));
  let stopping: AbortController | null = null;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const corpus = () => store.getState().corpus;
  const change = (by: Partial<Corpus>) => store.setState((state) => ({ corpus: { ...state.corpus, ...by } }));
  const changeRun = (runId: string, by: (run: ModelRun) => Partial<ModelRun>) => {
    for (const slot of ['base', 'overlay'] as const) {
      const run = corpus()[slot];
      if (run?.id === runId) change({ [slot]: { ...run, ...by(run) } });
    }
  };

  const keeper: CorpusKeeper = createCorpusKeeper({
    library: ports.library,
    keepVectors: ports.keepVectors,
    read: corpus,
    onKept: (runId, segments) => changeRun(runId, (run) => ({ segments: [...run.segments, ...segments] })),
    onConflict: () => change({ id: ports.newId() }),
    onTrouble: ports.onTrouble,
  });

  /** Understands the source as it is now; vectors of texts that are still there stay with them. */
  const understand = async () => {
    const { id, source, kind, column } = corpus();
    const read = await ports.readTexts(source, { kind, column: column ?? undefined });
    const now = corpus();
    if (now.id !== id || now.source !== source || now.kind !== kind || now.column !== column) return;
    const before = now.read.items.map(({ text }) => text);
    const after = read.items.map(({ text }) => text);
    const isSame = before.length === after.length && before.every((text, place) => text === after[place]);
    change({ read });
    if (!isSame) for (const run of [now.base, now.overlay]) if (run) moveRun(run, before, after);
    store.setState({ reading: false });
    if (source !== '' || now.base) keeper.soon();
  };

  const moveRun = (run: ModelRun, before: readonly string[], after: readonly string[]) => {
    const items = moveItems(before, after, run.items);
    changeRun(run.id, () => ({ items, batches: batchesOf(items), segments: [] }));
    keeper.add(run.id, vectorsOf(items));
  };

  const readSoon = () => {
    store.setState({ reading: true });
    clearTimeout(reading);
    reading = setTimeout(() => void understand(), ports.quietMs ?? usualQuietMs);
  };

  const begin = (next: Corpus, revision: number) => {
    clearTimeout(reading);
    keeper.begin(revision);
    store.setState({ corpus: next, reading: false, refusal: null, view: next.base ? 'map' : 'texts', running: null });
  };

  const leave = async () => {
    stopping?.abort();
    if (corpus().source !== '' || corpus().base) await keeper.now();
  };

  return {
    ...store,
    setSource(source, name) {
      change({ source, ...(name === undefined ? {} : { name }) });
      store.setState({ refusal: null });
      readSoon();
    },
    readAs(how) {
      change(how);
      readSoon();
    },
    refuse: (refusal) => store.setState({ refusal }),
    show: (view) => store.setState({ view }),
    async embed(slot, { connectionId, keyId, model, settings }) {
      if (store.getState().running) return;
      const options = optionsOf(settings);
      const texts = corpus().read.items.map(({ text }) => text);
      const before = corpus()[slot];
      const goesOn = before !== null && continues(before, { connectionId, model, options });
      const run: ModelRun = goesOn
        ? { ...before, keyId, options, failure: null }
        : { ...freshRun(ports.newId(), texts.length), connectionId, keyId, model, options };
      change({ [slot]: run });
      const wanted = missingPlaces(texts.length, run);
      const { id: corpusId } = corpus();
      const stop = new AbortController();
      stopping = stop;
      const endWork = ports.beginWork();
      store.setState({
        view: 'map',
        running: { slot, settled: 0, total: wanted.length, startedMs: performance.now() },
      });
      const placeOf = (at: number) => wanted[at] as number;
      const { failure } = await ports.embedTexts({
        connectionId,
        ...(keyId ? { keyId } : {}),
        model,
        options,
        texts: wanted.map((place) => texts[place] as string),
        batch: settings.batch,
        signal: stop.signal,
        onExchange: (exchangeId, places) =>
          ports.onExchange(exchangeId, { corpusId, textPlace: placeOf(places[0] ?? 0) }),
        onProgress: ({ settled, batch, items, encoding }) => {
          if (corpus().id !== corpusId) return;
          changeRun(run.id, (now) => {
            const next = [...now.items];
            for (const [at, item] of items) next[placeOf(at)] = item;
            const ended = { ...batch, places: batch.places.map(placeOf) };
            return { items: next, batches: [...now.batches, ended], encoding: encoding ?? now.encoding };
          });
          store.setState(({ running }) => ({ running: running && { ...running, settled } }));
          const vectors = new Map([...items].flatMap(([at, { vector }]) => (vector ? [[placeOf(at), vector]] : [])));
          if (vectors.size > 0) keeper.add(run.id, vectors);
        },
      });
      endWork();
      if (stopping === stop) stopping = null;
      if (corpus().id !== corpusId) return;
      changeRun(run.id, () => ({ failure }));
      // A run that gave nothing does not take the place of one that gave vectors.
      const ended = corpus()[slot];
      if (ended?.id === run.id && vectorCount(ended) === 0 && before && vectorCount(before) > 0)
        change({ [slot]: { ...before, failure } });
      store.setState({ running: null });
      const shown = corpus()[slot];
      if (shown) ports.onSettled(vectorCount(shown), missingPlaces(texts.length, shown).length);
      await keeper.now();
    },
    stop: () => stopping?.abort(),
    removeOverlay() {
      if (store.getState().running?.slot === 'overlay') stopping?.abort();
      change({ overlay: null });
      keeper.soon();
    },
    async create() {
      await leave();
      begin(emptyCorpus(ports.newId()), 0);
    },
    async open(id) {
      if (id === corpus().id) return true;
      await leave();
      store.setState({ opening: true });
      try {
        const stored = await ports.library.open({ id });
        if (!stored) return false;
        const { corpus: next, lost } = await restore(JSON.parse(stored.content) as CorpusDocument, ports);
        begin(next, stored.revision);
        if (lost > 0) ports.onTrouble('vectors-lost');
        return true;
      } finally {
        store.setState({ opening: false });
      }
    },
    async remove(id) {
      if (id === corpus().id) {
        stopping?.abort();
        begin(emptyCorpus(ports.newId()), 0);
      }
      await ports.library.remove({ id });
    },
    flush: async () => {
      if (corpus().source !== '' || corpus().base) await keeper.now();
    },
  };
}

const freshRun = (id: string, texts: number) => ({
  id,
  encoding: null,
  segments: [],
  items: Array.from({ length: texts }, () => null),
  batches: [],
  failure: null,
});

const vectorsOf = (items: readonly (EmbeddedItem | null)[]): Map<number, Float32Array> =>
  new Map(items.flatMap((item, place) => (item?.vector ? [[place, item.vector]] : [])));

async function restore(
  { id, name, source, kind, column, runs }: CorpusDocument,
  ports: Pick<LabPorts, 'readTexts' | 'readVectors'>,
): Promise<{ corpus: Corpus; lost: number }> {
  const read = source === '' ? nothingRead : await ports.readTexts(source, { kind, column: column ?? undefined });
  let lostFiles = 0;
  const restored = await Promise.all(
    runs.map(async (run): Promise<ModelRun> => {
      const { vectors, lost } = await ports.readVectors(run.segments);
      lostFiles += lost;
      const known = restoreItems(run, vectors);
      const items = read.items.map((_, place) => known[place] ?? null);
      return { ...run, items, batches: batchesOf(items) };
    }),
  );
  const [base = null, overlay = null] = restored;
  return { corpus: { id, name, source, kind, column, read, base, overlay }, lost: lostFiles };
}
