import { useActive } from '../../lib/gateway/connections/active.ts';
import { changedSockets } from '../../lib/gateway/origin/changed-sockets.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { Intent } from '../../ui/base/intent.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { originOf } from './model/place.ts';
import { type Outcome, stateOf } from './model/rank-set.ts';
import { lab, useSet } from './rerank.ts';
import { useHome } from './use-home.ts';

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
  const set = useSet();
  const { model, outcome } = set;
  const { connection, key } = useActive();
  const { origin, movedTo } = useHome();
  const newest = originOf(set);
  const standing = stateOf(outcome);
  const [known, intent] = drawn[standing];
  // A retrieval that failed left nothing to rank: this route was never asked. Nor is it said who gave what is of unknown origin.
  const wasAsked = standing === 'running' || outcome?.calls.some(({ exchangeId }) => exchangeId !== null);
  const state = wasAsked && newest ? known : 'idle';
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
      home={origin && !movedTo ? origin : undefined}
      changed={
        newest
          ? changedSockets(newest, { connectionId: connection?.id, keyId: key?.id, routeId: 'rerank', model })
          : undefined
      }
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

/** What the user waited for: the retrieval, then the slower of the models, which run side by side. */
function slowest({ retrieval, calls }: Outcome): number | null {
  const known = calls.flatMap(({ endMs }) => endMs ?? []);
  return known.length === 0 ? (retrieval?.ms ?? null) : (retrieval?.ms ?? 0) + Math.max(...known);
}
