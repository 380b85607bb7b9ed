import { AudioLines, FolderOpen, Mic, Settings2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { MicrophoneDevice } from '../../../lib/media/microphone.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, loadWhenIdle, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { DropZone } from '../../../ui/controls/drop-zone.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useIsDemo, useShown } from '../audio.ts';
import { useForm } from '../form.ts';
import { browse, importFiles, recordNow } from './import-on-demand.ts';
import { intake, recorder } from './intake.ts';
import s from './transcribe.module.css';

const audioView = lazyModule(() => import('./audio-view.tsx'));
const recordBar = lazyModule(() => import('./record.tsx'));
const arrivals = lazyModule(() => import('./incoming-audio.tsx'));

/** Audio is added by drop, file dialog or microphone, inspected, and transcribed. */
export function TranscribeStage() {
  const t = useStrings().audio;
  const document = useShown('hear');
  const state = useStore(recorder, (recording) => recording.state);
  const isTroubled = useStore(recorder, ({ failure }) => failure !== null);
  const isArriving = useStore(intake, ({ arriving, held, failure }) => Boolean(arriving ?? held ?? failure));
  const source = document?.source ?? null;
  const view = useLazyModule(audioView, source !== null);
  const bar = useLazyModule(recordBar, state !== 'idle');
  const arrival = useLazyModule(arrivals, isArriving || isTroubled);
  // Loaded ahead of time: the code that reports a lost connection cannot be fetched over it.
  useEffect(() => loadWhenIdle(arrivals), []);
  const unfinished = document?.recording ? document.id : null;
  useEffect(() => {
    if (unfinished) void import('./record.tsx').then(({ recoverRecording }) => recoverRecording(unfinished));
  }, [unfinished]);
  return (
    <DropZone
      className={s.stage}
      title={t.listen.drop}
      hint={t.listen.dropHint}
      disabled={state === 'recording'}
      onFiles={(files) => void importFiles(files)}
    >
      {arrival && <arrival.IncomingAudio />}
      {state !== 'idle' && bar ? (
        <bar.RecordBar />
      ) : document === null ? (
        <NoDocument />
      ) : document && source && view ? (
        <view.AudioView document={document} source={source} />
      ) : (
        <div className={s.pad} aria-busy>
          <p role="status">{t.listen.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      )}
    </DropZone>
  );
}

/** Shown while no document is open. */
function NoDocument() {
  const t = useStrings().audio.listen;
  const sendsAfter = useForm((form) => form.transcribeOnStop);
  const isDemo = useIsDemo();
  return (
    <div>
      <EmptyState
        title={t.emptyTitle}
        level={2}
        icon={<Icon of={AudioLines} />}
        actions={
          <>
            <Button intent="primary" icon={<Icon of={FolderOpen} size="s" />} onClick={() => void browse()}>
              {t.browse}
            </Button>
            <Button icon={<Icon of={Mic} size="s" />} onClick={() => void recordNow()}>
              {t.record}
            </Button>
            <MicrophoneChoice />
            <Switch
              checked={sendsAfter}
              onCheckedChange={(on) => useForm.setState({ transcribeOnStop: on })}
              label={t.sendAfterRecording}
            />
          </>
        }
      >
        {t.emptyBody} {isDemo && t.demoVoice}
      </EmptyState>
    </div>
  );
}

/** Selects the microphone to record from. */
function MicrophoneChoice() {
  const t = useStrings().audio.listen;
  const deviceId = useForm((state) => state.deviceId);
  const [devices, setDevices] = useState<readonly MicrophoneDevice[]>([]);
  const loadDevices = () =>
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
          onPointerEnter={loadDevices}
          onFocus={loadDevices}
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
