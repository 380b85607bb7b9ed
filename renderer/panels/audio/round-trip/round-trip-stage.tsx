import { Repeat, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FileRef } from '#shared/protocol/part.ts';
import { CostFact } from '../../../lib/cost/cost-later.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../lib/gateway/models/model-popover.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { isRaw, wrapRaw } from '../../../lib/media/wav.ts';
import { firstBlocker } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { audioStore, newId, useSelectedSender, useShown } from '../audio.ts';
import { ErrorDiff, ErrorSummary, NormalizationChoice } from '../errors.tsx';
import { show, useForm } from '../form.ts';
import { GoButton } from '../go-button.tsx';
import { type AudioCall, isRunning, isSuccessful, newCall, type RoundTripRow } from '../model/audio-document.ts';
import type { Sender } from '../model/drafts.ts';
import { errorRate } from '../model/error-rate.ts';
import { spokenWords } from '../model/transcript.ts';
import { PlayButton } from '../player.tsx';
import s from '../speak/speak.module.css';
import { VoiceChoice } from '../speak/voices.tsx';

/** The round trip whose rows are running one after the other; `null` for none. */
const runningRoundTrip = createStore<{ documentId: string | null }>(() => ({ documentId: null }));

function stopRoundTrip(documentId: string): void {
  runningRoundTrip.setState({ documentId: null });
  audioStore().stop(documentId);
}

/** Speaks the text with each selected voice and transcribes it; one after the other, each in its own row. */
async function startRoundTrip(sender: Sender): Promise<void> {
  const { tripText, tripVoices, speak, speakModel, hearModel } = useForm.getState();
  const id = newId();
  const rows = tripVoices.map(
    (voice): RoundTripRow => ({
      id: newId(),
      settings: { ...speak, voice },
      hearModel,
      speak: newCall({
        id: newId(),
        order: { kind: 'speak', voice },
        routeId: 'audio.speech',
        ...sender,
        model: speakModel,
      }),
      hear: null,
    }),
  );
  audioStore().add({ kind: 'trip', id, createdAt: Date.now(), text: tripText, rows });
  show('trip', id);
  runningRoundTrip.setState({ documentId: id });
  for (const row of rows) {
    if (runningRoundTrip.getState().documentId !== id) return;
    await resumeRow(id, row.id);
  }
  runningRoundTrip.setState({ documentId: null });
}

/** Runs the remaining steps of a row: speech, then transcription. */
async function resumeRow(documentId: string, rowId: string): Promise<void> {
  const rowNow = () => {
    const document = audioStore().read(documentId);
    return document?.kind === 'trip' ? document.rows.find(({ id }) => id === rowId) : undefined;
  };
  const first = rowNow();
  if (!first) return;
  await audioStore().sendWaiting(documentId, [first.speak.id]);
  const row = rowNow();
  if (!row?.speak.file || !isSuccessful(row.speak) || (row.hear && row.hear.state !== 'waiting')) return;
  const transcribe = row.hear ?? transcribeCall(row, await transcribable(row.speak, row.speak.file));
  await changeRow(documentId, rowId, (before) => ({ ...before, hear: transcribe }));
  await audioStore().sendWaiting(documentId, [transcribe.id]);
}

const changeRow = (documentId: string, rowId: string, by: (row: RoundTripRow) => RoundTripRow): Promise<void> =>
  audioStore().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((row) => (row.id === rowId ? by(row) : row)),
  }));

/** Returns audio that a service can transcribe: raw samples get a header. */
async function transcribable({ mediaType }: AudioCall, file: FileRef): Promise<FileRef> {
  if (mediaType === null || !isRaw(mediaType)) return file;
  const { ref } = await wrapRaw(await audioBlob(file), useForm.getState().rawRate, file.name);
  return ref;
}

const transcribeCall = ({ speak, hearModel }: RoundTripRow, file: FileRef) =>
  newCall({
    id: newId(),
    order: { kind: 'hear', file, offset: 0, seconds: null },
    routeId: 'audio.transcriptions',
    connectionId: speak.connectionId,
    keyId: speak.keyId,
    model: hearModel,
  });

/** Retries the failed step of a row. */
async function retryRow(documentId: string, row: RoundTripRow): Promise<void> {
  const isSpoken = isSuccessful(row.speak);
  await changeRow(documentId, row.id, (before) => ({
    ...before,
    hear: null,
    speak: isSpoken ? before.speak : newCall({ ...before.speak, id: newId() }),
  }));
  await resumeRow(documentId, row.id);
}

