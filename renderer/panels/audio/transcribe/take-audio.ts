import { AppError } from '#shared/protocol/failure.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { audioStore, newId } from '../audio.ts';
import { show } from '../form.ts';
import type { AudioSource, SourceFault } from '../model/audio-document.ts';
import { drawAudio, inspectAudio, isDrawable, Unreadable } from './inspect-audio.ts';
import { drawing, intake } from './intake.ts';

const unfit: ReadonlySet<SourceFault> = new Set(['empty', 'page', 'not-sound', 'no-track', 'broken-wav', 'stuck']);

/** Takes a dropped or chosen file. What is no sound is held back, and said why. */
export async function takeFiles([file, ...more]: readonly File[]): Promise<void> {
  if (!file) return;
  intake.setState({ held: null, failure: null, files: [] });
  if (more.length > 0) return intake.setState({ held: { file, fault: 'several' } });
  const stopping = new AbortController();
  intake.setState({ arriving: { name: file.name, share: null, stop: () => stopping.abort() } });
  stopping.signal.addEventListener('abort', () => intake.setState({ arriving: null }));
  try {
    const looked = await inspectAudio(file);
    if (stopping.signal.aborted) return;
    intake.setState({ arriving: null });
    const fault = looked.faults.find((each) => unfit.has(each));
    if (fault) intake.setState({ held: { file, fault, looked } });
    else await admitAudio(file, looked);
  } catch (thrown) {
    intake.setState({ arriving: null });
    if (thrown instanceof Unreadable) intake.setState({ held: { file, fault: 'unreadable' } });
    else intake.setState({ failure: AppError.from(thrown), files: [file] });
  }
}

/** Takes the held file anyway: a gateway may be tried with what is not audio. */
export async function takeHeld(): Promise<void> {
  const { held } = intake.getState();
  if (!held?.looked) return;
  intake.setState({ held: null });
  try {
    await admitAudio(held.file, held.looked);
  } catch (thrown) {
    intake.setState({ failure: AppError.from(thrown), files: [held.file] });
  }
}

async function admitAudio(file: File, looked: Omit<AudioSource, 'file'>): Promise<void> {
  const stopping = new AbortController();
  const arriving = (share: number) =>
    intake.setState({ arriving: { name: file.name, share, stop: () => stopping.abort() } });
  arriving(0);
  try {
    const ref = await admitFile(file, {
      onProgress: (sent, total) => arriving(total ? sent / total : 0),
      signal: stopping.signal,
    });
    const id = newId();
    const source = { ...looked, file: ref };
    audioStore().add({
      kind: 'hear',
      id,
      createdAt: Date.now(),
      name: file.name,
      source,
      original: null,
      recording: null,
      runs: [],
    });
    show('hear', id);
    void draw(id, source, file);
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'aborted') throw thrown;
  } finally {
    intake.setState({ arriving: null });
  }
}

/**
 * Adds the waveform to a document when it is known; the audio can be sent before. That it was begun is on the disk first: a
 * file that takes the page down is not decoded again by itself.
 */
export async function draw(id: string, source: AudioSource, file: Blob): Promise<void> {
  const { id: fileId } = source.file;
  if (drawing.getState().has(fileId) || !isDrawable(source)) return;
  const put = (next: AudioSource) =>
    audioStore().change(id, 'hear', (document) =>
      document.source?.file.id === fileId ? { ...document, source: next } : document,
    );
  const { examined: _before, ...fresh } = source;
  drawing.setState((now) => new Set([...now, fileId]), true);
  try {
    await put({ ...fresh, examined: 'started' });
    await put(await drawAudio(fresh, file));
  } finally {
    drawing.setState((now) => new Set([...now].filter((each) => each !== fileId)), true);
  }
}

/** Puts a sound that the page made into the store, and looks at it. Rejects with an `AppError`. */
export async function keepAudio(file: File): Promise<AudioSource> {
  const [ref, looked] = await Promise.all([admitFile(file), inspectAudio(file)]);
  return drawAudio({ ...looked, file: ref }, file);
}

/** Draws audio that is stored and has no waveform yet. */
export async function drawStored(id: string, source: AudioSource): Promise<void> {
  await audioBlob(source.file)
    .then((file) => draw(id, source, file))
    .catch(() => undefined);
}
