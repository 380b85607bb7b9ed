import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useShortcut } from '../../lib/page/shortcuts.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { audioStore, focusedCall, useShown } from './audio.ts';
import { type Mode, show, useForm } from './form.ts';
import { callsOf } from './model/audio-document.ts';
import { speakDraft, transcribeDraft } from './model/drafts.ts';
import { ListenStage } from './transcribe/transcribe-stage.tsx';
import s from './work.module.css';

const speakStage = lazyModule(() => import('./speak/speak-stage.tsx'));
const roundTripStage = lazyModule(() => import('./round-trip/round-trip-stage.tsx'));

/** Listen, speak, or both in turn; binds the wire drawer to what would be sent and to the newest answer. */
export function AudioWork() {
  const t = useStrings().audio;
  const { ready, connection } = useActive();
  const mode = useForm((state) => state.mode);
  const translate = useForm((state) => state.translate);
  const speak = useLazyModule(speakStage, mode === 'speak');
  const roundTrip = useLazyModule(roundTripStage, mode === 'trip');
  useDrawer();
  useRequestedOrigin('audio', ({ documentId, itemId }) => void goBackTo(documentId, itemId));
  const choose = (next: Mode) => useForm.setState({ mode: next });
  useShortcut({ id: 'audio.hear', keys: '$mod+Alt+1', title: t.modes.hear, group: t.title, inFields: true }, () =>
    choose('hear'),
  );
  useShortcut({ id: 'audio.speak', keys: '$mod+Alt+2', title: t.modes.speak, group: t.title, inFields: true }, () =>
    choose('speak'),
  );
  useShortcut({ id: 'audio.trip', keys: '$mod+Alt+3', title: t.modes.trip, group: t.title, inFields: true }, () =>
    choose('trip'),
  );
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      <div className={s.head}>
        <Segmented<Mode>
          label={t.mode}
          value={mode}
          onValueChange={choose}
          options={[
            { value: 'hear', label: t.modes.hear },
            { value: 'speak', label: t.modes.speak },
            { value: 'trip', label: t.modes.trip },
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
        <NoConnection words={t} />
      ) : mode === 'hear' ? (
        <ListenStage />
      ) : mode === 'speak' && speak ? (
        <speak.SpeakStage />
      ) : mode === 'trip' && roundTrip ? (
        <roundTrip.RoundTripStage />
      ) : (
        <div className={s.opening} aria-busy>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      )}
    </div>
  );
}

async function goBackTo(documentId: string, callId: string): Promise<void> {
  const document = await audioStore().open(documentId);
  if (!document) return;
  show(document.kind, documentId);
  focusedCall.setState({ callId });
}

/** The preview follows the next request; the record is that of the newest call, or of the one that was asked for. */
function useDrawer(): void {
  const { connection, key } = useActive();
  const form = useForm();
  const document = useShown(form.mode);
  const asked = useStore(focusedCall, ({ callId }) => callId);
  const sender = connection && { connectionId: connection.id, keyId: key?.id ?? null };
  const calls = document ? callsOf(document) : [];
  const newest = calls.findLast(({ exchangeId }) => exchangeId !== null);
  const shown = calls.find(({ id }) => id === asked) ?? newest;
  const text = form.mode === 'trip' ? form.tripText : form.text;
  const draft = !sender
    ? null
    : form.mode === 'hear'
      ? document?.kind === 'hear' && document.source
        ? transcribeDraft(sender, form.hearModel, document.source.file, form.hear, form.translate)
        : null
      : text.trim() === ''
        ? null
        : speakDraft(sender, form.speakModel, text, form.speak);
  useWireFocus(draft, shown?.exchangeId ?? null);
}
