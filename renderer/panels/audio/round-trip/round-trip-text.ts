import { createStore } from 'zustand/vanilla';
import type { FileRef } from '#shared/protocol/part.ts';
import { soundBlob } from '../../../lib/media/stored-audio.ts';
import { book, newId } from '../audio.ts';
import { show, useDesk } from '../form.ts';
import { isGood, newCall, type SoundCall, type TripRow } from '../model/audio-document.ts';
import { isRaw, wrapRaw } from '../speak/raw-samples.ts';
import type { Sender } from '../transcribe/send-audio.ts';

/** The trip whose rows are made one after the other; `null` for none. */
export const tripping = createStore<{ documentId: string | null }>(() => ({ documentId: null }));

export function stopTrip(documentId: string): void {
  tripping.setState({ documentId: null });
  book().stop(documentId);
}

/** Speaks the text with each chosen voice, and writes down what was said; one after the other, each a row. */
export async function makeTrip(sender: Sender): Promise<void> {
  const { tripText, tripVoices, speak, speakModel, hearModel } = useDesk.getState();
  const id = newId();
  const rows = tripVoices.map(
    (voice): TripRow => ({
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
  book().add({ kind: 'trip', id, createdAt: Date.now(), text: tripText, rows });
  show('trip', id);
  tripping.setState({ documentId: id });
  for (const row of rows) {
    if (tripping.getState().documentId !== id) return;
    await goOn(id, row.id);
  }
  tripping.setState({ documentId: null });
}

/** Does what is still to be done of a row: speaks it, then listens to what was spoken. */
export async function goOn(documentId: string, rowId: string): Promise<void> {
  const rowNow = () => {
    const document = book().read(documentId);
    return document?.kind === 'trip' ? document.rows.find(({ id }) => id === rowId) : undefined;
  };
  const first = rowNow();
  if (!first) return;
  await book().sendWaiting(documentId, [first.speak.id]);
  const row = rowNow();
  if (!row?.speak.file || !isGood(row.speak) || (row.hear && row.hear.state !== 'waiting')) return;
  const hear = row.hear ?? hearCall(row, await audible(row.speak, row.speak.file));
  await book().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((other) => (other.id === rowId ? { ...other, hear } : other)),
  }));
  await book().sendWaiting(documentId, [hear.id]);
}

/** What a service can listen to: raw samples get a header. */
async function audible({ mediaType }: SoundCall, file: FileRef): Promise<FileRef> {
  if (mediaType === null || !isRaw(mediaType)) return file;
  const { ref } = await wrapRaw(await soundBlob(file), useDesk.getState().rawRate, file.name);
  return ref;
}

const hearCall = ({ speak, hearModel }: TripRow, file: FileRef) =>
  newCall({
    id: newId(),
    order: { kind: 'hear', file, offset: 0, seconds: null },
    routeId: 'audio.transcriptions',
    connectionId: speak.connectionId,
    keyId: speak.keyId,
    model: hearModel,
  });

/** Tries what failed of a row once more. */
export async function tryAgain(documentId: string, row: TripRow): Promise<void> {
  const isSpoken = isGood(row.speak);
  await book().change(documentId, 'trip', (before) => ({
    ...before,
    rows: before.rows.map((other) =>
      other.id === row.id
        ? { ...other, hear: null, speak: isSpoken ? other.speak : newCall({ ...other.speak, id: newId() }) }
        : other,
    ),
  }));
  await goOn(documentId, row.id);
}
