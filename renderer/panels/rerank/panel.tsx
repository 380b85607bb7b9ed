import { useStore } from 'zustand';
import type { SearchHit } from '#shared/contract/library.ts';
import { DocumentList } from '../../lib/documents/document-list.tsx';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { useChangedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, patchStates } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { RowState } from '../../ui/lists/list-row.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { type Outcome, originOf, shownState, stateOf } from './model/rank-set.ts';
import { RerankParameters } from './parameters.tsx';
import { changeSet, copySet, editSet, openSet, rankStore, removeSet, showView, useSet } from './store.ts';
import { useHome } from './use-rank.ts';
import { RerankWork } from './work.tsx';

/** The saved rankings by day, starred first, with a search over every query and document. */
function RankList() {
  const t = useStrings().rerank.list;
  return (
    <DocumentList
      panel="rerank"
      words={t}
      openId={useStore(rankStore(), (state) => state.openId)}
      metaOf={({ note }) => <RankNote note={note} />}
      actsOf={({ id }) => [menuAction('copy', t.copy, () => void copySet(id))]}
      chooseHits={unmarked}
      onAdd={() => {
        rankStore().create();
        showView('documents');
      }}
      onOpen={(id) => void openSet(id)}
      onEdit={(id, change) => void editSet(id, change)}
      onRemove={(id) => void removeSet(id)}
    />
  );
}

/** This list shows search hits without highlighting. */
const unmarked = (hits: readonly SearchHit[]): SearchHit[] =>
  hits.map((hit) => ({ ...hit, excerpt: hit.excerpt.replaceAll('\u0002', '').replaceAll('\u0003', '') }));

function RankNote({ note }: { note: string }) {
  const {
    rerank: t,
    pieces: { states },
  } = useStrings();
  const [count = '0', state = '', queries] = note.split('|');
  return (
    <>
      <span>{t.list.documents(Number(count))}</span>
      {queries !== undefined && <span>{t.queries.count(Number(queries))}</span>}
      {state === 'running' && <RowState intent="live">{states.running}</RowState>}
      {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{states[state]}</RowState>}
    </>
  );
}

/** Key, route and model of the open set, and the state of its newest run. */
function RerankPatchLine() {
  const set = useSet();
  const { model, outcome } = set;
  const { origin, movedTo } = useHome();
  const newest = originOf(set);
  const status = stateOf(outcome);
  const known = status === 'running' ? 'preparing' : patchStates[status];
  // After a failed retrieval nothing was left to rank, so this route was never called. A ranking of unknown origin
  // shows no state either.
  const wasCalled = status === 'running' || outcome?.calls.some(({ exchangeId }) => exchangeId !== null);
  const state = wasCalled && newest ? known : 'idle';
  const ms = outcome && slowest(outcome);
  return (
    <PatchBar
      panel="rerank"
      routeId="rerank"
      model={model}
      onModelChange={(next) => changeSet({ model: next })}
      state={state}
      home={origin && !movedTo ? origin : undefined}
      changed={useChangedSockets(newest, model)}
      aside={
        outcome && (
          <>
            {status !== 'idle' && <StateBadge state={shownState(status, outcome.calls)} />}
            {ms != null && status !== 'running' && <span className="num">{formatMs(ms)}</span>}
          </>
        )
      }
    />
  );
}

/** Returns how long the user waited: the retrieval, then the slower of the models, which run concurrently. */
function slowest({ retrieval, calls }: Outcome): number | null {
  const known = calls.flatMap(({ endMs }) => endMs ?? []);
  return known.length === 0 ? (retrieval?.ms ?? null) : (retrieval?.ms ?? 0) + Math.max(...known);
}

/** Ranks documents for a query and shows how the order changed. */
export const panel: PanelView = {
  List: RankList,
  PatchLine: RerankPatchLine,
  Work: RerankWork,
  Parameters: RerankParameters,
};
