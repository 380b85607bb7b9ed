import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { readText } from '../../../lib/files/read-dropped.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import type { AudioSource, SourceFault, TranscribeDocument } from '../model/audio-document.ts';
import { spokenWords } from '../model/transcript.ts';
import { drawAudio, drawing, inspectAudio, isDrawable, Unreadable, whileDrawing } from './inspect-audio.ts';

interface Intake {
  /** `share` that is stored already; `null` while the file is still being inspected. */
  arriving: { name: string; share: number | null; stop: () => void } | null;
  /** A file that does not appear to be audio and waits for a decision, and what the inspection found. */
  held: {
    file: File;
    fault: SourceFault | 'unreadable' | 'several';
    inspected?: Omit<AudioSource, 'file'>;
  } | null;
  /** Why files were not imported; they can be retried. */
  failure: Failure | null;
  files: readonly File[];
}

export const intake = createStore<Intake>(() => ({ arriving: null, held: null, failure: null, files: [] }));

const unfit: ReadonlySet<SourceFault> = new Set(['empty', 'page', 'not-sound', 'no-track', 'broken-wav', 'stuck']);

/** Files that are a transcript rather than audio. */
const isText = ({ name, type }: File): boolean => /\.(?:txt|text|md|srt|vtt)$/i.test(name) || type === 'text/plain';
const maxTextBytes = 2_000_000;

/**
 * Imports dropped or selected files: audio, a text as the reference of the open document, or both at once. A file that
 * is not audio is held back with a reason.
 */
export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  intake.setState({ held: null, failure: null, files: [] });
  const [text, ...moreTexts] = files.filter(isText);
  const [audio, ...moreAudio] = files.filter((file) => !isText(file));
  const openId = useForm.getState().shown.hear;
  if (moreTexts.length + moreAudio.length > 0)
    return intake.setState({ held: { file: audio ?? (text as File), fault: 'several' } });
  if (text && (audio || openId !== null)) {
    const id = audio ? await importOne(audio) : openId;
    return id === null ? undefined : importReference(id, text);
  }
  await importOne((audio ?? text) as File);
}

/** Opens the file dialog and imports the selected file. */
export const browse = async (): Promise<void> =>
  importFiles(await chooseFiles({ accept: 'audio/*,video/mp4,video/webm', multiple: false }));

/** Opens the file dialog and reads the selected file as the reference of a document. */
export async function browseReference(documentId: string): Promise<void> {
  const [file] = await chooseFiles({ accept: '.txt,.md,.srt,.vtt,text/plain', multiple: false });
  if (file) await importReference(documentId, file);
}

/** Stores what was really said in the audio of a document; it is saved within a moment. */
export const setReference = (documentId: string, text: string): void =>
  audioStore().edit(documentId, 'hear', ({ reference: _before, ...document }) =>
    text === '' ? document : { ...document, reference: text },
  );

/** Reads a text, or the words of subtitles, as the reference of a document. */
async function importReference(documentId: string, file: File): Promise<void> {
  try {
    setReference(documentId, spokenWords(await readText(file, maxTextBytes)).trim());
    announce(strings().audio.reference.imported(file.name));
  } catch (thrown) {
    intake.setState({ failure: AppError.from(thrown), files: [] });
  }
}

/** Imports one file; resolves to the id of its document, or `null` where it was held back. */
async function importOne(file: File): Promise<string | null> {
  const stopping = new AbortController();
  intake.setState({ arriving: { name: file.name, share: null, stop: () => stopping.abort() } });
  stopping.signal.addEventListener('abort', () => intake.setState({ arriving: null }));
  try {
    const inspected = await inspectAudio(file);
    if (stopping.signal.aborted) return null;
    intake.setState({ arriving: null });
    const fault = inspected.faults.find((each) => unfit.has(each));
    if (!fault) return await admitAudio(file, inspected);
    intake.setState({ held: { file, fault, inspected } });
  } catch (thrown) {
    intake.setState({ arriving: null });
    if (thrown instanceof Unreadable) intake.setState({ held: { file, fault: 'unreadable' } });
    else intake.setState({ failure: AppError.from(thrown), files: [file] });
  }
  return null;
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

async function admitAudio(file: File, inspected: Omit<AudioSource, 'file'>): Promise<string | null> {
  const stopping = new AbortController();
  const arriving = (share: number) =>
    intake.setState({ arriving: { name: file.name, share, stop: () => stopping.abort() } });
  arriving(0);
  try {
    const ref = await admitFile(file, {
      onProgress: (sent, total) => arriving(total ? sent / total : 0),
      signal: stopping.signal,
    });
    const source = { ...inspected, file: ref };
    const id = addTranscription(file.name, source);
    void draw(id, source, file);
    return id;
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'aborted') throw thrown;
    return null;
  } finally {
    intake.setState({ arriving: null });
  }
}

/** Adds a document of audio that was not sent yet, shows it, and returns its id. */
export function addTranscription(
  name: string,
  source: AudioSource | null,
  more: Partial<Pick<TranscribeDocument, 'recording' | 'reference'>> = {},
): string {
  const id = newId();
  const empty = { original: null, recording: null, runs: [] };
  audioStore().add({ kind: 'hear', id, createdAt: Date.now(), name, source, ...empty, ...more });
  show('hear', id);
  return id;
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
  await whileDrawing(fileId, async () => {
    await put({ ...fresh, examined: 'started' });
    await put(await drawAudio(fresh, file));
  });
}

/** Stores audio that the page produced, and inspects it. Rejects with an `AppError`. */
export async function storeAudio(file: File): Promise<AudioSource> {
  const [ref, inspected] = await Promise.all([admitFile(file), inspectAudio(file)]);
  return drawAudio({ ...inspected, file: ref }, file);
}

/** Computes the waveform of stored audio that has none yet; also its facts, where those were never looked at. */
export async function drawStored(id: string, source: AudioSource): Promise<void> {
  try {
    const file = await audioBlob(source.file);
    await draw(id, isUninspected(source) ? { ...(await inspectAudio(file)), file: source.file } : source, file);
  } catch {
    // The file is gone. What is known of it stays.
  }
}

/** Returns true for audio of a round trip of an earlier version: whoever made it knew no more than its file. */
export const isUninspected = ({ duration, faults }: AudioSource): boolean => duration === null && faults.length === 0;
