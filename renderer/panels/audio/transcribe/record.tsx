import { Square } from 'lucide-react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { formatTime } from '../../../lib/i18n/format.ts';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { type Microphone, openMicrophone } from '../../../lib/media/microphone.ts';
import { toPcm16 } from '../../../lib/media/pcm.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { wrapPcm } from '../../../lib/media/wav.ts';
import { beginWork } from '../../../lib/runs/running-work.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { LevelMeter } from '../../../ui/diagrams/level-meter.tsx';
import { audioStore } from '../audio.ts';
import { clockOf } from '../clock-of.ts';
import { useForm } from '../form.ts';
import type { Sender } from '../model/drafts.ts';
import { addTranscription, storeAudio } from './import-audio.ts';
import { sendAudio, useSender } from './send-audio.ts';
import s from './transcribe.module.css';

/** State of the recording; there is only one at a time. */
interface Recorder {
  state: 'idle' | 'opening' | 'recording' | 'saving';
  documentId: string | null;
  /** From 0 to 1. */
  level: number;
  peak: number;
  seconds: number;
  /** Name of the microphone. */
  label: string;
  failure: Failure | null;
}

const idle: Recorder = { state: 'idle', documentId: null, level: 0, peak: 0, seconds: 0, label: '', failure: null };
export const recorder = createStore<Recorder>(() => idle);

/** Hz: more than speech models use, and half the rate of usual recordings. */
const sampleRate = 24_000;
/** Seconds of audio that are lost at most when the page is killed. */
const chunkSeconds = 4;

let microphone: Microphone | null = null;
let endWork: (() => void) | null = null;
/** Samples that are not in a chunk yet, and all chunks so far, in order. */
let fresh: Uint8Array<ArrayBuffer>[] = [];
let freshSamples = 0;
let chunks: Blob[] = [];
let saving: Promise<void> = Promise.resolve();

/**
 * Starts recording into a new document, named after the current time. If the microphone cannot be opened, the reason is
 * in `failure`.
 */
export async function startRecording(): Promise<void> {
  if (recorder.getState().state !== 'idle') return;
  recorder.setState({ ...idle, state: 'opening' });
  [fresh, freshSamples, chunks, saving] = [[], 0, [], Promise.resolve()];
  try {
    microphone = await openMicrophone({
      deviceId: useForm.getState().deviceId,
      sampleRate,
      onSamples: take,
      onLost: (failure) => {
        recorder.setState({ failure });
        void stopRecording(null);
      },
    });
  } catch (thrown) {
    recorder.setState({ ...idle, failure: AppError.from(thrown) });
    return;
  }
  endWork = beginWork('audio');
  const name = strings().audio.listen.recordingName(formatTime(Date.now()).replaceAll(':', '.'));
  const id = addTranscription(name, null, { recording: { pieces: [], sampleRate } });
  recorder.setState({ state: 'recording', documentId: id, label: microphone.label });
}

function take(samples: Float32Array, level: number): void {
  fresh.push(toPcm16(samples));
  freshSamples += samples.length;
  recorder.setState((state) => ({
    level,
    peak: Math.max(level, state.peak * 0.97),
    seconds: state.seconds + samples.length / sampleRate,
  }));
  if (freshSamples >= chunkSeconds * sampleRate) saveChunk();
}

/** Saves the new samples as a chunk. A chunk that cannot be saved stays in memory until the end. */
function saveChunk(): void {
  const { documentId } = recorder.getState();
  if (freshSamples === 0 || documentId === null) return;
  const chunk = new Blob(fresh, { type: 'audio/pcm' });
  [fresh, freshSamples] = [[], 0];
  chunks.push(chunk);
  const file = new File([chunk], `recording-${chunks.length}.pcm`, { type: 'audio/pcm' });
  saving = saving.then(async () => {
    const ref = await admitFile(file).catch(() => null);
    if (ref) await addChunk(documentId, ref);
  });
}

const addChunk = (id: string, ref: FileRef) =>
  audioStore().change(id, 'hear', (document) =>
    document.recording
      ? { ...document, recording: { ...document.recording, pieces: [...document.recording.pieces, ref] } }
      : document,
  );

/**
 * Ends the recording and joins its chunks into one file.
 *
 * @param sender where it is sent then; `null` keeps it unsent.
 */
async function stopRecording(sender: Sender | null): Promise<void> {
  const { documentId, state, failure } = recorder.getState();
  if (state !== 'recording' || documentId === null) return;
  recorder.setState({ state: 'saving', level: 0 });
  microphone?.stop();
  microphone = null;
  saveChunk();
  await saving;
  const failed = await finish(documentId, new Blob(chunks), sampleRate);
  chunks = [];
  endWork?.();
  endWork = null;
  recorder.setState({ ...idle, failure: failed ?? failure });
  const document = audioStore().read(documentId);
  if (sender && !failed && document?.kind === 'hear') sendAudio(document, sender);
}

/** Joins the chunks of a recording whose page was closed into one file. */
export async function recoverRecording(id: string): Promise<void> {
  const document = audioStore().read(id);
  if (document?.kind !== 'hear' || !document.recording || recorder.getState().state !== 'idle') return;
  const { pieces: stored, sampleRate: rate } = document.recording;
  recorder.setState({ ...idle, state: 'saving', documentId: id });
  const found = await Promise.all(stored.map((chunk) => audioBlob(chunk).catch(() => new Blob([]))));
  recorder.setState({ ...idle, failure: await finish(id, new Blob(found), rate) });
}

async function finish(id: string, pcm: Blob, rate: number): Promise<Failure | null> {
  const document = audioStore().read(id);
  if (document?.kind !== 'hear') return null;
  try {
    const name = `${document.name}.wav`;
    const source = await storeAudio(new File([wrapPcm(pcm, rate)], name, { type: 'audio/wav' }));
    await audioStore().change(id, 'hear', (before) => ({ ...before, name, source, recording: null }));
    return null;
  } catch (thrown) {
    return AppError.from(thrown);
  }
}

/** Below this peak the microphone seems to be silent, once some seconds have passed. */
const quietPeak = 0.08;

/** The running recording: level, duration, and Stop. */
export function RecordBar() {
  const t = useStrings().audio.listen;
  const { state, level, peak, seconds, label } = useStore(recorder);
  const sendsAfter = useForm((form) => form.transcribeOnStop);
  const { sender, blocker } = useSender(null);
  const stop = () => void stopRecording(sendsAfter && !blocker ? sender : null);
  useShortcut('audio.stop-recording', stop, state === 'recording');
  return (
    <section className={s.recording} aria-label={t.recording}>
      <p role="status" className={s.recordingTitle}>
        {t.recorderStates[state]}
      </p>
      {state === 'recording' && (
        <>
          <span className={s.recordingClock}>{clockOf(seconds)}</span>
          <LevelMeter level={level} peak={peak} steps={40} label={t.level} />
          <p className={s.quiet}>{seconds > 3 && peak < quietPeak ? t.nothingHeard(label) : label}</p>
          <Button intent="stop" autoFocus icon={<Icon of={Square} size="s" />} onClick={stop}>
            {sendsAfter && !blocker ? t.stopAndSend : t.stopRecording}
          </Button>
          <Switch
            checked={sendsAfter}
            onCheckedChange={(on) => useForm.setState({ transcribeOnStop: on })}
            label={t.sendAfterRecording}
          />
          <p className={s.quiet}>{sendsAfter && blocker ? blocker.reason : t.recordingKept}</p>
        </>
      )}
    </section>
  );
}
