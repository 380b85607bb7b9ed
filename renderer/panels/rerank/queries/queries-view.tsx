import { ChevronDown, ChevronUp, Plus, RotateCw, Trash2 } from 'lucide-react';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useKeysLabel } from '../../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { baselineOrder, useIndexes } from '../baseline/bm25.ts';
import { browseTestSet } from '../evaluation/test-set-dialog.tsx';
import { type Metrics, meanMetrics, metricsOf, type QueryMetrics } from '../model/metrics.ts';
import { type Order, scoreText } from '../model/orders.ts';
import {
  countQueries,
  isFailed,
  isSetRunning,
  isUnranked,
  progressOf,
  qidOf,
  queriesOf,
  topScore,
  withoutQuery,
  withQueryBeside,
} from '../model/queries.ts';
import { type Outcome, type RankQuery, shownState, stateOf } from '../model/rank-set.ts';
import { MetricsTable } from '../result/metrics-table.tsx';
import { openQuery, rankStore, showView, useSet } from '../store.ts';
import { useRank } from '../use-rank.ts';
import s from './queries.module.css';
import { askForQueries } from './queries-dialog.tsx';

/** The queries of the set with their results; the selected one is open. */
export function QueriesView() {
  const { queries: t, measures } = useStrings().rerank;
  const set = useSet();
  const all = queriesOf(set);
  const indexes = useIndexes(
    all.flatMap(({ outcome }) => outcome ?? []),
    set.baseline,
  );
  const baseline = (outcome: Outcome) => {
    const index = set.baseline ? indexes.get(outcome.documents) : undefined;
    return index ? baselineOrder(outcome, index) : null;
  };
  const queries = all.map((query, at) => ({ query, at, metrics: metricsOf(set, query, baseline) }));
  const isMeasured = queries.some(({ metrics }) => metrics.given !== null);
  const isRunning = isSetRunning(set);
  const progress = progressOf(set);
  const remove = () => !isRunning && rankStore().change((now) => withoutQuery(now, now.queryId));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Delete works in the list, which has the role
    <div
      className={layout.fill}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && event.target instanceof HTMLElement && event.target.role === 'listbox') remove();
      }}
    >
      {isRunning && progress.all > 1 && (
        <div className={s.progress}>
          <span role="status">{t.progress(progress.ended, progress.all)}</span>
          <Progress value={progress.ended / progress.all} label={t.progress(progress.ended, progress.all)} thin />
        </div>
      )}
      <div className={s.head} aria-hidden data-measured={isMeasured}>
        <span className={s.keys}>{t.keys}</span>
        {isMeasured && (
          <>
            <span className={s.score}>{set.baseline && measures.bm25Short}</span>
            <span className={s.score}>{measures.ndcg(set.cutoff)}</span>
          </>
        )}
        <span className={s.score}>{t.topScore}</span>
        <span className={s.state}>{t.state}</span>
      </div>
      <VirtualList
        label={t.label}
        items={queries}
        itemKey={({ query }) => String(query.queryId)}
        rowHeight={40}
        selectedKey={String(set.queryId)}
        onSelect={({ query }) => openQuery(query.queryId)}
        onOpen={({ query }) => {
          openQuery(query.queryId);
          if (query.outcome) showView('result');
        }}
        renderItem={(row, { selected }) => <QueryRow {...row} isMeasured={isMeasured} selected={selected} />}
      />
      {isMeasured && <MeanMetrics baseline={baseline} />}
    </div>
  );
}

interface QueryRowProps {
  query: RankQuery;
  at: number;
  metrics: QueryMetrics;
  /** Some query has judgments and a ranking. */
  isMeasured: boolean;
  selected: boolean;
}

