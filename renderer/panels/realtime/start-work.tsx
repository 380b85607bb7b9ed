import { FileAudio, Keyboard, Mic } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { listMicrophones, type MicrophoneDevice } from '../../lib/media/microphone.ts';
import { useAction } from '../../lib/page/use-action.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { sessionDraftOf, settingProblems } from './model/session-settings.ts';
import s from './realtime.module.css';
import { startSession } from './start-session.ts';
import { shown, useAudioForm, useForm } from './store.ts';
import { openVoice } from './talk/voice.ts';

const scriptDialog = lazyModule(() => import('./setup/script-dialog.tsx'));

/** Nothing runs: how a session begins. */
export function StartWork() {
  const t = useStrings().realtime.start;
  const { draft, missing } = useSessionDraft();
  const [isScripting, setScripting] = useState(false);
  const script = useLazyModule(scriptDialog, isScripting);
  const start = useAction(async (withVoice: boolean) => {
    if (!draft) return;
    const session = await startSession(draft);
    if (withVoice) await openVoice(session);
    else shown.setState({ writeIn: session.id });
  });
  return (
    <div className={s.start}>
      <div>
        <h2>{t.title}</h2>
        <p>{t.body}</p>
      </div>
      <div className={s.device}>
        <MicrophoneChoice />
      </div>
      <div className={s.starts}>
        <Button
          intent="primary"
          size="lg"
          icon={<Icon of={Mic} />}
          busy={start.busy}
          disabledReason={missing}
          onClick={() => void start.run(true)}
        >
          {t.talk}
        </Button>
        <Button
          size="lg"
          icon={<Icon of={Keyboard} />}
          busy={start.busy}
          disabledReason={missing}
          onClick={() => void start.run(false)}
        >
          {t.write}
        </Button>
        <Button size="lg" icon={<Icon of={FileAudio} />} disabledReason={missing} onClick={() => setScripting(true)}>
          {t.script}
        </Button>
      </div>
      {start.failure && <FailureCard failure={start.failure} />}
      {isScripting && script && draft && <script.ScriptDialog draft={draft} onClose={() => setScripting(false)} />}
    </div>
  );
}

/** The session as it would be asked for now, and why it can not be yet. */
export function useSessionDraft() {
  const t = useStrings().realtime.start;
  const { connection, key } = useActive();
  const form = useForm();
  const problems = settingProblems(form);
  const missing = [
    !connection && t.needConnection,
    !form.model && t.needModel,
    problems.length > 0 && t.values(problems.join(', ')),
  ].find((reason) => reason !== false);
  return { draft: connection ? sessionDraftOf(form, { connectionId: connection.id, keyId: key?.id }) : null, missing };
}

/** Which microphone is opened. A device that is gone is still shown, as what was chosen. */
function MicrophoneChoice() {
  const t = useStrings().realtime.microphone;
  const { deviceId, clean } = useAudioForm();
  const [devices, setDevices] = useState<MicrophoneDevice[]>([]);
  useEffect(() => {
    const list = () => void listMicrophones().then(setDevices, () => undefined);
    list();
    const media = navigator.mediaDevices as MediaDevices | undefined;
    media?.addEventListener('devicechange', list);
    return () => media?.removeEventListener('devicechange', list);
  }, []);
  const named = devices.filter(({ id, label }) => id !== '' && id !== 'default' && label !== '');
  return (
    <>
      <Field label={t.label}>
        <Select
          value={named.some(({ id }) => id === deviceId) ? deviceId : ''}
          onValueChange={(next) => useAudioForm.setState({ deviceId: next })}
          options={[{ value: '', label: t.standard }, ...named.map(({ id, label }) => ({ value: id, label }))]}
          width="100%"
        />
      </Field>
      <Switch checked={clean} onCheckedChange={(next) => useAudioForm.setState({ clean: next })} label={t.clean} />
    </>
  );
}
