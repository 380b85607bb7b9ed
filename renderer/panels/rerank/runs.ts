import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from '../../lib/corpus/embed-texts.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import type { SelectedPlace } from '../../lib/gateway/origin/work-origin.ts';
import { followCall, settledCall } from '../../lib/runs/follow-call.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import { foldCall, newCall, rerankDraft, topNOf } from './model/call.ts';
import { countQueries, isSetRunning, queriesOf, withQuery } from './model/queries.ts';
import {
  filled,
  holdsRanking,
  keptThreshold,
  type Outcome,
  type RankCall,
  type RankQuery,
  type RankSet,
  type Retrieval,
  slots,
} from './model/rank-set.ts';
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
  onSettled: (set: RankSet) => void;
  onTrouble: (trouble: SaveTrouble) => void;
}

interface RunsOptions {
  ports: RankPorts;
  documents: DocumentStore<RankSet>;
}

/** One request of a run: a query with a model. */
interface Request {
  query: RankQuery;
  /** Place of the model among those of the set. */
  at: number;
  model: string;
  /** Indexes of the documents to rank; `null` where the retrieval found none. */
  candidates: readonly number[] | null;
}

/** The requests of open sets: one per query and model, a few at the same time. */
export interface Runs {
  /** Ranks with these queries, by default with all that have text. Resolves when all have ended. */
  start(set: RankSet, place: SelectedPlace, queryIds?: readonly number[]): Promise<void>;
  /** Follows, after a reload, what still runs in the core; requests without a known exchange are marked as lost. */
  resume(set: RankSet): Promise<void>;
  /** Stops everything that runs for a set, even if the set became a copy meanwhile. */
  stop(id: string): void;
}