/** A text is spoken, transcribed again, and compared with the original; each voice is a row. */
export function RoundTripStage() {
  const t = useStrings().audio;
  const sender = useSelectedSender();
  const { tripText, tripVoices, speakModel, hearModel } = useForm();
  const document = useShown('trip');
  const roundTripId = useStore(runningRoundTrip, ({ documentId }) => documentId);
  const running = document ? isRunning(document) || roundTripId === document.id : false;
  const blocker = firstBlocker([
    [!sender, t.needs.connection, { place: 'key' }],
    [speakModel === '', t.needs.model, { place: 'model' }],
    [hearModel === '', t.needs.hearModel, { place: 'hear-model' }],
    [tripText.trim() === '', t.needs.text, { place: 'prompt' }],
    [tripVoices.length === 0, t.needs.voice, { place: 'voices' }],
  ]);
  const go = () => {
    if (sender) void startRoundTrip(sender);
  };
  return (
    <div className={s.stage}>
      <section className={s.composer} aria-label={t.trip.title}>
        <TextArea
          aria-label={t.speak.text}
          data-place="prompt"
          minRows={3}
          maxRows={10}
          value={tripText}
          placeholder={t.trip.placeholder}
          onValueChange={(next) => useForm.setState({ tripText: next })}
        />
        <VoiceChoice
          label={t.trip.voices}
          sender={sender}
          selected={tripVoices}
          onSelectedChange={(voices) => useForm.setState({ tripVoices: voices })}
        />
        <div className={s.line}>
          <Field label={t.trip.hearModel} layout="row">
            <TranscribeModel />
          </Field>
          <NormalizationChoice />
          <div className="ends">
            <GoButton
              label={t.trip.go}
              title={t.trip.go}
              blocker={blocker}
              onGo={go}
              onStop={running && document ? () => stopRoundTrip(document.id) : undefined}
            />
          </div>
        </div>
      </section>
      {document === undefined ? (
        <p className={s.pad} role="status">
          {t.listen.opening}
        </p>
      ) : document ? (
        document.rows.map((row) => (
          <RoundTripCard key={row.id} documentId={document.id} text={document.text} row={row} />
        ))
      ) : (
        <div>
          <EmptyState
            title={t.trip.emptyTitle}
            level={2}
            icon={<Icon of={Repeat} />}
            actions={
              tripText.trim() === '' && (
                <Button onClick={() => useForm.setState({ tripText: t.speak.example })}>{t.speak.useExample}</Button>
              )
            }
          >
            {t.trip.empty}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** The model that transcribes the speech. */
function TranscribeModel() {
  const t = useStrings().audio.trip;
  const { connection, key } = useActive();
  const model = useForm((state) => state.hearModel);
  return (
    <ModelPopover
      label={t.hearModel}
      trigger={
        <Button aria-label={model ? t.hearModelIs(model) : undefined} data-place="hear-model">
          {model || t.chooseHearModel}
        </Button>
      }
      connectionId={connection?.id}
      keyId={key?.id}
      routeId="audio.transcriptions"
      value={model}
      onValueChange={(next) => useForm.setState({ hearModel: next })}
    />
  );
}

/** One voice and what was transcribed from it: the word error rate, and each error. */
function RoundTripCard({ documentId, text, row }: { documentId: string; text: string; row: RoundTripRow }) {
  const {
    audio: t,
    pieces: { states },
  } = useStrings();
  const { speak, hear, settings, hearModel } = row;
  const last = hear ?? speak;
  const played = hear?.order.kind === 'hear' ? hear.order.file : speak.file;
  const isHeard = hear !== null && isSuccessful(hear);
  const transcript = isHeard ? spokenWords(hear.text) : '';
  const normalization = useForm((form) => form.normalization);
  const errors = useMemo(
    () => (isHeard ? errorRate(text, transcript, normalization) : null),
    [isHeard, text, transcript, normalization],
  );
  const isMade = useStore(runningRoundTrip, (roundTrip) => roundTrip.documentId === documentId);
  const isWaiting = last.state === 'waiting' || (isSuccessful(speak) && hear === null);
  const bad = [speak, hear].find((call) => call?.failure && call.state !== 'cancelled');
  return (
    <article className={s.take} aria-label={settings.voice}>
      <header className={s.line}>
        {played && <PlayButton fileId={played.id} name={settings.voice} size="sm" />}
        <h2>{settings.voice}</h2>
        <span className={s.quiet}>
          {t.trip.models(speak.model, hearModel)}
          {errors && <CostFact exchangeIds={[speak.exchangeId, hear?.exchangeId]} after="text" />}
        </span>
        {!errors && (
          <span className={s.quiet} role="status">
            {isWaiting
              ? states.waiting
              : hear
                ? t.trip.hearing(states[hear.state])
                : t.trip.speaking(states[speak.state])}
          </span>
        )}
        <div className="ends">
          {isWaiting && !isMade && (
            <Button size="sm" onClick={() => void resumeRow(documentId, row.id)}>
              {t.trip.goOn}
            </Button>
          )}
          {(bad || last.state === 'cancelled') && (
            <Button size="sm" icon={<Icon of={RotateCcw} size="s" />} onClick={() => void retryRow(documentId, row)}>
              {t.trip.again}
            </Button>
          )}
          <ViewRequest exchangeId={speak.exchangeId} label={t.trip.spokenWire} />
          <ViewRequest exchangeId={hear?.exchangeId} label={t.trip.heardWire} />
        </div>
      </header>
      {errors && (
        <>
          <ErrorSummary errors={errors} />
          <ErrorDiff errors={errors} />
        </>
      )}
      {bad?.failure && <FailureCard failure={bad.failure} exchangeId={bad.exchangeId} sent={bad.sent} level={3} />}
    </article>
  );
}
