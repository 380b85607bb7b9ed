import { createStore } from 'zustand/vanilla';
import type { FileRef } from '#shared/protocol/part.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { type AudioCall, isGood, newCall, type RoundTripRow } from '../model/audio-document.ts';
import { isRaw, wrapRaw } from '../speak/raw-samples.ts';
import type { Sender } from '../transcribe/send-audio.ts';

/** The trip whose rows are made one after the other; `null` for none. */
export const roundTripping = createStore<{ documentId: string | null }>(() => ({ documentId: null }));

export function stopRoundTrip(documentId: string): void {
  roundTripping.setState({ documentId: null });
  audioStore().stop(documentId);
}

/** Speaks the text with each chosen voice, and writes down what was said; one after the other, each a row. */
export async function makeRoundTrip(sender: Sender): Promise<void> {
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
  roundTripping.setState({ documentId: id });
  for (const row of rows) {
    if (roundTripping.getState().documentId !== id) return;
    await goOn(id, row.id);
  }
  roundTripping.setState({ documentId: null });
}

/** Does what is still to be done of a row: speaks it, then listens to what was spoken. */
export async function goOn(documentId: string, rowId: string): Promise<void> {
  const rowNow = () => {
    const document = audioStore().read(documentId);
    return document?.kind === 'trip' ? document.rows.find(({ id }) => id === rowId) : undefined;
  };
  const first = rowNow();
  if (!first) return;
  await audioStore().sendWaiting(documentId, [first.speak.id]);
  const row = rowNow();
  if (!row?.speak.file || !isGood(row.speak) || (row.hear && row.hear.state !== 'waiting')) return;
  const transcribe = row.hear ?? transcribeCall(row, await audible(row.speak, row.speak.file));
  await audioStore().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((other) => (other.id === rowId ? { ...other, hear: transcribe } : other)),
  }));
  await audioStore().sendWaiting(documentId, [transcribe.id]);
}

/** What a service can listen to: raw samples get a header. */
async function audible({ mediaType }: AudioCall, file: FileRef): Promise<FileRef> {
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

/** Tries what failed of a row once more. */
export async function tryAgain(documentId: string, row: RoundTripRow): Promise<void> {
  const isSpoken = isGood(row.speak);
  await audioStore().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((other) =>
      other.id === row.id
        ? { ...other, hear: null, speak: isSpoken ? other.speak : newCall({ ...other.speak, id: newId() }) }
        : other,
    ),
  }));
  await goOn(documentId, row.id);
}
