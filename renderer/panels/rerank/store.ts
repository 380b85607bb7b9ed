import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from '../../lib/corpus/embed-texts.ts';
import { createAutosave, type SaveTrouble } from '../../lib/documents/autosave.ts';
import type { SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { followCall } from '../../lib/runs/follow-call.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import { foldCall, newCall } from './model/fold-call.ts';
import { withRecordedPlace } from './model/place.ts';
import {
  filled,
  holdsRanking,
  isBlank,
  isRunning,
  keptThreshold,
  newRankSet,
  type Outcome,
  type RankCall,
  type RankSet,
  settingsForNext,
  slots,
} from './model/rank-set.ts';
import { rerankDraft, topNOf } from './model/rerank-draft.ts';
import { retrieve } from './retrieve.ts';
import { rowOf } from './set-row.ts';

/** What the store needs from outside; by hand in tests. */
export interface RankPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft and follows it to its end, over broken lines too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: RunStarter;
  embedTexts: (options: EmbedTextsOptions) => Promise<EmbeddedTexts>;
  /** Counts work that is no exchange of its own; the returned function counts it off. */
  beginWork: () => () => void;
  newId: () => string;
  now: () => number;
  words: () => { lost: { message: string; hint: string }; copyTitle: (title: string) => string };
  onExchange: (exchangeId: string, setId: string) => void;
  onSettled: (outcome: Outcome) => void;
  onTrouble: (trouble: SaveTrouble) => void;
}

export interface RankState {
  /** Every set that was opened since the page came, by id. */
  sets: Readonly<Record<string, RankSet>>;
  openId: string;
  /** The set of last time is being read. */
  opening: boolean;
  /** Places that the user moved sets to, by id: what is sent next goes there. */
  moved: Readonly<Record<string, SelectedPlace>>;
}

