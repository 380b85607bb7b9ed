import type { RouteId } from '#shared/protocol/route.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { Intent } from '../../ui/base/intent.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useShown } from './audio.ts';
import { routeOf, useForm } from './form.ts';
import { type AudioCall, callsOf, stateOf } from './model/audio-document.ts';

const routeIds: readonly RouteId[] = ['audio.transcriptions', 'audio.translations', 'audio.speech'];

/** Key, route and model; at the right how the newest exchange of the open sound stands. */
export function AudioPatchLine() {
  const t = useStrings().audio;
  const form = useForm();
  const calls = useNewestCalls();
  const state = stateOf(calls);
  const isHearing = form.mode === 'hear';
  const took = calls.reduce((sum, { endMs }) => sum + (endMs ?? 0), 0);
  return (
    <PatchBar
      key={isHearing ? 'hear' : 'speak'}
      panel={isHearing ? 'audio' : 'audio.speak'}
      routeIds={routeIds}
      routeId={routeOf(form)}
      onRouteChange={(routeId) =>
        useForm.setState(
          routeId === 'audio.speech'
            ? { mode: 'speak' }
            : { mode: 'hear', translate: routeId === 'audio.translations' },
        )
      }
      model={isHearing ? form.hearModel : form.speakModel}
      onModelChange={(model) =>
        // The offered route was taken just before: the mode is read anew.
        useForm.setState(useForm.getState().mode === 'hear' ? { hearModel: model } : { speakModel: model })
      }
      state={patchStateOf(state, calls)}
      aside={
        state !== 'idle' && (
          <>
            <Badge intent={intents[state]} dot={state === 'running'}>
              {t.states[state]}
            </Badge>
            {state !== 'running' && took > 0 && <span className="num">{formatMs(took)}</span>}
          </>
        )
      }
    />
  );
}

/** The calls of the newest press of the button. */
function useNewestCalls(): AudioCall[] {
  const mode = useForm((state) => state.mode);
  const document = useShown(mode);
  if (!document) return [];
  if (document.kind === 'hear') return document.runs.at(-1)?.calls ?? [];
  return document.kind === 'speak' ? callsOf(document).slice(-1) : callsOf(document);
}

export const intents: Record<AudioCall['state'], Intent> = {
  waiting: 'neutral',
  running: 'live',
  done: 'ok',
  'done-with-warnings': 'odd',
  interrupted: 'warn',
  failed: 'bad',
  cancelled: 'neutral',
};

function patchStateOf(state: ReturnType<typeof stateOf>, calls: readonly AudioCall[]): PatchState {
  if (state === 'idle' || state === 'waiting') return 'idle';
  if (state === 'running') return calls.some(({ stage }) => stage === 'receiving') ? 'streaming' : 'preparing';
  if (state === 'done' || state === 'done-with-warnings') return 'done';
  return state === 'failed' ? 'failed' : 'cut';
}
