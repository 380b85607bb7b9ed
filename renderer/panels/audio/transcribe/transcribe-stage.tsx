import { AudioLines, FolderOpen, Mic, Settings2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { listMicrophones, type MicrophoneDevice } from '../../../lib/media/microphone.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { DropZone } from '../../../ui/controls/drop-zone.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useIsDemo, useShown } from '../audio.ts';
import { useForm } from '../form.ts';
import { AudioView } from './audio-view.tsx';
import { browse, importFiles, importHeld, intake } from './import-audio.ts';
import { RecordBar, recorder, recoverRecording, startRecording } from './record.tsx';
import s from './transcribe.module.css';

/** Audio is added by drop, file dialog or microphone, inspected, and transcribed. */
export function TranscribeStage() {
  const t = useStrings().audio;
  const document = useShown('hear');
  const state = useStore(recorder, (recording) => recording.state);
  const source = document?.source ?? null;
  const unfinished = document?.recording ? document.id : null;
  useEffect(() => {
    if (unfinished) void recoverRecording(unfinished);
  }, [unfinished]);
  return (
    <DropZone
      className={s.stage}
      title={t.listen.drop}
      hint={t.listen.dropHint}
      disabled={state === 'recording'}
      onFiles={(files) => void importFiles(files)}
    >
      <IncomingAudio />
      {state !== 'idle' ? (
        <RecordBar />
      ) : document === null ? (
        <NoDocument />
      ) : document && source ? (
        <AudioView document={document} source={source} />
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
            <Button icon={<Icon of={Mic} size="s" />} onClick={() => void startRecording()}>
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
  const loadDevices = () => void listMicrophones().then(setDevices, () => undefined);
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

/** A file that is being imported or was rejected, and why. */
function IncomingAudio() {
  const t = useStrings().audio.listen;
  const { arriving, held, failure: notTaken, files } = useStore(intake);
  const failure = useStore(recorder, (state) => state.failure) ?? notTaken;
  const drop = () => {
    intake.setState({ held: null, failure: null, files: [] });
    recorder.setState({ failure: null });
  };
  if (failure)
    return (
      <div className={s.pad}>
        <FailureCard
          failure={failure}
          level={2}
          actions={[
            ...(files.length > 0 ? [{ label: t.tryAgain, onSelect: () => void importFiles(files) }] : []),
            { label: t.dismiss, onSelect: drop },
          ]}
        />
      </div>
    );
  if (held) {
    const words = t.held[held.fault];
    return (
      <div className={s.pad}>
        <ErrorCard
          intent="warn"
          level={2}
          title={words.title(held.file.name)}
          facts={[
            { label: t.size, value: formatBytes(held.file.size) },
            ...(held.file.type ? [{ label: t.type, value: held.file.type, mono: true }] : []),
          ]}
          actions={[
            ...(held.fault === 'several'
              ? [{ label: t.takeFirst, onSelect: () => void importFiles([held.file]) }]
              : held.fault === 'unreadable' || held.fault === 'empty'
                ? []
                : [{ label: t.useAnyway, onSelect: () => void importHeld(), intent: 'plain' as const }]),
            { label: t.dismiss, onSelect: drop, intent: 'quiet' as const },
          ]}
          announce
        >
          {words.body}
        </ErrorCard>
      </div>
    );
  }
  if (!arriving) return null;
  const words = arriving.share === null ? t.examining(arriving.name) : t.arriving(arriving.name);
  return (
    <div className={s.arriving}>
      <span className="cut-text" role="status">
        {words}
      </span>
      <Progress value={arriving.share || null} label={words} />
      <Button size="sm" onClick={arriving.stop}>
        {t.stop}
      </Button>
    </div>
  );
}
