import { create, useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { client } from '../../lib/client/client.ts';
import { embedTexts } from '../../lib/corpus/embed-texts.ts';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import { reopenLast } from '../../lib/documents/last-open.ts';
import { restoreOrigin, type SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/notices/announce.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { onLeave, persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { beginWork } from '../../lib/runs/running-work.ts';
import type { TestFile } from './evaluation/test-set.ts';
import { isSetRunning, queriesOf, stateOfSet, withOpenQuery } from './model/queries.ts';
import {
  isBlank,
  newRankSet,
  originOf,
  type RankSet,
  settingsForNext,
  titleOf,
  withRecordedPlace,
} from './model/rank-set.ts';
import { setFromStored, storedSet } from './model/stored-set.ts';
import { createRuns, type RankPorts } from './runs.ts';

interface RankState extends Documents<RankSet> {
  /** The last open set is being read. */
  opening: boolean;
  /** Where the user moved sets to, by id; their next requests are sent there. */
  moved: Readonly<Record<string, SelectedPlace>>;
}

interface RankStore extends StoreApi<RankState>, Pick<DocumentStore<RankSet>, 'current' | 'open' | 'remove' | 'flush'> {
  change(change: (set: RankSet) => RankSet): void;
  /** Creates a set with the sockets and settings of the open one. */
  create(from?: Partial<RankSet>): void;
  /** Changes a set, open or not. */
  edit(id: string, change: Partial<RankSet>): Promise<void>;
  /**
   * Ranks the documents of the open set with each of its models, once per query.
   *
   * @param queryIds the queries to rank; all of them by default.
   */
  rank(place: SelectedPlace, queryIds?: readonly number[]): Promise<void>;
  /** Sends the next requests of the open set to this place. */
  moveTo(place: SelectedPlace): void;
  stop(): void;
}

/** Creates the panel's store: open sets and their running requests. It outlives the panel. */
export function createRankStore(ports: RankPorts): RankStore {
  const first = newRankSet(ports.newId());
  const store = createStore<RankState>(() => ({
    open: { [first.id]: first },
    openId: first.id,
    opening: false,
    moved: {},
  }));
  const documents = createDocumentStore<RankSet>({
    store,
    library: ports.client.library,
    rowOf,
    isBlank,
    isRunning: isSetRunning,
    fromStored({ id, content }) {
      return withRecordedPlace(setFromStored(id, content), (exchangeId) =>
        ports.client.exchanges.get({ id: exchangeId }),
      );
    },
    copyOf: (mine) => ({ ...mine, id: ports.newId(), name: ports.words().copyTitle(mine.name || mine.query) }),
    onRead: (set) => void runs.resume(set),
    onTrouble: ports.onTrouble,
  });
  const { change: changeIn, current } = documents;
  const runs = createRuns({ ports, documents });

  const rankStore: RankStore = {
    ...store,
    current,
    open: documents.open,
    flush: documents.flush,
    change: (change) => changeIn(store.getState().openId, change),
    create(from = {}) {
      const fresh = newRankSet(ports.newId(), { ...settingsForNext(current()), ...from });
      documents.show({ ...fresh, parameters: { ...fresh.parameters, topN: null } });
      // A set that took documents along is saved at once.
      documents.soon(fresh.id);
    },
    edit: (id, change) => documents.edit(id, (set) => ({ ...set, ...change })),
    async remove(id) {
      runs.stop(id);
      if (store.getState().openId === id) rankStore.create();
      await documents.remove(id);
    },
    moveTo: (place) => store.setState(({ moved, openId }) => ({ moved: { ...moved, [openId]: place } })),
    async rank(place, queryIds) {
      const { id } = current();
      // From now on it belongs to where it was moved to.
      if (!isSetRunning(current())) store.setState(({ moved: { [id]: _here, ...moved } }) => ({ moved }));
      await runs.start(current(), place, queryIds);
    },
    stop: () => runs.stop(store.getState().openId),
  };
  return rankStore;
}

/**
 * Returns the list row: `documents|state` in its note, with several queries `documents|state|queries`; its queries and
 * the beginnings of its documents are searchable.
 */
export function rowOf(set: RankSet): SavedDocument {
  const queries = queriesOf(set).map(({ query }) => query);
  const texts = [...queries, ...set.documents.map(({ text }) => text)].filter((text) => text.trim() !== '');
  const note = `${set.documents.length}|${stateOfSet(set)}`;
  return {
    id: set.id,
    panel: 'rerank',
    title: titleOf({ ...set, query: queries[0] ?? '' }),
    starred: set.starred,
    model: set.model.slice(0, 200) || null,
    note: queries.length > 1 ? `${note}|${queries.length}` : note,
    content: storedSet(set),
    passages: texts.map((text, at) => ({ messageId: String(at), text: text.slice(0, 2000) })),
  };
}

/** The set that was open last, or the query of one that is not saved yet; restored after a reload. */
const lastOpen = persistedStore('rerank.open', { id: null as string | null, query: '' }, { quietMs: 0 });

let store: RankStore | undefined;

/**
 * Returns the panel's store; created on first use, when the connection to the core and the saved preferences are
 * available.
 */
export function rankStore(): RankStore {
  if (store) return store;
  const created = createRankStore({
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'rerank' }),
    embedTexts,
    beginWork: () => beginWork('rerank'),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    words: () => strings().rerank.store,
    onExchange: (exchangeId, documentId) => rememberOrigin(exchangeId, { panel: 'rerank', documentId, itemId: '' }),
    onSettled: (set) => announce(strings().rerank.announce[stateOfSet(set)]),
    onTrouble: (trouble) => toast({ intent: 'warn', title: strings().rerank.trouble[trouble] }),
  });
  store = created;
  const { id, query } = lastOpen.getState();
  if (!id && query) created.change((set) => ({ ...set, query }));
  reopenLast({
    lastOpen,
    store: created,
    isBlank,
    onUnread: () => toast({ intent: 'warn', title: strings().rerank.trouble.unread }),
  });
  created.subscribe(({ opening, openId, open }) => {
    const set = open[openId];
    if (!set || opening) return;
    const unsaved = isBlank(set) ? set.query : '';
    if (lastOpen.getState().query !== unsaved) lastOpen.setState({ query: unsaved });
  });
  onLeave(() => void created.flush());
  return created;
}

/** Returns the open set. */
export const useSet = (): RankSet => useStore(rankStore(), ({ open, openId }) => open[openId] as RankSet);

export type View = 'documents' | 'queries' | 'result' | 'apart';

/** Which part of the work area is shown. */
export const useView = persistedStore<{ view: View }>('rerank.view', { view: 'documents' });

export const showView = (view: View): void => useView.setState({ view });

/** The run that waits for the user's answer; without `queryIds` it is one of all queries. `null`: none. */
export const usePlanned = create<{ planned: { queryIds: readonly number[] | undefined } | null }>(() => ({
  planned: null,
}));

/** The files of the dialog that imports a test set. */
export const useTestFiles = create<{ open: boolean; files: TestFile[] }>(() => ({ open: false, files: [] }));

/** Changes fields of the open set. */
export const changeSet = (by: Partial<RankSet>): void => rankStore().change((set) => ({ ...set, ...by }));

/** Opens a query of the open set. */
export const openQuery = (queryId: number): void => rankStore().change((set) => withOpenQuery(set, queryId));

const orNotify = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => toast({ intent: 'bad', title: strings().rerank.list.failed }),
  );

export const openSet = (id: string): Promise<void> =>
  orNotify(
    rankStore()
      .open(id)
      .then((found) => {
        const origin = found ? originOf(rankStore().current()) : null;
        if (!found) toast({ intent: 'warn', title: strings().rerank.list.gone });
        if (origin) restoreOrigin('rerank', origin);
        showView(rankStore().current().outcome ? 'result' : 'documents');
      }),
  );

export const editSet = (id: string, change: Partial<RankSet>): Promise<void> => orNotify(rankStore().edit(id, change));

export const removeSet = (id: string): Promise<void> => orNotify(rankStore().remove(id));

/** Copies the documents for another query, without relevance marks: those belong to a query. */
export const copySet = (id: string): Promise<void> =>
  orNotify(
    rankStore()
      .open(id)
      .then(() => {
        const { documents, nextId, retrieval } = rankStore().current();
        rankStore().create({ documents, nextId, retrieval });
        showView('documents');
      }),
  );
