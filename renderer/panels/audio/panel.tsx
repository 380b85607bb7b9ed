import { useStore } from 'zustand';
import type { RouteId } from '#shared/protocol/route.ts';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { PatchBar, patchStates } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import layout from '../../ui/layout/layout.module.css';
import { audioStore, focusedCall, useSelectedSender, useShown } from './audio.ts';
import { AudioList } from './audio-list.tsx';
import { type Mode, routeOf, show, useForm } from './form.ts';
import { callsOf, elapsedMs, newestCalls, stateOf } from './model/audio-document.ts';
import { speakDraft, transcribeDraft } from './model/drafts.ts';
import s from './panel.module.css';
import { Parameters } from './parameters.tsx';
import { SpeakStage } from './speak/speak-stage.tsx';
import { TranscribeStage } from './transcribe/transcribe-stage.tsx';

/** Transcription and speech. */
export const panel: PanelView = { List: AudioList, PatchLine: AudioPatchLine, Work: AudioWork, Parameters };

const routeIds: readonly RouteId[] = ['audio.transcriptions', 'audio.translations', 'audio.speech'];

/** Key, route and model; on the right, the state of the newest exchange of the open document. */
function AudioPatchLine() {
  const form = useForm();
  const document = useShown(form.mode);
  const calls = document ? newestCalls(document) : [];
  const state = stateOf(calls);
  const isHearing = form.mode === 'hear';
  const took = elapsedMs(calls);
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
        // Selecting a model may have changed the route just before, so read the mode again.
        useForm.setState(useForm.getState().mode === 'hear' ? { hearModel: model } : { speakModel: model })
      }
      state={
        state !== 'running'
          ? patchStates[state]
          : calls.some(({ stage }) => stage === 'receiving')
            ? 'streaming'
            : 'preparing'
      }
      aside={
        state !== 'idle' && (
          <>
            <StateBadge state={state} />
            {state !== 'running' && took > 0 && <span className="num">{formatMs(took)}</span>}
          </>
        )
      }
    />
  );
}

/** Transcribe or speak; connects the wire drawer to the next request and the newest response. */
function AudioWork() {
  const t = useStrings().audio;
  const { ready, connection } = useActive();
  const mode = useForm((state) => state.mode);
  const translate = useForm((state) => state.translate);
  useDrawer();
  useRequestedOrigin('audio', ({ documentId, itemId }) => void openCall(documentId, itemId));
  const choose = (next: Mode) => useForm.setState({ mode: next });
  useShortcut('audio.hear', () => choose('hear'));
  useShortcut('audio.speak', () => choose('speak'));
  return (
    <div className={layout.fill}>
      <h1 className="sr-only">{t.title}</h1>
      <div className={s.head}>
        <Segmented<Mode>
          label={t.mode}
          value={mode}
          onValueChange={choose}
          options={[
            { value: 'hear', label: t.modes.hear },
            { value: 'speak', label: t.modes.speak },
          ]}
        />
        {mode === 'hear' && (
          <Segmented
            label={t.task}
            value={translate ? 'translate' : 'transcribe'}
            onValueChange={(next) => useForm.setState({ translate: next === 'translate' })}
            options={[
              { value: 'transcribe', label: t.transcribe },
              { value: 'translate', label: t.translate },
            ]}
          />
        )}
      </div>
      {ready && !connection ? (
        <NoConnection level={2}>{t.noConnectionBody}</NoConnection>
      ) : mode === 'hear' ? (
        <TranscribeStage />
      ) : (
        <SpeakStage />
      )}
    </div>
  );
}

async function openCall(documentId: string, callId: string): Promise<void> {
  const document = await audioStore().open(documentId);
  if (!document) return;
  show(document.kind, documentId);
  focusedCall.setState({ callId });
}

/** Shows the next request as the preview and the newest call, or the one that was opened, as the record. */
function useDrawer(): void {
  const sender = useSelectedSender();
  const form = useForm();
  const document = useShown(form.mode);
  const focusedId = useStore(focusedCall, ({ callId }) => callId);
  const calls = document ? callsOf(document) : [];
  const newest = calls.findLast(({ exchangeId }) => exchangeId !== null);
  const shown = calls.find(({ id }) => id === focusedId) ?? newest;
  const draft = !sender
    ? null
    : form.mode === 'hear'
      ? document?.kind === 'hear' && document.source
        ? transcribeDraft(sender, form.hearModel, document.source.file, form.hear, form.translate)
        : null
      : form.text.trim() === ''
        ? null
        : speakDraft(sender, form.speakModel, form.text, { ...form.speak, voice: form.voices[0] ?? '' });
  useWireFocus(draft, shown?.exchangeId ?? null);
}