export function createRuns({ ports, documents }: RunsOptions): Runs {
  const { read, nowIn, change: changeIn } = documents;
  const stops = new Map<string, AbortController>();

  const changeOutcome = (id: string, queryId: number, change: (outcome: Outcome) => Outcome) =>
    changeIn(id, (set) =>
      withQuery(set, queryId, (query) => (query.outcome ? { ...query, outcome: change(query.outcome) } : query)),
    );
  const putCall = (id: string, queryId: number, at: number, call: RankCall) =>
    changeOutcome(id, queryId, (outcome) => ({ ...outcome, calls: outcome.calls.with(at, call) }));

  /** One query is saved at once. Of many, so often would write the whole set each time. */
  const save = (id: string) => {
    const set = read(id);
    if (set && countQueries(set) > 1) documents.soon(id);
    else void documents.save(id);
  };

  /** Follows one call to its end. */
  async function follow(
    { id, queryId, at }: { id: string; queryId: number; at: number },
    start: RankCall,
    parts: AsyncIterable<Part>,
    signal: AbortSignal,
  ) {
    const { ended, stop } = followCall({
      start,
      parts,
      fold: foldCall,
      startRun: ports.startRun,
      cancel: (exchangeId) => void ports.client.exchanges.cancel({ id: exchangeId }).catch(() => undefined),
      known: start.exchangeId,
      onChange: (state) => putCall(id, queryId, at, state),
      onExchange(exchangeId) {
        ports.onExchange(exchangeId, nowIn(id));
        save(id);
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    putCall(id, queryId, at, settledCall(await ended));
    signal.removeEventListener('abort', stop);
  }

  const settle = async (id: string) => {
    stops.delete(id);
    if (!read(id)) return;
    await documents.save(id);
    const set = read(id);
    if (set) ports.onSettled(set);
  };

  async function resumeQuery(id: string, { queryId, outcome }: RankQuery, signal: AbortSignal): Promise<void> {
    if (!outcome) return;
    const { message, hint } = ports.words().lost;
    const lost = failure('app-ended', message, { hint });
    if (outcome.retrieval?.state === 'running')
      changeOutcome(id, queryId, (before) => ({
        ...before,
        retrieval: before.retrieval && { ...before.retrieval, state: 'interrupted', failure: lost },
      }));
    await Promise.all(
      outcome.calls.map(async (call, at) => {
        if (call.state !== 'running' && call.state !== 'waiting') return;
        if (call.exchangeId === null) {
          const failed = outcome.retrieval?.state === 'running' ? null : lost;
          return putCall(id, queryId, at, { ...call, state: 'interrupted', failure: failed, sent: 'maybe-processed' });
        }
        const fresh = {
          ...newCall({ slot: call.slot, model: call.model, places: call.places, topN: call.topN, state: 'running' }),
          exchangeId: call.exchangeId,
        };
        await follow({ id, queryId, at }, fresh, ports.client.exchanges.watch({ id: call.exchangeId }), signal);
      }),
    );
  }

  return {
    async start(set, place, queryIds) {
      if (isSetRunning(set)) return;
      const { id, model, secondModel, parameters, retrieval } = set;
      const asked = queriesOf(set).filter(
        ({ queryId, query }) => query.trim() !== '' && (queryIds?.includes(queryId) ?? true),
      );
      const given = filled(set.documents);
      const models = secondModel ? [model, secondModel] : [model];
      const everything = given.map((_, at) => at);
      const { connectionId, keyId } = { ...place, keyId: place.keyId ?? undefined };
      const callFor = (at: number, places: readonly number[], state: RankCall['state']) =>
        newCall({
          slot: slots[at] ?? 'B',
          model: models[at] ?? model,
          places: [...places],
          topN: topNOf(parameters, places.length),
          state,
        });
      const abort = new AbortController();
      stops.set(id, abort);
      const startedAt = ports.now();
      changeIn(id, (before) =>
        asked.reduce<RankSet>(
          (now, { queryId }) =>
            withQuery(now, queryId, (query) => ({
              ...query,
              previous: query.outcome && holdsRanking(query.outcome) ? query.outcome : query.previous,
              outcome: {
                query: query.query,
                documents: given,
                retrieval: null,
                calls: models.map((_, at) => callFor(at, everything, 'waiting')),
                place,
                startedAt,
              },
            })),
          { ...before, thresholds: [keptThreshold(before, 0, models[0]), keptThreshold(before, 1, models[1])] },
        ),
      );
      const candidates = retrieval.on
        ? await retrieve({
            source: { connectionId, keyId, model: retrieval.model },
            k: retrieval.k,
            queries: asked.map(({ query }) => query),
            texts: given.map(({ text }) => text),
            signal: abort.signal,
            ports,
            onExchange: (exchangeId) => ports.onExchange(exchangeId, nowIn(id)),
            onChange: (found) => changeIn(id, (now) => withRetrievals(now, asked, found)),
          })
        : asked.map(() => everything);
      const waiting = asked.flatMap((query, nth) =>
        models.map((each, at): Request => ({ query, at, model: each, candidates: candidates[nth] ?? null })),
      );
      const send = ({ query: { queryId, query }, at, model: each, candidates: places }: Request) => {
        // Nothing was retrieved, so there was nothing to send and the call was never made.
        if (places === null) return putCall(id, queryId, at, { ...callFor(at, [], 'cancelled'), topN: 0 });
        if (abort.signal.aborted) return putCall(id, queryId, at, callFor(at, places, 'cancelled'));
        const texts = places.map((at) => given[at]?.text ?? '');
        const draft = rerankDraft({ connectionId, keyId, model: each, query, texts, parameters });
        const parts = ports.send({ ...draft, options: { finishAlone: true } });
        return follow({ id, queryId, at }, callFor(at, places, 'running'), parts, abort.signal);
      };
      // The models of one query are always sent together.
      const lanes = Math.max(models.length, set.concurrency);
      const lane = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await send(next);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      await settle(id);
    },
    async resume(set) {
      if (!isSetRunning(set)) return;
      const abort = new AbortController();
      stops.set(set.id, abort);
      await Promise.all(queriesOf(set).map((query) => resumeQuery(set.id, query, abort.signal)));
      await settle(set.id);
    },
    stop(id) {
      for (const [started, abort] of stops) if (nowIn(started) === id) abort.abort();
    },
  };
}

/** Writes the retrieval of each query, by its place among the queries that were asked. */
const withRetrievals = (set: RankSet, asked: readonly RankQuery[], found: readonly Retrieval[]): RankSet =>
  asked.reduce<RankSet>(
    (now, { queryId }, nth) =>
      withQuery(now, queryId, (query) =>
        query.outcome ? { ...query, outcome: { ...query.outcome, retrieval: found[nth] ?? null } } : query,
      ),
    set,
  );
