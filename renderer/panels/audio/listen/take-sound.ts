import { AppError } from '#shared/routes/failure.ts';
import { admitFile } from '../../../lib/files.ts';
import { soundBlob } from '../../../lib/sound/stored-sound.ts';
import { show } from '../desk.ts';
import type { SoundSource, SourceFault } from '../model/sound-document.ts';
import { book, newId } from '../open-book.ts';
import { intake } from './intake.ts';
import { drawSound, lookAtSound, Unreadable } from './look-at-sound.ts';

const unfit: ReadonlySet<SourceFault> = new Set(['empty', 'page', 'not-sound', 'no-track', 'broken-wav']);

/** Takes a dropped or chosen file. What is no sound is held back, and said why. */
export async function takeFiles([file, ...more]: readonly File[]): Promise<void> {
  if (!file) return;
  intake.setState({ held: null, failure: null, files: [] });
  if (more.length > 0) return intake.setState({ held: { file, fault: 'several' } });
  try {
    const looked = await lookAtSound(file);
    const fault = looked.faults.find((each) => unfit.has(each));
    if (fault) intake.setState({ held: { file, fault } });
    else await admitSound(file, looked);
  } catch (thrown) {
    if (thrown instanceof Unreadable) intake.setState({ held: { file, fault: 'unreadable' } });
    else intake.setState({ failure: AppError.from(thrown), files: [file] });
  }
}

/** Takes the held file all the same: a gateway may be tried with what is no sound. */
export async function takeHeld(): Promise<void> {
  const { held } = intake.getState();
  if (!held) return;
  intake.setState({ held: null });
  try {
    await admitSound(held.file, await lookAtSound(held.file));
  } catch (thrown) {
    intake.setState({ failure: AppError.from(thrown), files: [held.file] });
  }
}

async function admitSound(file: File, looked: Omit<SoundSource, 'file'>): Promise<void> {
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
    book().add({
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

/** Sounds whose waveform is being made, by file. */
const drawing = new Set<string>();

/** Adds the waveform to a document when it is known; the sound can be sent before. */
export async function draw(id: string, source: SoundSource, file: Blob): Promise<void> {
  if (drawing.has(source.file.id)) return;
  drawing.add(source.file.id);
  const drawn = await drawSound(source, file).finally(() => drawing.delete(source.file.id));
  if (drawn === source) return;
  await book().change(id, 'hear', (document) =>
    document.source?.file.id === source.file.id ? { ...document, source: drawn } : document,
  );
}

/** Puts a sound that the page made into the store, and looks at it. Rejects with an `AppError`. */
export async function keepSound(file: File): Promise<SoundSource> {
  const [ref, looked] = await Promise.all([admitFile(file), lookAtSound(file)]);
  return drawSound({ ...looked, file: ref }, file);
}

/** Draws a sound whose page was closed before it was drawn. */
export async function drawStored(id: string, source: SoundSource): Promise<void> {
  if (drawing.has(source.file.id)) return;
  await soundBlob(source.file)
    .then((file) => draw(id, source, file))
    .catch(() => undefined);
}
