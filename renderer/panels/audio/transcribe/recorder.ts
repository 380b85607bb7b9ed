import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { type Microphone, openMicrophone } from '../../../lib/media/microphone.ts';
import { toPcm16 } from '../../../lib/media/pcm.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { wrapPcm } from '../../../lib/media/wav.ts';
import { beginWork } from '../../../lib/runs/running-work.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { idleRecorder, recorder } from './intake.ts';
import { keepAudio } from './take-audio.ts';

/** Hz: more than speech models listen at, and half of what a record takes. */
const sampleRate = 24_000;
/** Seconds that are lost at most when the page is closed by force. */
const pieceSeconds = 4;

let microphone: Microphone | null = null;
let endWork: (() => void) | null = null;
/** What is not in a piece yet, and every piece so far, in order. */
let fresh: Uint8Array<ArrayBuffer>[] = [];
let freshSamples = 0;
let pieces: Blob[] = [];
let keeping: Promise<void> = Promise.resolve();

/** Begins to record into a document of its own. What stands in the way is in `failure`. */
export async function startRecording(name: string): Promise<void> {
  if (recorder.getState().state !== 'idle') return;
  recorder.setState({ ...idleRecorder, state: 'opening' });
  [fresh, freshSamples, pieces, keeping] = [[], 0, [], Promise.resolve()];
  const id = newId();
  try {
    microphone = await openMicrophone({
      deviceId: useForm.getState().deviceId,
      sampleRate,
      onSamples: take,
      onLost: (failure) => {
        recorder.setState({ failure });
        void stopRecording();
      },
    });
  } catch (thrown) {
    recorder.setState({ ...idleRecorder, failure: AppError.from(thrown) });
    return;
  }
  endWork = beginWork('audio');
  audioStore().add({
    kind: 'hear',
    id,
    createdAt: Date.now(),
    name,
    source: null,
    original: null,
    recording: { pieces: [], sampleRate },
    runs: [],
  });
  show('hear', id);
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
  if (freshSamples >= pieceSeconds * sampleRate) keepPiece();
}

/** Puts what is new on the disk. What can not be kept there is still held here until the end. */
function keepPiece(): void {
  const { documentId } = recorder.getState();
  if (freshSamples === 0 || documentId === null) return;
  const piece = new Blob(fresh, { type: 'audio/pcm' });
  [fresh, freshSamples] = [[], 0];
  pieces.push(piece);
  const file = new File([piece], `recording-${pieces.length}.pcm`, { type: 'audio/pcm' });
  keeping = keeping.then(async () => {
    const ref = await admitFile(file).catch(() => null);
    if (ref) await addPiece(documentId, ref);
  });
}

const addPiece = (id: string, ref: FileRef) =>
  audioStore().change(id, 'hear', (document) =>
    document.recording
      ? { ...document, recording: { ...document.recording, pieces: [...document.recording.pieces, ref] } }
      : document,
  );

/** Ends the recording: its pieces become one file. */
export async function stopRecording(): Promise<void> {
  const { documentId, state, failure } = recorder.getState();
  if (state !== 'recording' || documentId === null) return;
  recorder.setState({ state: 'saving', level: 0 });
  microphone?.stop();
  microphone = null;
  keepPiece();
  await keeping;
  const trouble = await finish(documentId, new Blob(pieces), sampleRate);
  pieces = [];
  endWork?.();
  endWork = null;
  recorder.setState({ ...idleRecorder, failure: trouble ?? failure });
}

/** Makes one file of the pieces of a recording that ended when its page did. */
export async function recoverRecording(id: string): Promise<void> {
  const document = audioStore().read(id);
  if (document?.kind !== 'hear' || !document.recording || recorder.getState().state !== 'idle') return;
  const { pieces: kept, sampleRate: rate } = document.recording;
  recorder.setState({ ...idleRecorder, state: 'saving', documentId: id });
  const found = await Promise.all(kept.map((piece) => audioBlob(piece).catch(() => new Blob([]))));
  recorder.setState({ ...idleRecorder, failure: await finish(id, new Blob(found), rate) });
}

async function finish(id: string, pcm: Blob, rate: number): Promise<Failure | null> {
  const document = audioStore().read(id);
  if (document?.kind !== 'hear') return null;
  try {
    const name = `${document.name}.wav`;
    const source = await keepAudio(new File([wrapPcm(pcm, rate)], name, { type: 'audio/wav' }));
    await audioStore().change(id, 'hear', (before) => ({ ...before, name, source, recording: null }));
    return null;
  } catch (thrown) {
    return AppError.from(thrown);
  }
}
