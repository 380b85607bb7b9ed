import { createStore } from 'zustand/vanilla';
import type { FileRef } from '#shared/protocol/part.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { type AudioCall, isSuccessful, newCall, type RoundTripRow } from '../model/audio-document.ts';
import type { Sender } from '../model/drafts.ts';
import { isRaw, wrapRaw } from '../speak/raw-samples.ts';

/** The round trip whose rows are running one after the other; `null` for none. */
export const runningRoundTrip = createStore<{ documentId: string | null }>(() => ({ documentId: null }));

export function stopRoundTrip(documentId: string): void {
  runningRoundTrip.setState({ documentId: null });
  audioStore().stop(documentId);
}

/** Speaks the text with each selected voice and transcribes it; one after the other, each in its own row. */
export async function startRoundTrip(sender: Sender): Promise<void> {
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
export async function resumeRow(documentId: string, rowId: string): Promise<void> {
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
  await audioStore().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((other) => (other.id === rowId ? { ...other, hear: transcribe } : other)),
  }));
  await audioStore().sendWaiting(documentId, [transcribe.id]);
}

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
export async function retryRow(documentId: string, row: RoundTripRow): Promise<void> {
  const isSpoken = isSuccessful(row.speak);
  await audioStore().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((other) =>
      other.id === row.id
        ? { ...other, hear: null, speak: isSpoken ? other.speak : newCall({ ...other.speak, id: newId() }) }
        : other,
    ),
  }));
  await resumeRow(documentId, row.id);
}
