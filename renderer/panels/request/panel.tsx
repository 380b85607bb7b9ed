import { useStore } from 'zustand';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { PatchBar, patchStates } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { RequestParameters } from './parameters.tsx';
import { SavedList } from './saved/saved-list.tsx';
import { resultStore, useForm, useIsStale, useRequestDraft } from './store.ts';
import { RequestWork } from './work.tsx';

/** Requests to any path under the base URL, written once and then filled in. */
export const panel: PanelView = {
  List: SavedList,
  PatchLine: RequestPatchLine,
  Work: RequestWork,
  Parameters: RequestParameters,
};

/** Key and path; the cord shows the state of the newest request. */
function RequestPatchLine() {
  const { method, path } = useForm();
  const result = useStore(resultStore, (state) => state.answer);
  const state = result?.state ?? 'idle';
  const stale = useIsStale(useRequestDraft());
  return (
    <PatchBar
      panel="request"
      routeId="custom"
      request={{ method, path }}
      model={null}
      onModelChange={() => undefined}
      state={state === 'running' ? 'streaming' : patchStates[state]}
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
