import { useStore } from 'zustand';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
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
  const { method, path } = useForm();
  const result = useStore(resultStore, (state) => state.answer);
  const stale = useIsStale(useRequestDraft());
  return (
    <PatchBar
      panel="request"
      routeId="custom"
      request={{ method, path }}
      model={null}
      onModelChange={() => undefined}
      state={result ? states[result.state] : 'idle'}
      changed={result && stale ? { key: false, route: true, model: false } : undefined}
      aside={
        result && (
          <>
            <StateBadge {...result} />
            {result.endMs !== null && <span className="num">{formatMs(result.endMs)}</span>}
          </>
        )
      }
    />
  );
}
