import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { useChangedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { type Outcome, originOf, shownState, stateOf } from './model/rank-set.ts';
import { changeSet, useSet } from './rerank.ts';
import { useHome } from './use-rank.ts';

const patchStates: Record<ReturnType<typeof stateOf>, PatchState> = {
  idle: 'idle',
  running: 'preparing',
  done: 'done',
  failed: 'failed',
  cancelled: 'cut',
  interrupted: 'cut',
};

/** Key, route and model of the open set, and the state of its newest run. */
export function RerankPatchLine() {
  const set = useSet();
  const { model, outcome } = set;
  const { origin, movedTo } = useHome();
  const newest = originOf(set);
  const status = stateOf(outcome);
  const known = patchStates[status];
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
