import { useEffect, useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { listMicrophones, type MicrophoneDevice } from '../../../lib/media/microphone.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useAudioForm } from '../store.ts';

/** Which microphone is opened. A device that is gone is still shown, as what was chosen. */
export function MicrophoneChoice() {
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
