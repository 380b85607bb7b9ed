import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/index.ts';
import type { BatchLimits } from '../../lib/corpus/batches.ts';
import type { CorpusDocument, readVectors, storeVectors } from '../../lib/corpus/corpus-document.ts';
import type { embedTexts } from '../../lib/corpus/embed-texts.ts';
import type { readTexts } from '../../lib/corpus/read-texts.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import type { SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import {
  type Corpus,
  type EmbedWith,
  emptyCorpus,
  freshRun,
  type ModelRun,
  missingPlaces,
  nextRun,
  type RunningRun,
  runAfterEdit,
  vectorCount,
  vectorsOf,
} from './corpus.ts';
import { createUnsavedVectors, isBlank, restoreCorpus, rowOf } from './stored-corpus.ts';

/** What the panel needs from outside; tests pass fakes. */
export interface EmbeddingsPorts {
  library: Pick<Client['library'], 'save' | 'open' | 'remove'>;
  readTexts: typeof readTexts;
  embedTexts: typeof embedTexts;
  keepVectors: typeof storeVectors;
  readVectors: typeof readVectors;
  newId: () => string;
  /** The page's clock, ms. */
  clock: () => number;
  /** Counts running work for the panel's badge; the returned function ends it. */
  beginWork: () => () => void;
  onExchange: (exchangeId: string, place: { corpusId: string; textPlace: number }) => void;
  /** Called when a run has ended; `texts` have a vector now, `left` have none. */
  onSettled: (texts: number, left: number) => void;
  onTrouble: (trouble: SaveTrouble | 'vectors-lost') => void;
  /** Debounce after typing before the texts are read again, in milliseconds. */
  quietMs?: number;
}

export interface EmbeddingsState extends Documents<Corpus> {
  /** The source changed and has not been read yet. */
  reading: boolean;
  /** A saved corpus is loading, or the open one is being saved before a new one. */
  opening: boolean;
  /** Why a file was rejected, as a sentence. */
  refusal: string | null;
  view: 'texts' | 'map';
  running: RunningRun | null;
  /** The newest run, where it returned no vector and the previous vectors were kept. */
  emptyRun: ModelRun | null;
  /** Where the user moved the corpus to; the next requests are sent there. */
  movedTo: SelectedPlace | null;
}

export const corpusOf = ({ open, openId }: Documents<Corpus>): Corpus => open[openId] as Corpus;

export interface EmbeddingsStore
  extends StoreApi<EmbeddingsState>,
    Pick<DocumentStore<Corpus>, 'current' | 'remove' | 'flush'> {
  /** @param name of the file it came from. */
  setSource(source: string, name?: string): void;
  readAs(how: Partial<Pick<Corpus, 'kind' | 'column'>>): void;
  setBatch(by: Partial<BatchLimits>): void;
  moveTo(place: SelectedPlace): void;
  refuse(reason: string | null): void;
  show(view: EmbeddingsState['view']): void;
  /** Embeds every text that has no vector of this model yet. */
  embed(given: EmbedWith): Promise<void>;
  stop(): void;
  /** Opens new texts; false when other ones were created or opened meanwhile, which must not be changed then. */
  create(): Promise<boolean>;
  /** Opens a saved corpus; false when it no longer exists, or when another one was created or opened meanwhile. */
  open(id: string): Promise<boolean>;
}

/** The view state of a newly opened corpus. */
const untouched = {
  reading: false,
  opening: false,
  refusal: null,
  running: null,
  emptyRun: null,
  movedTo: null,
} satisfies Partial<EmbeddingsState>;

