import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import type { SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { isSetRunning, queriesOf, stateOfSet } from './model/queries.ts';
import { isBlank, newRankSet, type RankSet, settingsForNext, titleOf, withRecordedPlace } from './model/rank-set.ts';
import { setFromStored, storedSet } from './model/stored-set.ts';
import type { RankPorts } from './ports.ts';
import { createRuns } from './runs.ts';

export interface RankState extends Documents<RankSet> {
  /** The last open set is being read. */
  opening: boolean;
  /** Where the user moved sets to, by id; their next requests are sent there. */
  moved: Readonly<Record<string, SelectedPlace>>;
}

export interface RankStore
  extends StoreApi<RankState>,
    Pick<DocumentStore<RankSet>, 'current' | 'open' | 'remove' | 'flush'> {
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
