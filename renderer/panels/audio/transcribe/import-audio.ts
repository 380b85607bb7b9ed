import { AppError } from '#shared/protocol/failure.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { audioStore, newId } from '../audio.ts';
import { show } from '../form.ts';
import type { AudioSource, SourceFault } from '../model/audio-document.ts';
import { drawAudio, inspectAudio, isDrawable, Unreadable } from './inspect-audio.ts';
import { drawing, intake } from './intake.ts';

const unfit: ReadonlySet<SourceFault> = new Set(['empty', 'page', 'not-sound', 'no-track', 'broken-wav', 'stuck']);

/** Imports a dropped or selected file. A file that is not audio is held back with a reason. */
export async function importFiles([file, ...more]: readonly File[]): Promise<void> {
  if (!file) return;
  intake.setState({ held: null, failure: null, files: [] });
  if (more.length > 0) return intake.setState({ held: { file, fault: 'several' } });
  const stopping = new AbortController();
  intake.setState({ arriving: { name: file.name, share: null, stop: () => stopping.abort() } });
  stopping.signal.addEventListener('abort', () => intake.setState({ arriving: null }));
  try {
    const inspected = await inspectAudio(file);
    if (stopping.signal.aborted) return;
    intake.setState({ arriving: null });
    const fault = inspected.faults.find((each) => unfit.has(each));
    if (fault) intake.setState({ held: { file, fault, inspected } });
    else await admitAudio(file, inspected);
  } catch (thrown) {
    intake.setState({ arriving: null });
    if (thrown instanceof Unreadable) intake.setState({ held: { file, fault: 'unreadable' } });
    else intake.setState({ failure: AppError.from(thrown), files: [file] });
  }
}

/** Imports the held file anyway: the user may want to send a gateway something that is not audio. */
export async function importHeld(): Promise<void> {
  const { held } = intake.getState();
  if (!held?.inspected) return;
  intake.setState({ held: null });
  try {
    await admitAudio(held.file, held.inspected);
  } catch (thrown) {
    intake.setState({ failure: AppError.from(thrown), files: [held.file] });
  }
}

async function admitAudio(file: File, inspected: Omit<AudioSource, 'file'>): Promise<void> {
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
    const source = { ...inspected, file: ref };
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
 * Adds the waveform to a document when it is computed; the audio can be sent before. The start is saved first: a file
 * that crashes the page is not decoded again automatically.
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

/** Stores audio that the page produced, and inspects it. Rejects with an `AppError`. */
export async function storeAudio(file: File): Promise<AudioSource> {
  const [ref, inspected] = await Promise.all([admitFile(file), inspectAudio(file)]);
  return drawAudio({ ...inspected, file: ref }, file);
}

/** Computes the waveform of stored audio that has none yet. */
export async function drawStored(id: string, source: AudioSource): Promise<void> {
  await audioBlob(source.file)
    .then((file) => draw(id, source, file))
    .catch(() => undefined);
}
