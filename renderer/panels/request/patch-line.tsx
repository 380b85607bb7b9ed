import { useStore } from 'zustand';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { intents } from './answer/intents.ts';
import type { RequestAnswer } from './model/fold-answer.ts';
import { answerStore, useDesk, useIsStale } from './store.ts';
import { useRequestDraft } from './use-request-draft.ts';

const states: Record<RequestAnswer['state'], PatchState> = {
  running: 'streaming',
  done: 'done',
  'done-with-warnings': 'done',
  interrupted: 'cut',
  failed: 'failed',
  cancelled: 'cut',
};

/** Key and path; the cord shows how the newest request stands. */
export function RequestPatchLine() {
  const t = useStrings().request.answer;
  const { method, path } = useDesk();
  const answer = useStore(answerStore, (state) => state.answer);
  const stale = useIsStale(useRequestDraft());
  return (
    <PatchBar
      panel="request"
      routeIds={['custom']}
      routeId="custom"
      onRouteChange={() => undefined}
      request={{ method, path }}
      model={null}
      onModelChange={() => undefined}
      state={answer ? states[answer.state] : 'idle'}
      changed={answer && stale ? { key: false, route: true, model: false } : undefined}
      aside={
        answer && (
          <>
            <Badge intent={intents[answer.state]} dot={answer.state === 'running'}>
              {t.states[answer.state]}
            </Badge>
            {answer.endMs !== null && <span className="num">{formatMs(answer.endMs)}</span>}
          </>
        )
      }
    />
  );
}
