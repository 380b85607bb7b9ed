import { create, useStore } from 'zustand';
import { client } from '../../lib/client/client.ts';
import { reopenLast } from '../../lib/documents/last-open.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/notices/announce.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { onLeave, persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { beginWork } from '../../lib/runs/running-work.ts';
import type { TestFile } from './evaluation/test-set.ts';
import { stateOfSet, withOpenQuery } from './model/queries.ts';
import { isBlank, originOf, type RankSet } from './model/rank-set.ts';
import { createRankStore, type RankStore } from './store.ts';

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
    // Only a ranking with retrieval embeds, so no first paint waits for this module.
    embedTexts: async (options) => (await import('../../lib/corpus/embed-texts.ts')).embedTexts(options),
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
