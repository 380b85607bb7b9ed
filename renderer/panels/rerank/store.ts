import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from '../../lib/corpus/embed-texts.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import type { SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { followCall, settledCall } from '../../lib/runs/follow-call.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import { foldCall, newCall, outcomeFromStored } from './model/fold-call.ts';
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
  stateOf,
  titleOf,
  withRecordedPlace,
} from './model/rank-set.ts';
import { rerankDraft, topNOf } from './model/rerank-draft.ts';
import { retrieve } from './retrieve.ts';

/** What the store needs from outside; tests pass fakes. */
export interface RankPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft and follows it to its end, across lost connections too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: RunStarter;
  embedTexts: (options: EmbedTextsOptions) => Promise<EmbeddedTexts>;
  /** Counts work without an exchange of its own; the returned function ends it. */
  beginWork: () => () => void;
  newId: () => string;
  now: () => number;
  words: () => { lost: { message: string; hint: string }; copyTitle: (title: string) => string };
  onExchange: (exchangeId: string, setId: string) => void;
  onSettled: (outcome: Outcome) => void;
  onTrouble: (trouble: SaveTrouble) => void;
}

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
  /** Ranks the documents of the open set with each of its models. */
  rank(place: SelectedPlace): Promise<void>;
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
  const stops = new Map<string, AbortController>();
  const documents = createDocumentStore<RankSet>({
    store,
    library: ports.client.library,
    rowOf,
    isBlank,
    isRunning: ({ outcome }) => isRunning(outcome),
    fromStored({ id, content }) {
      const stored = JSON.parse(content) as RankSet;
      const outcome = outcomeFromStored(stored.outcome);
      const previous = outcomeFromStored(stored.previous);
      return withRecordedPlace(newRankSet(id, { ...stored, outcome, previous }), (exchangeId) =>
        ports.client.exchanges.get({ id: exchangeId }),
      );
    },
    copyOf: (mine) => ({ ...mine, id: ports.newId(), name: ports.words().copyTitle(mine.name || mine.query) }),
    onRead: (set) => void resume(set),
    onTrouble: ports.onTrouble,
  });
  const { read, nowIn, change: changeIn, current } = documents;
  const changeOutcome = (id: string, change: (outcome: Outcome) => Outcome) =>
    changeIn(id, (set) => (set.outcome ? { ...set, outcome: change(set.outcome) } : set));
  const putCall = (id: string, at: number, call: RankCall) =>
    changeOutcome(id, (outcome) => ({ ...outcome, calls: outcome.calls.with(at, call) }));

  /** Follows one call to its end. */
  async function follow(id: string, at: number, start: RankCall, parts: AsyncIterable<Part>, signal: AbortSignal) {
    const { ended, stop } = followCall({
      start,
      parts,
      fold: foldCall,
      startRun: ports.startRun,
      cancel: (exchangeId) => void ports.client.exchanges.cancel({ id: exchangeId }).catch(() => undefined),
      known: start.exchangeId,
      onChange: (state) => putCall(id, at, state),
      onExchange(exchangeId) {
        ports.onExchange(exchangeId, nowIn(id));
        void documents.save(id);
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    putCall(id, at, settledCall(await ended));
    signal.removeEventListener('abort', stop);
  }

  const settle = async (id: string) => {
    stops.delete(id);
    if (!read(id)) return;
    await documents.save(id);
    const outcome = read(id)?.outcome;
    if (outcome) ports.onSettled(outcome);
  };

  /** Follows, after a reload, what still runs in the core; requests without a known exchange are marked as lost. */
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
          return putCall(id, at, { ...call, state: 'interrupted', failure: failed, sent: 'maybe-processed' });
        }
        const fresh = {
          ...newCall({ slot: call.slot, model: call.model, places: call.places, topN: call.topN, state: 'running' }),
          exchangeId: call.exchangeId,
        };
        await follow(id, at, fresh, ports.client.exchanges.watch({ id: call.exchangeId }), abort.signal);
      }),
    );
    await settle(id);
  }

  /** Stops everything running for a set, even if the set became a copy meanwhile. */
  const stopIn = (id: string) => {
    for (const [started, abort] of stops) if (nowIn(started) === id) abort.abort();
  };

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
      stopIn(id);
      if (store.getState().openId === id) rankStore.create();
      await documents.remove(id);
    },
    moveTo: (place) => store.setState(({ moved, openId }) => ({ moved: { ...moved, [openId]: place } })),
    async rank(place) {
      const { connectionId } = place;
      const keyId = place.keyId ?? undefined;
      const { id, query, model, secondModel, parameters, retrieval, documents: all, outcome } = current();
      if (isRunning(outcome)) return;
      const given = filled(all);
      const models = secondModel ? [model, secondModel] : [model];
      const everything = given.map((_, place) => place);
      const abort = new AbortController();
      stops.set(id, abort);
      // From now on it belongs to where it was moved to.
      store.setState(({ moved: { [id]: _here, ...moved } }) => ({ moved }));
      changeIn(id, (set) => ({
        ...set,
        thresholds: [keptThreshold(set, 0, models[0]), keptThreshold(set, 1, models[1])],
        previous: set.outcome && holdsRanking(set.outcome) ? set.outcome : set.previous,
        outcome: {
          query,
          documents: given,
          retrieval: null,
          calls: models.map((each, at) =>
            newCall({
              slot: slots[at] ?? 'B',
              model: each,
              places: everything,
              topN: topNOf(parameters, given.length),
              state: 'waiting',
            }),
          ),
          place,
          startedAt: ports.now(),
        },
      }));
      const candidates = retrieval.on
        ? await retrieve({
            source: { connectionId, keyId, model: retrieval.model },
            k: retrieval.k,
            query,
            texts: given.map(({ text }) => text),
            signal: abort.signal,
            ports,
            onExchange: (exchangeId) => ports.onExchange(exchangeId, nowIn(id)),
            onChange: (found) => changeOutcome(id, (before) => ({ ...before, retrieval: found })),
          })
        : everything;
      await Promise.all(
        models.map(async (each, at) => {
          const topN = candidates ? topNOf(parameters, candidates.length) : 0;
          const call = newCall({
            slot: slots[at] ?? 'B',
            model: each,
            places: candidates ?? [],
            topN,
            state: 'running',
          });
          // Nothing was retrieved, so there was nothing to send and the call was never made.
          if (candidates === null || abort.signal.aborted) return putCall(id, at, { ...call, state: 'cancelled' });
          const texts = candidates.map((place) => given[place]?.text ?? '');
          const draft = rerankDraft({ connectionId, keyId, model: each, query, texts, parameters });
          return follow(id, at, call, ports.send({ ...draft, options: { finishAlone: true } }), abort.signal);
        }),
      );
      await settle(id);
    },
    stop: () => stopIn(store.getState().openId),
  };
  return rankStore;
}

/** Returns the list row: `documents|state` in its note; its query and the beginnings of its documents are searchable. */
export function rowOf(set: RankSet): SavedDocument {
  const texts = [set.query, ...set.documents.map(({ text }) => text)].filter((text) => text.trim() !== '');
  return {
    id: set.id,
    panel: 'rerank',
    title: titleOf(set),
    starred: set.starred,
    model: set.model.slice(0, 200) || null,
    note: `${set.documents.length}|${stateOf(set.outcome)}`,
    content: JSON.stringify(set),
    passages: texts.map((text, at) => ({ messageId: String(at), text: text.slice(0, 2000) })),
  };
}
