import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/index.ts';
import type { BatchLimits } from '../../lib/corpus/batches.ts';
import type { CorpusDocument } from '../../lib/corpus/corpus-document.ts';
import type { embedTexts } from '../../lib/corpus/embed-texts.ts';
import type { EmbeddingOptions } from '../../lib/corpus/embedding-draft.ts';
import type { readTexts } from '../../lib/corpus/read-texts.ts';
import type { keepVectors, readVectors } from '../../lib/corpus/vector-files.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import type { Slot } from '../../lib/vectors/analysis.ts';
import { type CorpusAutosave, createCorpusAutosave } from './corpus-autosave.ts';
import {
  type Corpus,
  continues,
  emptyCorpus,
  freshRun,
  type ModelRun,
  missingPlaces,
  moveBatches,
  moveItems,
  type RunningRun,
  vectorCount,
  vectorsOf,
} from './model/lab.ts';

/** What the panel needs from outside; by hand in tests. */
export interface EmbeddingsPorts {
  library: Pick<Client['library'], 'save' | 'open' | 'remove'>;
  readTexts: typeof readTexts;
  embedTexts: typeof embedTexts;
  keepVectors: typeof keepVectors;
  readVectors: typeof readVectors;
  newId: () => string;
  /** The page's clock, ms. */
  clock: () => number;
  /** Counts running work for the badge of the panel; the returned function counts it off. */
  beginWork: () => () => void;
  onExchange: (exchangeId: string, place: { corpusId: string; textPlace: number }) => void;
  /** A run has ended; `texts` have a vector now, `left` have none. */
  onSettled: (texts: number, left: number) => void;
  onTrouble: (trouble: SaveTrouble | 'vectors-lost') => void;
  /** Quiet time after typing before the texts are understood anew, in milliseconds. */
  quietMs?: number;
}

export interface EmbeddingsState {
  corpus: Corpus;
  /** The source changed and is not understood yet. */
  reading: boolean;
  /** A kept corpus is on its way. */
  opening: boolean;
  /** Why a file was not taken, in words. */
  refusal: string | null;
  view: 'texts' | 'map';
  running: RunningRun | null;
  /** The newest run, where it gave no vector and the vectors before it were kept. */
  fruitless: { slot: Slot; run: ModelRun } | null;
  /** Where the user moved the corpus to: what is sent next goes there. */
  movedTo: SelectedPlace | null;
}

/** With what is embedded: connection, key, model and parameters as they are when it begins. */
export interface EmbedWith extends SelectedPlace {
  model: string;
  options: EmbeddingOptions;
}