export interface RankStore extends StoreApi<RankState> {
  current(): RankSet;
  change(change: (set: RankSet) => RankSet): void;
  /** A new set with the sockets and settings of the open one. */
  create(from?: Partial<RankSet>): void;
  /** Opens a set of the library; false when it is gone. Rejects with an `AppError`. */
  open(id: string): Promise<boolean>;
  /** Changes a set that need not be open. */
  edit(id: string, change: Partial<RankSet>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Ranks the documents of the open set, with every model of it. */
  rank(place: SelectedPlace): Promise<void>;
  /** What the open set sends next goes to this place. */
  moveTo(place: SelectedPlace): void;
  stop(): void;
  flush(): Promise<void>;
}

/** The panel's one store: sets being worked on, and what runs for them. It outlives the panel. */
export function createRankStore(ports: RankPorts): RankStore {
  const first = newRankSet(ports.newId());
  const store = createStore<RankState>(() => ({
    sets: { [first.id]: first },
    openId: first.id,
    opening: false,
    moved: {},
  }));
  const stops = new Map<string, AbortController>();
  const copies = new Map<string, string>();
  const nowAt = (id: string): string => {
    const copy = copies.get(id);
    return copy === undefined ? id : nowAt(copy);
  };
  const read = (id: string): RankSet | undefined => store.getState().sets[id];
  const put = (set: RankSet) => store.setState(({ sets }) => ({ sets: { ...sets, [set.id]: set } }));
  const autosave = createAutosave({
    library: ports.client.library,
    read(id, isStored) {
      const set = read(id);
      // An untouched set is not kept: it would fill the list with empty rows.
      return set && (isStored || !isBlank(set)) ? rowOf(set) : undefined;
    },
    onTrouble: ports.onTrouble,
    onConflict(id) {
      const mine = read(id);
      if (!mine) return null;
      const copy = { ...mine, id: ports.newId(), name: ports.words().copyTitle(mine.name || mine.query) };
      copies.set(id, copy.id);
      store.setState(({ sets, openId }) => {
        const { [id]: _replaced, ...others } = sets;
        return { sets: { ...others, [copy.id]: copy }, openId: openId === id ? copy.id : openId };
      });
      return copy.id;
    },
  });

  const changeIn = (givenId: string, change: (set: RankSet) => RankSet) => {
    const before = read(nowAt(givenId));
    const after = before && change(before);
    if (!after || after === before) return;
    put(after);
    autosave.soon(after.id);
  };
  const changeOutcome = (id: string, change: (outcome: Outcome) => Outcome) =>
    changeIn(id, (set) => (set.outcome ? { ...set, outcome: change(set.outcome) } : set));
  const putCall = (id: string, at: number, call: RankCall) =>
    changeOutcome(id, (outcome) => ({ ...outcome, calls: outcome.calls.with(at, call) }));
  const cancel = (exchangeId: string) => void ports.client.exchanges.cancel({ id: exchangeId }).catch(() => undefined);

  /** Follows one call to its end. */
  async function follow(id: string, at: number, start: RankCall, parts: AsyncIterable<Part>, signal: AbortSignal) {
    let known = start.exchangeId;
    const stop = () => known && cancel(known);
    signal.addEventListener('abort', stop, { once: true });
    const { call, cut } = await followCall(ports.startRun(parts, start, foldCall), start, {
      onChange: (state) => putCall(id, at, state),
      onExchange(exchangeId) {
        known = exchangeId;
        ports.onExchange(exchangeId, nowAt(id));
        if (signal.aborted) stop();
        void autosave.now(nowAt(id));
      },
    });
    putCall(
      id,
      at,
      cut ? { ...call, state: 'interrupted', sentFlag: call.sentFlag ?? 'maybe-processed', failure: cut } : call,
    );
    signal.removeEventListener('abort', stop);
  }

  const settle = async (id: string) => {
    stops.delete(id);
    const set = read(nowAt(id));
    if (!set) return;
    await autosave.now(set.id);
    if (set.outcome) ports.onSettled(set.outcome);
  };

  /** After a reload: what still runs in the core is followed, what nobody knows of is said to be lost. */
  async function resume(set: RankSet): Promise<void> {
    const { outcome, id } = set;
    if (!outcome || !isRunning(outcome)) return;
    const { message, hint } = ports.words().lost;
    const lost = failure('app-ended', message, { hint });
    const abort = new AbortController();
    stops.set(id, abort);
    if (outcome.retrieval?.state === 'running')
      changeOutcome(id, (before) => ({
        ...before,
        retrieval: before.retrieval && { ...before.retrieval, state: 'interrupted', failure: lost },
      }));
    await Promise.all(
      outcome.calls.map(async (call, at) => {
        if (call.state !== 'running' && call.state !== 'waiting') return;
        if (call.exchangeId === null) {
          const failed = outcome.retrieval?.state === 'running' ? null : lost;
          return putCall(id, at, { ...call, state: 'interrupted', failure: failed, sentFlag: 'maybe-processed' });
        }
        const fresh = {
          ...newCall({ slot: call.slot, model: call.model, sent: call.sent, topN: call.topN, state: 'running' }),
          exchangeId: call.exchangeId,
        };
        await follow(id, at, fresh, ports.client.exchanges.watch({ id: call.exchangeId }), abort.signal);
      }),
    );
    await settle(id);
  }

  /** Reads a set of the library unless it is here already; false when it is gone. */
  async function load(id: string): Promise<boolean> {
    if (read(id)) return true;
    const found = await ports.client.library.open({ id });
    if (!found) return false;
    const set = await withRecordedPlace(newRankSet(id, JSON.parse(found.content) as RankSet), (exchangeId) =>
      ports.client.exchanges.get({ id: exchangeId }),
    );
    // It may have been read by another call meanwhile, and what runs in it must not be put back.
    if (read(id)) return true;
    autosave.knows(id, found.revision);
    put(set);
    void resume(set);
    return true;
  }

  /** Ends what runs for a set, also when it became a copy while it ran. */
  const stopIn = (id: string) => {
    for (const [started, abort] of stops) if (nowAt(started) === id) abort.abort();
  };

  const rankStore: RankStore = {
    ...store,
    current: () => read(store.getState().openId) as RankSet,
    change: (change) => changeIn(store.getState().openId, change),
    create(from = {}) {
      const fresh = newRankSet(ports.newId(), { ...settingsForNext(rankStore.current()), ...from });
      put({ ...fresh, parameters: { ...fresh.parameters, topN: null } });
      store.setState({ openId: fresh.id });
      autosave.soon(fresh.id);
    },
    async open(id) {
      const isThere = await load(id);
      if (isThere) store.setState({ openId: id });
      return isThere;
    },
    async edit(id, change) {
      if (!(await load(id))) return;
      changeIn(id, (set) => ({ ...set, ...change }));
      await autosave.now(id);
    },
    async remove(id) {
      stopIn(id);
      autosave.drop(id);
      if (store.getState().openId === id) rankStore.create();
      store.setState(({ sets }) => {
        const { [id]: _gone, ...others } = sets;
        return { sets: others };
      });
      await ports.client.library.remove({ id });
    },
    moveTo: (place) => store.setState(({ moved, openId }) => ({ moved: { ...moved, [openId]: place } })),
    async rank(place) {
      const { connectionId } = place;
      const keyId = place.keyId ?? undefined;
      const { id, query, model, secondModel, parameters, retrieval, documents: all, outcome } = rankStore.current();
      if (isRunning(outcome)) return;
      const documents = filled(all);
      const models = secondModel ? [model, secondModel] : [model];
      const everything = documents.map((_, place) => place);
      const abort = new AbortController();
      stops.set(id, abort);
      // Where it was moved to is where it belongs now.
      store.setState(({ moved: { [id]: _here, ...moved } }) => ({ moved }));
      changeIn(id, (set) => ({
        ...set,
        thresholds: [keptThreshold(set, 0, models[0]), keptThreshold(set, 1, models[1])],
        previous: set.outcome && holdsRanking(set.outcome) ? set.outcome : set.previous,
        outcome: {
          query,
          documents,
          retrieval: null,
          calls: models.map((each, at) =>
            newCall({
              slot: slots[at] ?? 'B',
              model: each,
              sent: everything,
              topN: topNOf(parameters, documents.length),
              state: 'waiting',
            }),
          ),
          place,
          startedAt: ports.now(),
        },
      }));
      const taken = retrieval.on
        ? await retrieve({
            source: { connectionId, keyId, model: retrieval.model },
            k: retrieval.k,
            query,
            texts: documents.map(({ text }) => text),
            signal: abort.signal,
            ports,
            onExchange: (exchangeId) => ports.onExchange(exchangeId, nowAt(id)),
            onChange: (found) => changeOutcome(id, (before) => ({ ...before, retrieval: found })),
          })
        : everything;
      await Promise.all(
        models.map(async (each, at) => {
          const topN = taken ? topNOf(parameters, taken.length) : 0;
          const call = newCall({ slot: slots[at] ?? 'B', model: each, sent: taken ?? [], topN, state: 'running' });
          // Nothing was found that could be sent: the call never came to be.
          if (taken === null || abort.signal.aborted) return putCall(id, at, { ...call, state: 'cancelled' });
          const texts = taken.map((place) => documents[place]?.text ?? '');
          const draft = rerankDraft({ connectionId, keyId, model: each, query, texts, parameters });
          return follow(id, at, call, ports.send({ ...draft, options: { finishAlone: true } }), abort.signal);
        }),
      );
      await settle(id);
    },
    stop: () => stopIn(store.getState().openId),
    flush: autosave.flush,
  };
  return rankStore;
}
