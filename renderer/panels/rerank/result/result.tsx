import { Fragment } from 'react';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { tokensOf } from '../../../lib/runs/fold-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { useBaseline } from '../baseline/bm25.ts';
import { topNOf } from '../model/call.ts';
import { disagreements, rankedOrder } from '../model/orders.ts';
import { countQueries } from '../model/queries.ts';
import {
  filled,
  holdsRanking,
  type Outcome,
  type RankCall,
  type RankDocument,
  type Retrieval,
  shownState,
  withPrevious,
} from '../model/rank-set.ts';
import { rankStore, useSet, type View } from '../store.ts';
import { useRank } from '../use-rank.ts';
import { Board } from './board.tsx';
import { MeasuresBar } from './metrics-table.tsx';
import s from './result.module.css';

/** The newest outcome: the result and cost of each request, the orders side by side, and their measures. */
export function Result({ view }: { view: View }) {
  const t = useStrings().rerank;
  const set = useSet();
  const { running } = useRank();
  const { outcome } = set;
  const baseline = useBaseline(outcome, set.baseline);
  if (!outcome) return null;
  const isChanged =
    !running &&
    (outcome.query !== set.query ||
      !sameDocuments(outcome.documents, filled(set.documents)) ||
      outcome.calls.some(
        ({ model, topN, places }, at) =>
          model !== [set.model, set.secondModel][at] ||
          (places.length > 0 && topN !== topNOf(set.parameters, places.length)),
      ) ||
      (set.secondModel !== null && outcome.calls.length === 1) ||
      set.retrieval.on !== (outcome.retrieval !== null) ||
      (outcome.retrieval !== null &&
        (set.retrieval.model !== outcome.retrieval.model || set.retrieval.k !== outcome.retrieval.k)));
  return (
    <div className={s.result}>
      <div className={s.lines}>
        {outcome.retrieval && <RetrievalLine retrieval={outcome.retrieval} total={outcome.documents.length} />}
        {outcome.calls
          .filter(({ places }) => places.length > 0)
          .map((call) => (
            <CallLine key={call.slot} call={call} letter={outcome.calls.length > 1 ? call.slot : ''} />
          ))}
      </div>
      {isChanged && (
        <div className={s.notes}>
          <Note>{t.changed}</Note>
        </div>
      )}
      <CallTrouble outcome={outcome} />
      {view === 'apart' && outcome.calls.length > 1 ? (
        <Disagreements outcome={outcome} />
      ) : (
        <Board outcome={outcome} baseline={baseline} />
      )}
      <MeasuresBar outcome={outcome} baseline={baseline} />
    </div>
  );
}

const sameDocuments = (ranked: readonly RankDocument[], now: readonly RankDocument[]): boolean =>
  ranked.length === now.length && ranked.every(({ id, text }, at) => now[at]?.id === id && now[at].text === text);

/** The documents on which the two models differ, largest difference first. */
function Disagreements({ outcome }: { outcome: Outcome }) {
  const t = useStrings().rerank.apart;
  const [one, other] = [rankedOrder(outcome, 0), rankedOrder(outcome, 1)];
  const rows = one && other ? disagreements(one, other) : [];
  return (
    <section className={s.apart} aria-label={t.label}>
      <div className={s.apartHead}>
        <span>{t.label}</span>
        {outcome.calls.map(({ slot, model }) => (
          <span key={slot} className="mono-s cut-text" title={model}>
            {model}
          </span>
        ))}
      </div>
      <VirtualList
        label={t.label}
        items={rows}
        itemKey={({ place }) => String(place)}
        rowHeight={48}
        empty={<p className={s.empty}>{t.none}</p>}
        renderItem={({ place, ranks, apart }) => (
          <div className={s.apartRow}>
            <span className={s.two}>{outcome.documents[place]?.text}</span>
            <span className="num">{t.rank(ranks[0])}</span>
            <span className="num">{t.rank(ranks[1])}</span>
            <span className={`num ${s.strong}`}>{t.by(apart)}</span>
          </div>
        )}
      />
    </section>
  );
}

/**
 * The retrieval: how many of all documents were selected, and what the embeddings cost.
 * @param total documents of the outcome.
 */
