import { Plus, RotateCw, Trash2 } from 'lucide-react';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
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
} from '../model/queries.ts';
import { type RankQuery, stateOf } from '../model/rank-set.ts';
import { openQuery, rankStore, showView, useSet } from '../rerank.ts';
import { scoreText } from '../result/score-text.ts';
import { useRank } from '../use-rank.ts';
import { askForQueries } from './adding.ts';
import s from './queries.module.css';

/** The queries of the set with their results; the selected one is open. */
export function QueriesView() {
  const t = useStrings().rerank.queries;
  const set = useSet();
  const queries = queriesOf(set).map((query, at) => ({ query, at }));
  const isRunning = isSetRunning(set);
  const { ended, all } = progressOf(set);
  const remove = () => !isRunning && rankStore().change((now) => withoutQuery(now, now.queryId));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Delete works in the list, which has the role
    <div
      className={layout.fill}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && event.target instanceof HTMLElement && event.target.role === 'listbox') remove();
      }}
    >
      {isRunning && all > 1 && (
        <div className={s.progress}>
          <span role="status">{t.progress(ended, all)}</span>
          <Progress value={ended / all} label={t.progress(ended, all)} thin />
        </div>
      )}
      <div className={s.head} aria-hidden>
        <span className={s.keys}>{t.keys}</span>
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
        renderItem={({ query, at }, { selected }) => <QueryRow query={query} at={at} selected={selected} />}
      />
    </div>
  );
}

function QueryRow({ query, at, selected }: { query: RankQuery; at: number; selected: boolean }) {
  const t = useStrings().rerank.queries;
  const state = stateOf(query.outcome);
  const top = topScore(query.outcome);
  const isBlank = query.query.trim() === '';
  return (
    <div className={classes(s.row, selected && s.selected)}>
      <span className={s.qid} title={qidOf(query, at)}>
        {qidOf(query, at)}
      </span>
      <span className={classes(s.text, isBlank && s.quiet)} title={query.query}>
        {isBlank ? t.blank : query.query}
      </span>
      <span className={s.score} title={top === null ? undefined : String(top)}>
        {top === null ? '' : scoreText(top)}
      </span>
      <span className={s.state}>
        {state === 'idle' ? <span className={s.quiet}>{t.idle}</span> : <StateBadge state={state} size="sm" />}
      </span>
    </div>
  );
}

/** What can be done with the queries: those that failed are ranked again alone. */
export function QueriesActions() {
  const t = useStrings().rerank.queries;
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
      <Button icon={<Icon of={Plus} size="s" />} onClick={() => askForQueries()}>
        {t.add}
      </Button>
    </>
  );
}
