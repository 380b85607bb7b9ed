import { useState } from 'react';
import { useStore } from 'zustand';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useShortcut } from '../../../lib/page/shortcuts.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { useShown } from '../audio.ts';
import { useForm } from '../form.ts';
import { GoButton } from '../go-button.tsx';
import { isRunning } from '../model/audio-document.ts';
import s from '../speak/speak.module.css';
import { useVoices } from '../speak/voice-choice.tsx';
import { RoundTripCard } from './round-trip-card.tsx';
import { makeRoundTrip, roundTripping, stopRoundTrip } from './round-trip-text.ts';

const modelPicker = lazyModule(() => import('../../../lib/gateway/models/model-picker.tsx'));

/** A text is spoken, written down again, and compared with itself; each voice is a row. */
export function RoundTripStage() {
  const t = useStrings().audio;
  const { connection, key } = useActive();
  const { tripText, tripVoices, speakModel, hearModel } = useForm();
  const { voices } = useVoices();
  const document = useShown('trip');
  const sender = connection && { connectionId: connection.id, keyId: key?.id ?? null };
  const roundTripId = useStore(roundTripping, ({ documentId }) => documentId);
  const running = document ? isRunning(document) || roundTripId === document.id : false;
  const blocked = !sender
    ? t.needs.connection
    : speakModel === ''
      ? t.needs.model
      : hearModel === ''
        ? t.needs.hearModel
        : tripText.trim() === ''
          ? t.needs.text
          : tripVoices.length === 0
            ? t.needs.voice
            : undefined;
  const go = () => {
    if (sender) void makeRoundTrip(sender);
  };
  useShortcut(
    { id: 'audio.trip-now', keys: '$mod+Enter', title: t.trip.go, group: t.title, inFields: true },
    go,
    blocked === undefined && !running,
  );
  const toggle = (voice: string, on: boolean) =>
    useForm.setState({ tripVoices: on ? [...tripVoices, voice] : tripVoices.filter((each) => each !== voice) });
  return (
    <div className={s.stage}>
      <section className={s.composer} aria-label={t.trip.title}>
        <TextArea
          aria-label={t.speak.text}
          minRows={3}
          maxRows={10}
          value={tripText}
          placeholder={t.trip.placeholder}
          onValueChange={(next) => useForm.setState({ tripText: next })}
        />
        <fieldset className={s.voices} aria-label={t.trip.voices}>
          {[...new Set([...voices, ...tripVoices])].map((voice) => (
            <Chip key={voice} pressed={tripVoices.includes(voice)} onPressedChange={(on) => toggle(voice, on)}>
              {voice}
            </Chip>
          ))}
        </fieldset>
        <div className={s.line}>
          <Field label={t.trip.hearModel} layout="row">
            <TranscribeModel />
          </Field>
          <span className={s.space} />
          <GoButton
            label={t.trip.go}
            blocked={blocked}
            onGo={go}
            onStop={running && document ? () => stopRoundTrip(document.id) : undefined}
          />
        </div>
      </section>
      {document ? (
        document.rows.map((row) => (
          <RoundTripCard key={row.id} documentId={document.id} text={document.text} row={row} />
        ))
      ) : (
        <p className={s.empty}>{document === null ? t.trip.empty : t.listen.opening}</p>
      )}
    </div>
  );
}

/** The model that writes down what was spoken. */
function TranscribeModel() {
  const t = useStrings().audio.trip;
  const { connection, key } = useActive();
  const model = useForm((state) => state.hearModel);
  const [open, setOpen] = useState(false);
  const picker = useLazyModule(modelPicker, open);
  return (
    <Popover
      label={t.hearModel}
      open={open && picker !== null}
      onOpenChange={setOpen}
      near={modelPicker.load}
      trigger={<Button aria-label={model ? t.hearModelIs(model) : undefined}>{model || t.chooseHearModel}</Button>}
    >
      {picker && (
        <picker.ModelPicker
          connectionId={connection?.id}
          keyId={key?.id}
          routeId="audio.transcriptions"
          value={model}
          onValueChange={(next) => {
            setOpen(false);
            useForm.setState({ hearModel: next });
          }}
        />
      )}
    </Popover>
  );
}