function RetrievalLine({ retrieval, total }: { retrieval: Retrieval; total: number }) {
  const t = useStrings().rerank;
  const { state, model, taken, calls, settled, queries, tokens, ms, exchangeId } = retrieval;
  return (
    <div className={s.line}>
      <span className={s.letter}>{t.call.retrieval}</span>
      <span className="mono cut-text">{model}</span>
      <StateBadge state={state} />
      {state === 'running' && <span role="status">{t.running.retrieving(settled, total + (queries ?? 1))}</span>}
      {taken.length > 0 && <span className="num">{t.call.took(taken.length, total)}</span>}
      {calls > 0 && (
        <span className="num">
          {t.call.retrievalCost(calls)} {queries !== undefined && t.queries.shared(queries)}
        </span>
      )}
      {tokens !== null && <span className="num">{t.call.tokens(Math.round(tokens))}</span>}
      {/* Only the record of its newest request is known. */}
      {calls === 1 && state !== 'running' && <CostFact exchangeIds={[exchangeId]} />}
      {ms !== null && <span className="num">{formatMs(ms)}</span>}
      <span className="space" />
      <ViewRequest exchangeId={exchangeId} of={model} />
    </div>
  );
}

/** One model's request: its state, result and cost, and a link to its record. */
function CallLine({ call, letter }: { call: RankCall; letter: string }) {
  const t = useStrings().rerank;
  const { state, model, results, places, topN, endMs, exchangeId, warnings } = call;
  const tokens = tokensOf(call);
  return (
    <div className={s.line}>
      {letter && <span className={s.letter}>{letter}</span>}
      <span className="mono cut-text">{model}</span>
      <StateBadge state={shownState(state, [call])} />
      {state === 'waiting' && <span className="quiet">{t.call.waiting}</span>}
      {results.length > 0 && (
        <span className="num">{t.call.came(results.length, Math.max(0, Math.min(topN, places.length)))}</span>
      )}
      {tokens !== null && <span className="num">{t.call.tokens(tokens)}</span>}
      {state !== 'running' && <CostFact exchangeIds={[exchangeId]} />}
      {endMs !== null && <span className="num">{formatMs(endMs)}</span>}
      {warnings.length > 0 && <Badge intent="odd">{warnings[0]?.message}</Badge>}
      <span className="space" />
      <ViewRequest exchangeId={exchangeId} of={model} />
    </div>
  );
}

/** Errors and warnings in sentences; renders nothing without any. */
export function CallTrouble({ outcome }: { outcome: Outcome }) {
  const t = useStrings().rerank.call;
  const { blocker, running, start } = useRank();
  const set = useSet();
  // Of several queries only this one is sent again.
  const retry = () => start(countQueries(set) > 1 ? [set.queryId] : undefined);
  const again = blocker || running ? [] : [{ label: t.again, onSelect: retry, again: true }];
  const { retrieval, calls } = outcome;
  const lost = retrieval && retrieval.taken.length > 0 ? retrieval.cosines.filter((near) => near === null).length : 0;
  const { previous } = set;
  return (
    <div className={s.notes}>
      {previous && !running && !holdsRanking(outcome) && (
        <Note action={<Button onClick={() => rankStore().change(withPrevious)}>{t.previous}</Button>}>
          {t.previousKept}
        </Note>
      )}
      {retrieval?.failure && retrieval.state !== 'cancelled' && (
        <FailureCard failure={retrieval.failure} exchangeId={retrieval.exchangeId} actions={again} level={2} />
      )}
      {lost > 0 && <Note intent="warn">{t.noVector(lost)}</Note>}
      {calls.map((call) => (
        <Fragment key={call.slot}>
          {calls.length > 1 && call.failure && call.state !== 'cancelled' && (
            <p className={s.of}>
              {call.slot} <span className="mono">{call.model}</span>
            </p>
          )}
          {call.failure && call.state !== 'cancelled' && (
            <FailureCard
              failure={call.failure}
              exchangeId={call.exchangeId}
              sent={call.sent}
              actions={again}
              level={2}
            />
          )}
          <Irregularities call={call} outcome={outcome} />
        </Fragment>
      ))}
    </div>
  );
}

function Irregularities({ call, outcome }: { call: RankCall; outcome: Outcome }) {
  const { rerank, pieces } = useStrings();
  const t = rerank.call;
  const { state, results, strayed, repeated, places, topN, failure, model } = call;
  const prefix = outcome.calls.length > 1 ? t.prefix(model) : '';
  if (state !== 'done' || failure) return null;
  const requested = Math.max(0, Math.min(topN, places.length));
  const missing = requested - results.length;
  const below = places.length - requested;
  const notes: [intent: 'odd' | 'warn' | undefined, text: string | false][] =
    results.length === 0
      ? [['odd', t.empty]]
      : [
          ['odd', strayed.length > 0 && t.strayed(pieces.list(strayed.slice(0, 12).map(String)))],
          ['odd', repeated.length > 0 && t.repeated(pieces.list(repeated.slice(0, 12).map((place) => `${place + 1}`)))],
          ['warn', missing > 0 && t.missing(missing)],
          [undefined, below > 0 && t.below(below)],
        ];
  return notes.map(
    ([intent, text]) =>
      text && (
        <Note key={text} intent={intent}>
          {prefix}
          {text}
        </Note>
      ),
  );
}