export interface EmbeddingsStore extends StoreApi<EmbeddingsState> {
  /** @param name of the file it came from. */
  setSource(source: string, name?: string): void;
  readAs(how: Partial<Pick<Corpus, 'kind' | 'column'>>): void;
  setBatch(by: Partial<BatchLimits>): void;
  moveTo(place: SelectedPlace): void;
  refuse(reason: string | null): void;
  show(view: EmbeddingsState['view']): void;
  /** Embeds every text that has no vector of this model yet. */
  embed(slot: Slot, given: EmbedWith): Promise<void>;
  stop(): void;
  removeOverlay(): void;
  create(): Promise<void>;
  /** Opens a kept corpus; false when it is gone, or when another one was begun or opened meanwhile. */
  open(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  flush(): Promise<void>;
}

/** The panel's one store: the open corpus, its runs, and what is under way. */
export function createEmbeddingsStore(ports: EmbeddingsPorts): EmbeddingsStore {
  const store = createStore<EmbeddingsState>(() => ({
    corpus: emptyCorpus(ports.newId()),
    reading: false,
    opening: false,
    refusal: null,
    view: 'texts',
    running: null,
    fruitless: null,
    movedTo: null,
  }));
  /** Counts what was begun or opened: a corpus that is still being read must not take the place of a newer one. */
  let turn = 0;
  const isOutdatedFrom = (mine: number) => () => turn !== mine;
  let stopping: AbortController | null = null;
  /** The copy that a corpus became, by its id: what runs for it goes on in the copy. */
  const copies = new Map<string, string>();
  const isOpen = (id: string): boolean => id === corpus().id || (copies.has(id) && isOpen(copies.get(id) ?? ''));
  let reading: ReturnType<typeof setTimeout> | undefined;
  const corpus = () => store.getState().corpus;
  const change = (by: Partial<Corpus>) => store.setState((state) => ({ corpus: { ...state.corpus, ...by } }));
  const changeRun = (runId: string, by: (run: ModelRun) => Partial<ModelRun>) => {
    for (const slot of ['base', 'overlay'] as const) {
      const run = corpus()[slot];
      if (run?.id === runId) change({ [slot]: { ...run, ...by(run) } });
    }
  };

  const autosave: CorpusAutosave = createCorpusAutosave({
    library: ports.library,
    keepVectors: ports.keepVectors,
    read: corpus,
    onKept: (runId, segments) => changeRun(runId, (run) => ({ segments: [...run.segments, ...segments] })),
    onConflict(id) {
      const copy = ports.newId();
      copies.set(id, copy);
      change({ id: copy });
      return copy;
    },
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
    autosave.soon();
  };

  const moveRun = (run: ModelRun, before: readonly string[], after: readonly string[]) => {
    const items = moveItems(before, after, run.items);
    changeRun(run.id, () => ({ items, batches: moveBatches(run.batches, items), segments: [] }));
    autosave.add(run.id, vectorsOf(items));
  };

  const readSoon = () => {
    store.setState({ reading: true });
    clearTimeout(reading);
    reading = setTimeout(() => void understand(), ports.quietMs ?? 150);
  };

  const begin = (next: Corpus, revision: number) => {
    clearTimeout(reading);
    autosave.begin(next.id, revision);
    store.setState({
      corpus: next,
      reading: false,
      opening: false,
      refusal: null,
      view: next.base ? 'map' : 'texts',
      running: null,
      fruitless: null,
      movedTo: null,
    });
  };

  const leave = () => {
    stopping?.abort();
    return autosave.now();
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
    setBatch(by) {
      change({ batch: { ...corpus().batch, ...by } });
      autosave.soon();
    },
    moveTo: (movedTo) => store.setState({ movedTo }),
    refuse: (refusal) => store.setState({ refusal }),
    show: (view) => store.setState({ view }),
    async embed(slot, { options, ...sender }) {
      if (store.getState().running) return;
      const texts = corpus().read.items.map(({ text }) => text);
      const before = corpus()[slot];
      const goesOn = before !== null && continues(before, { ...sender, options });
      const run: ModelRun = goesOn
        ? { ...before, ...sender, options, failure: null }
        : { ...freshRun(ports.newId(), texts.length), ...sender, options };
      change({ [slot]: run });
      const wanted = missingPlaces(texts.length, run);
      const { id: corpusId, batch: limits } = corpus();
      const stop = new AbortController();
      stopping = stop;
      const endWork = ports.beginWork();
      const startedMs = ports.clock();
      const elapsed = () => (run.elapsedMs === null ? null : run.elapsedMs + ports.clock() - startedMs);
      const running = { slot, settled: 0, total: wanted.length, startedMs };
      store.setState({ view: 'map', running, fruitless: null });
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
          changeRun(run.id, (now) => {
            const next = [...now.items];
            for (const [at, item] of items) next[placeOf(at)] = item;
            const ended = { ...batch, places: batch.places.map(placeOf) };
            const batches = [...now.batches, ended];
            return { items: next, batches, encoding: encoding ?? now.encoding, elapsedMs: elapsed() };
          });
          store.setState(({ running }) => ({ running: running && { ...running, settled } }));
          const vectors = new Map([...items].flatMap(([at, { vector }]) => (vector ? [[placeOf(at), vector]] : [])));
          if (vectors.size > 0) autosave.add(run.id, vectors);
        },
      });
      endWork();
      if (stopping === stop) stopping = null;
      if (!isOpen(corpusId)) return;
      changeRun(run.id, () => ({ failure, elapsedMs: elapsed() }));
      // A run that gave nothing does not take the place of one that gave vectors.
      const ended = corpus()[slot];
      if (ended?.id === run.id && vectorCount(ended) === 0 && before && vectorCount(before) > 0) {
        change({ [slot]: before });
        store.setState({ fruitless: { slot, run: ended } });
      }
      // Where it was moved to is where its vectors are from now.
      if (slot === 'base' && corpus().base?.id === run.id) store.setState({ movedTo: null });
      store.setState({ running: null });
      const shown = corpus()[slot];
      if (shown) ports.onSettled(vectorCount(shown), missingPlaces(texts.length, shown).length);
      await autosave.now();
    },
    stop: () => stopping?.abort(),
    removeOverlay() {
      if (store.getState().running?.slot === 'overlay') stopping?.abort();
      change({ overlay: null });
      autosave.soon();
    },
    async create() {
      const isOutdated = isOutdatedFrom(++turn);
      await leave();
      if (!isOutdated()) begin(emptyCorpus(ports.newId()), 0);
    },
    async open(id) {
      const isOutdated = isOutdatedFrom(++turn);
      store.setState({ opening: id !== corpus().id });
      if (id === corpus().id) return true;
      try {
        await leave();
        const stored = isOutdated() ? null : await ports.library.open({ id });
        if (!stored || isOutdated()) return false;
        const { restoreCorpus } = await import('./restore-corpus.ts');
        const { corpus: next, lost } = await restoreCorpus(JSON.parse(stored.content) as CorpusDocument, ports);
        if (isOutdated()) return false;
        begin(next, stored.revision);
        if (lost > 0) ports.onTrouble('vectors-lost');
        return true;
      } finally {
        if (!isOutdated()) store.setState({ opening: false });
      }
    },
    async remove(id) {
      if (id === corpus().id) {
        turn += 1;
        stopping?.abort();
        begin(emptyCorpus(ports.newId()), 0);
      }
      autosave.drop(id);
      await ports.library.remove({ id });
    },
    flush: autosave.flush,
  };
}
