import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { MicrophoneDevice } from '../../../lib/media/microphone.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useForm } from '../form.ts';

/** Which microphone is recorded. */
export function MicrophoneChoice() {
  const t = useStrings().audio.listen;
  const deviceId = useForm((state) => state.deviceId);
  const [devices, setDevices] = useState<readonly MicrophoneDevice[]>([]);
  const look = () =>
    void import('../../../lib/media/microphone.ts')
      .then(({ listMicrophones }) => listMicrophones())
      .then(setDevices, () => undefined);
  const named = devices.filter(({ id }) => id !== '' && id !== 'default');
  return (
    <Menu
      trigger={
        <IconButton
          label={t.microphone}
          icon={<Icon of={Settings2} size="s" />}
          intent="quiet"
          onPointerEnter={look}
          onFocus={look}
        />
      }
      align="end"
      items={() => [
        {
          kind: 'radio',
          id: 'device',
          label: t.microphone,
          value: named.some(({ id }) => id === deviceId) ? deviceId : '',
          options: [
            { value: '', label: t.standardMicrophone },
            ...named.map(({ id, label }, at) => ({ value: id, label: label || t.unnamedMicrophone(at + 1) })),
          ],
          onValueChange: (next) => useForm.setState({ deviceId: next }),
        },
      ]}
    />
  );
}