/** Creates the panel's store: the open corpus, its runs, and the run in progress. */
export function createEmbeddingsStore(ports: EmbeddingsPorts): EmbeddingsStore {
  const first = emptyCorpus(ports.newId());
  const store = createStore<EmbeddingsState>(() => ({
    open: { [first.id]: first },
    openId: first.id,
    view: 'texts',
    ...untouched,
  }));
  /** Counts how often a corpus was created or opened: one that is still being read must not replace a newer one. */
  let generation = 0;
  const isOutdatedFrom = (mine: number) => () => generation !== mine;
  let stopping: AbortController | null = null;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const unsaved = createUnsavedVectors(ports.keepVectors);
  /** Corpora with missing vector files, until the user was notified. */
  const damaged = new Set<string>();

  const documents: DocumentStore<Corpus> = createDocumentStore<Corpus>({
    store,
    library: ports.library,
    async rowOf(before) {
      if (isBlank(before)) return undefined;
      if (before.run) {
        const kept = await unsaved.store(before.id, before.run.id);
        if (kept.length > 0) changeRun(before.run.id, ({ segments }) => ({ segments: [...segments, ...kept] }));
      }
      // Another corpus may be open by now; this one was saved before.
      const corpus = store.getState().open[before.id];
      return corpus && rowOf(corpus);
    },
    async fromStored({ id, content }) {
      const { corpus, lost } = await restoreCorpus(JSON.parse(content) as CorpusDocument, ports);
      if (lost > 0) damaged.add(id);
      return corpus;
    },
    copyOf: (mine) => ({ ...mine, id: ports.newId() }),
    onTrouble: ports.onTrouble,
  });
  const { current } = documents;
  /** Whether a corpus, or the copy it became, is the open one. */
  const isOpen = (id: string): boolean => documents.nowIn(id) === current().id;
  const change = (by: Partial<Corpus>) => documents.update(current().id, (corpus) => ({ ...corpus, ...by }));
  const save = () => documents.save(current().id);
  const saveSoon = () => documents.soon(current().id);
  const changeRun = (runId: string, by: (run: ModelRun) => Partial<ModelRun>) => {
    const { run } = current();
    if (run?.id === runId) change({ run: { ...run, ...by(run) } });
  };

  /** Reads the current source; texts that are still there keep their vectors. */
  const readSource = async () => {
    const { id, source, kind, column } = current();
    const read = await ports.readTexts(source, { kind, column: column ?? undefined });
    const now = current();
    if (!isOpen(id) || now.source !== source || now.kind !== kind || now.column !== column) return;
    const before = now.read.items.map(({ text }) => text);
    const after = read.items.map(({ text }) => text);
    const isSame = before.length === after.length && before.every((text, place) => text === after[place]);
    change({ read });
    if (now.run && !isSame) {
      const moved = runAfterEdit(now.run, before, after);
      changeRun(moved.id, () => moved);
      unsaved.add(moved.id, vectorsOf(moved.items.entries()));
    }
    store.setState({ reading: false });
    saveSoon();
  };

  const readSoon = () => {
    store.setState({ reading: true });
    clearTimeout(reading);
    reading = setTimeout(() => void readSource(), ports.quietMs ?? 150);
  };

  /** Only the open corpus stays in memory, because it can be large. */
  const begin = (next: Corpus) => {
    clearTimeout(reading);
    unsaved.clear();
    store.setState({ open: { [next.id]: next }, openId: next.id, view: next.run ? 'map' : 'texts', ...untouched });
  };

  return {
    ...store,
    current,
    flush: documents.flush,
    setSource(source, name) {
      change({ source, ...(name === undefined ? {} : { name }) });
      store.setState({ refusal: null });
      readSoon();
    },
    readAs(how) {
      change(how);
      readSoon();
    },
    setBatch(by) {
      change({ batch: { ...current().batch, ...by } });
      saveSoon();
    },
    moveTo: (movedTo) => store.setState({ movedTo }),
    refuse: (refusal) => store.setState({ refusal }),
    show: (view) => store.setState({ view }),
    async embed({ options, ...sender }) {
      if (store.getState().running) return;
      const texts = current().read.items.map(({ text }) => text);
      const before = current().run;
      const run = nextRun(before, { ...sender, options }, () => freshRun(ports.newId(), texts.length));
      change({ run });
      const wanted = missingPlaces(texts.length, run);
      const { id: corpusId, batch: limits } = current();
      const stop = new AbortController();
      stopping = stop;
      const endWork = ports.beginWork();
      const startedMs = ports.clock();
      const elapsed = () => (run.elapsedMs === null ? null : run.elapsedMs + ports.clock() - startedMs);
      store.setState({ view: 'map', running: { settled: 0, total: wanted.length, startedMs }, emptyRun: null });
      const placeOf = (at: number) => wanted[at] as number;
      const { failure } = await ports.embedTexts({
        connectionId: sender.connectionId,
        ...(sender.keyId ? { keyId: sender.keyId } : {}),
        model: sender.model,
        options,
        texts: wanted.map((place) => texts[place] as string),
        batch: limits,
        signal: stop.signal,
        onExchange: (exchangeId, places) =>
          ports.onExchange(exchangeId, { corpusId, textPlace: placeOf(places[0] ?? 0) }),
        onProgress: ({ settled, batch, items, encoding }) => {
          if (!isOpen(corpusId)) return;
          const found = new Map([...items].map(([at, item]) => [placeOf(at), item]));
          changeRun(run.id, (now) => ({
            items: now.items.map((item, place) => found.get(place) ?? item),
            batches: [...now.batches, { ...batch, places: batch.places.map(placeOf) }],
            encoding: encoding ?? now.encoding,
            elapsedMs: elapsed(),
          }));
          store.setState(({ running }) => ({ running: running && { ...running, settled } }));
          if (unsaved.add(run.id, vectorsOf(found)) > 0) saveSoon();
        },
      });
      endWork();
      if (stopping === stop) stopping = null;
      if (!isOpen(corpusId)) return;
      changeRun(run.id, () => ({ failure, elapsedMs: elapsed() }));
      // A run without vectors does not replace one with vectors.
      const ended = current().run;
      if (ended?.id === run.id && vectorCount(ended) === 0 && before && vectorCount(before) > 0) {
        change({ run: before });
        store.setState({ emptyRun: ended });
      }
      // Its vectors are now from where it was moved to.
      if (current().run?.id === run.id) store.setState({ movedTo: null });
      store.setState({ running: null });
      const shown = current().run;
      if (shown) ports.onSettled(vectorCount(shown), missingPlaces(texts.length, shown).length);
      await save();
    },
    stop: () => stopping?.abort(),
    async create() {
      const isOutdated = isOutdatedFrom(++generation);
      stopping?.abort();
      store.setState({ opening: true });
      await save();
      const isNewest = !isOutdated();
      if (isNewest) begin(emptyCorpus(ports.newId()));
      return isNewest;
    },
    async open(id) {
      const isOutdated = isOutdatedFrom(++generation);
      store.setState({ opening: id !== current().id });
      if (id === current().id) return true;
      try {
        stopping?.abort();
        await save();
        const next = isOutdated() ? null : await documents.load(id);
        if (!next || isOutdated()) return false;
        begin(next);
        if (damaged.delete(id)) ports.onTrouble('vectors-lost');
        return true;
      } finally {
        // A corpus that was loaded too late does not stay in memory.
        store.setState(({ opening }) => ({ open: { [current().id]: current() }, opening: isOutdated() && opening }));
      }
    },
    async remove(id) {
      if (id === current().id) {
        generation += 1;
        stopping?.abort();
        begin(emptyCorpus(ports.newId()));
      }
      await documents.remove(id);
    },
  };
}
