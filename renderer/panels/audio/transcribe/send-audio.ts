import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { audioStore, newId } from '../audio.ts';
import { useForm } from '../form.ts';
import { type AudioSource, type CallSpec, newCall, type TranscribeDocument } from '../model/audio-document.ts';
import { transcribeRoute } from '../model/drafts.ts';
import { inspectAudio } from './inspect-audio.ts';
import { draw } from './take-audio.ts';

export interface Sender {
  connectionId: string;
  keyId: string | null;
}

type TranscribeSpec = Extract<CallSpec, { kind: 'hear' }>;

/** Sends the sound of a document as the parameters stand, whole or in the given parts. */
export function sendAudio(document: TranscribeDocument, sender: Sender, parts?: TranscribeSpec[], overlap = 0): void {
  const { source } = document;
  if (!source) return;
  const { hear, hearModel, translate } = useForm.getState();
  const orders = parts ?? [{ kind: 'hear', file: source.file, offset: 0, seconds: source.duration }];
  const calls = orders.map((order) =>
    newCall({ id: newId(), order, routeId: transcribeRoute(translate), ...sender, model: hearModel }),
  );
  const run = { id: newId(), translate, settings: hear, overlap, calls };
  void audioStore().change(document.id, 'hear', (before) => ({ ...before, runs: [...before.runs, run] }));
  void audioStore().sendWaiting(
    document.id,
    calls.map(({ id }) => id),
  );
}

/** What is being made of a sound before it is sent. */
interface Remaking {
  documentId: string | null;
  share: number;
  stop: () => void;
  failure: Failure | null;
}

const resting: Remaking = { documentId: null, share: 0, stop: () => undefined, failure: null };
export const remaking = createStore<Remaking>(() => resting);

async function remake(
  document: TranscribeDocument,
  seconds: number,
  work: (audio: Blob, options: { onProgress: (done: number) => void; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const { source } = document;
  if (!source || remaking.getState().documentId !== null) return;
  const stopping = new AbortController();
  remaking.setState({ ...resting, documentId: document.id, stop: () => stopping.abort() });
  try {
    await work(await audioBlob(source.file), {
      onProgress: (done) => remaking.setState({ share: Math.min(1, done / Math.max(0.1, seconds)) }),
      signal: stopping.signal,
    });
    remaking.setState(resting);
  } catch (thrown) {
    remaking.setState({ ...resting, failure: stopping.signal.aborted ? null : AppError.from(thrown) });
  }
}

/** Makes a small WAV of a sound, or of a stretch of it in seconds, and puts it in its place; the original stays. */
export const shrinkAudio = (
  document: TranscribeDocument,
  from = 0,
  to = document.source?.duration ?? 0,
): Promise<void> =>
  remake(document, to - from, async (audio, options) => {
    const { source, id } = document;
    if (!source) return;
    const { convertAudio } = await import('./convert-audio.ts');
    const file = await convertAudio(audio, source.file.name, { ...options, from, to });
    const [ref, looked] = await Promise.all([admitFile(file, { signal: options.signal }), inspectAudio(file)]);
    const made: AudioSource = { ...looked, file: ref };
    await audioStore().change(id, 'hear', (before) => ({
      ...before,
      source: made,
      original: before.original ?? source,
    }));
    await draw(id, made, file);
  });

/** Cuts a sound into parts that overlap, and sends them one after the other. */
export const splitAndSend = (
  document: TranscribeDocument,
  sender: Sender,
  partSeconds: number,
  overlap: number,
): Promise<void> =>
  remake(document, document.source?.duration ?? 0, async (audio, options) => {
    const { splitAudio } = await import('./convert-audio.ts');
    const parts: TranscribeSpec[] = [];
    for await (const { file, offset, seconds } of splitAudio(audio, document.name, partSeconds, overlap, options)) {
      const ref: FileRef = await admitFile(file, { signal: options.signal });
      parts.push({ kind: 'hear', file: ref, offset, seconds });
    }
    const now = audioStore().read(document.id);
    if (now?.kind === 'hear') sendAudio(now, sender, parts, overlap);
  });
