import { formatMs } from '../../lib/format.ts';
import { PatchBar, type PatchState } from '../../lib/patch-bar.tsx';
import { useStrings } from '../../lib/strings.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Intent } from '../../ui/intent.ts';
import { type Outcome, stateOf } from './model/rank-set.ts';
import { lab, useSet } from './rerank.ts';

const drawn: Record<ReturnType<typeof stateOf>, [PatchState, Intent]> = {
  idle: ['idle', 'neutral'],
  running: ['preparing', 'live'],
  done: ['done', 'ok'],
  failed: ['failed', 'bad'],
  cancelled: ['cut', 'neutral'],
  interrupted: ['cut', 'warn'],
};

/** Key, route and model of the open set, and how its newest run stands. */
export function RerankPatchLine() {
  const words = useStrings().rerank.state;
  const { model, outcome } = useSet();
  const standing = stateOf(outcome);
  const [state, intent] = drawn[standing];
  const ms = outcome && slowest(outcome);
  return (
    <PatchBar
      panel="rerank"
      routeIds={['rerank']}
      routeId="rerank"
      onRouteChange={() => undefined}
      model={model}
      onModelChange={(next) => lab().change((set) => ({ ...set, model: next }))}
      state={state}
      aside={
        outcome && (
          <>
            <Badge intent={intent} dot={standing === 'running'}>
              {words[standing]}
            </Badge>
            {ms != null && standing !== 'running' && <span className="num">{formatMs(ms)}</span>}
          </>
        )
      }
    />
  );
}

/** What the person waited for: the retrieval, then the slower of the models, which run side by side. */
function slowest({ retrieval, calls }: Outcome): number | null {
  const known = calls.flatMap(({ ms }) => ms ?? []);
  return known.length === 0 ? (retrieval?.ms ?? null) : (retrieval?.ms ?? 0) + Math.max(...known);
}
