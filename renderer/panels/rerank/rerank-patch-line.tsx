import { useStore } from 'zustand';
import { formatMs } from '../../lib/format.ts';
import { PatchBar, type PatchState } from '../../lib/patch-bar.tsx';
import { useStrings } from '../../lib/strings.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Intent } from '../../ui/intent.ts';
import type { RankingAnswer } from './model/ranking-answer.ts';
import { rerankRun, useRerank } from './rerank-store.ts';

const drawn: Record<RankingAnswer['state'], [PatchState, Intent]> = {
  running: ['preparing', 'live'],
  done: ['done', 'ok'],
  failed: ['failed', 'bad'],
  cancelled: ['cut', 'neutral'],
  interrupted: ['cut', 'bad'],
};

/** Key, route and model of the rerank lab, and how its newest run stands. */
export function RerankPatchLine() {
  const words = useStrings().rerank.state;
  const { model, answer: settled } = useRerank();
  const running = useStore(rerankRun, (run) => run.answer);
  const answer = running ?? settled;
  const [state, intent] = answer ? drawn[answer.state] : (['idle', 'neutral'] as const);
  return (
    <PatchBar
      panel="rerank"
      routeIds={['rerank']}
      routeId="rerank"
      onRouteChange={() => undefined}
      model={model}
      onModelChange={(next) => useRerank.setState({ model: next })}
      state={state}
      aside={
        answer && (
          <>
            <Badge intent={intent} dot={running !== null}>
              {words[answer.state]}
            </Badge>
            {answer.durationMs !== null && <span className="num">{formatMs(answer.durationMs)}</span>}
          </>
        )
      }
    />
  );
}