function QueryRow({ query, at, metrics, isMeasured, selected }: QueryRowProps) {
  const t = useStrings().rerank.queries;
  const state = stateOf(query.outcome);
  const top = topScore(query.outcome);
  const isBlank = query.query.trim() === '';
  return (
    <div className={classes(s.row, selected && s.selected)} data-measured={isMeasured}>
      <span className={`cut-text ${s.qid}`} title={qidOf(query, at)}>
        {qidOf(query, at)}
      </span>
      <span className={classes('cut-text', s.text, isBlank && 'quiet')} title={query.query}>
        {isBlank ? t.blank : query.query}
      </span>
      {isMeasured && (
        <>
          <Ndcg of={metrics.bm25} />
          <Ndcg of={metrics.ranked[0] ?? null} />
        </>
      )}
      <span className={s.score} title={top === null ? undefined : String(top)}>
        {top === null ? '' : scoreText(top)}
      </span>
      <span className={s.state}>
        {state === 'idle' ? (
          <span className="quiet">{t.idle}</span>
        ) : (
          <StateBadge state={shownState(state, query.outcome?.calls ?? [])} size="sm" />
        )}
      </span>
    </div>
  );
}

const Ndcg = ({ of }: { of: Metrics | null }) => (
  <span className={s.score} title={of ? String(of.ndcg) : undefined}>
    {of?.ndcg.toFixed(3)}
  </span>
);

/** The metrics of the models and the baseline, averaged over the queries that have judgments and rankings. */
function MeanMetrics({ baseline }: { baseline: (outcome: Outcome) => Order | null }) {
  const t = useStrings().rerank.measures;
  const set = useSet();
  const { rows, measured } = meanMetrics(set, baseline);
  const named = rows.map(({ id, kind, model, metrics }) => ({
    id,
    name: model ?? t[kind === 'ranked' ? 'order' : kind],
    metrics,
    isLocal: kind === 'bm25',
  }));
  const main = named.find(({ id }) => id.startsWith('ranked'));
  if (!main) return null;
  return <MetricsTable rows={named} main={main} k={set.cutoff} note={t.mean(measured, countQueries(set))} />;
}

/** What can be done with the queries: those that failed are ranked again alone. */
export function QueriesActions() {
  const { queries: t, add, evaluation } = useStrings().rerank;
  const set = useSet();
  const { start, running, blocker } = useRank();
  const queries = queriesOf(set);
  const failed = queries.filter(isFailed).map(({ queryId }) => queryId);
  const open = queries.filter(isUnranked).map(({ queryId }) => queryId);
  const isPartly = open.length > failed.length && open.length < queries.length;
  return (
    <>
      {!running && failed.length > 0 && (
        <Button icon={<Icon of={RotateCw} size="s" />} disabledReason={blocker?.reason} onClick={() => start(failed)}>
          {t.retry(failed.length)}
        </Button>
      )}
      {!running && isPartly && (
        <Button disabledReason={blocker?.reason} onClick={() => start(open)}>
          {t.rankRest(open.length)}
        </Button>
      )}
      {countQueries(set) > 1 && (
        <IconButton
          label={t.remove}
          icon={<Icon of={Trash2} size="s" />}
          disabled={running}
          onClick={() => rankStore().change((now) => withoutQuery(now, now.queryId))}
        />
      )}
      <Menu
        align="end"
        trigger={<Button icon={<Icon of={Plus} size="s" />}>{t.add}</Button>}
        items={[
          menuAction('paste', add.paste, () => askForQueries()),
          menuAction('import', evaluation.open, () => void browseTestSet()),
        ]}
      />
    </>
  );
}

/** Which of several queries is open, and the way to the ones beside it. */
export function QueryStepper() {
  const t = useStrings().rerank.queries;
  const set = useSet();
  const step = (by: 1 | -1) => rankStore().change((now) => withQueryBeside(now, by));
  useShortcut('rerank.previous', () => step(-1));
  useShortcut('rerank.next', () => step(1));
  return (
    <fieldset className={s.stepper} aria-label={t.label}>
      <IconButton
        label={t.previous}
        shortcut={useKeysLabel('rerank.previous')}
        icon={<Icon of={ChevronUp} />}
        disabled={set.before.length === 0}
        onClick={() => step(-1)}
      />
      <span className="num" aria-live="polite">
        {t.place(set.before.length + 1, countQueries(set))}
      </span>
      <IconButton
        label={t.next}
        shortcut={useKeysLabel('rerank.next')}
        icon={<Icon of={ChevronDown} />}
        disabled={set.after.length === 0}
        onClick={() => step(1)}
      />
    </fieldset>
  );
}
