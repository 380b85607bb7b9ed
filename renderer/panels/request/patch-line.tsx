import { useStore } from 'zustand';
import { verdictIntent } from '../../lib/failures/verdict.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import type { RequestResult } from './model/fold-answer.ts';
import { resultStore, useForm, useIsStale, useRequestDraft } from './store.ts';

const states: Record<RequestResult['state'], PatchState> = {
  running: 'streaming',
  done: 'done',
  'done-with-warnings': 'done',
  interrupted: 'cut',
  failed: 'failed',
  cancelled: 'cut',
};

/** Key and path; the cord shows the state of the newest request. */
export function RequestPatchLine() {
  const t = useStrings().request.answer;
  const { method, path } = useForm();
  const result = useStore(resultStore, (state) => state.answer);
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
      state={result ? states[result.state] : 'idle'}
      changed={result && stale ? { key: false, route: true, model: false } : undefined}
      aside={
        result && (
          <>
            <Badge intent={verdictIntent(result)} dot={result.state === 'running'}>
              {t.states[result.state]}
            </Badge>
            {result.endMs !== null && <span className="num">{formatMs(result.endMs)}</span>}
          </>
        )
      }
    />
  );
}
