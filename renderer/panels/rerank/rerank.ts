import { useStore } from 'zustand';
import { client } from '../../lib/client/client.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/page/announce.ts';
import { toast } from '../../lib/page/toasts.ts';
import { onLeave } from '../../lib/preferences/on-leave.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { beginWork } from '../../lib/runs/running-work.ts';
import { isBlank, type RankSet, stateOf } from './model/rank-set.ts';
import { createRankStore, type RankStore } from './store.ts';

/** Which set was open last, or the query of one that is not kept yet: a reload comes back to it. */
const lastOpen = persistedStore('rerank.open', { id: null as string | null, query: '' }, { quietMs: 0 });

let store: RankStore | undefined;

/** The panel's store; made at the first use, when the line to the core and the kept preferences are there. */
export function lab(): RankStore {
  if (store) return store;
  const made = createRankStore({
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'rerank' }),
    // Only a ranking with a first stage embeds: no first paint has to wait for that.
    embedTexts: async (options) => (await import('../../lib/corpus/embed-texts.ts')).embedTexts(options),
    beginWork: () => beginWork('rerank'),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    words: () => strings().rerank.store,
    onExchange: (exchangeId, documentId) => rememberOrigin(exchangeId, { panel: 'rerank', documentId, itemId: '' }),
    onSettled: (outcome) => announce(strings().rerank.announce[stateOf(outcome)]),
    onTrouble: (trouble) => toast({ intent: 'warn', title: strings().rerank.trouble[trouble] }),
  });
  store = made;
  const { id, query } = lastOpen.getState();
  if (!id && query) made.change((set) => ({ ...set, query }));
  if (id) {
    made.setState({ opening: true });
    made
      .open(id)
      .catch(() => toast({ intent: 'warn', title: strings().rerank.trouble.unread }))
      .finally(() => made.setState({ opening: false }));
  }
  made.subscribe(({ opening, openId, open }) => {
    if (opening) return;
    const set = open[openId];
    const next = set && !isBlank(set) ? { id: openId, query: '' } : { id: null, query: set?.query ?? '' };
    const last = lastOpen.getState();
    if (last.id !== next.id || last.query !== next.query) lastOpen.setState(next);
  });
  onLeave(() => void made.flush());
  return made;
}

/** The open set. */
export const useSet = (): RankSet => useStore(lab(), ({ open, openId }) => open[openId] as RankSet);
