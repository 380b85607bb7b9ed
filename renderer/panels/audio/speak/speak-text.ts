import { admitFile } from '../../../lib/files.ts';
import { soundBlob } from '../../../lib/sound/stored-sound.ts';
import { wrapPcm } from '../../../lib/sound/wav.ts';
import { show, useDesk } from '../desk.ts';
import { measureSound } from '../listen/look-at-sound.ts';
import type { Sender } from '../listen/send-sound.ts';
import { newCall, type SpeakDocument, type Take } from '../model/sound-document.ts';
import { book, newId } from '../open-book.ts';
import { expectSound, isRaw } from './arriving.ts';

/** Speaks the text of the desk: another take of the open document when its text is the same, else a new one. */
export function speakText(sender: Sender, open: SpeakDocument | null, voice = useDesk.getState().speak.voice): void {
  const { text, speak, speakModel, rawRate, playAtOnce } = useDesk.getState();
  const settings = { ...speak, voice };
  const call = newCall({
    id: newId(),
    order: { kind: 'speak', voice },
    routeId: 'audio.speech',
    ...sender,
    model: speakModel,
  });
  const take: Take = { id: newId(), settings, call, wrapped: null, rawRate, duration: null, peaks: [] };
  let id = open?.id ?? '';
  if (open?.text === text) void book().change(id, 'speak', (before) => ({ ...before, takes: [...before.takes, take] }));
  else {
    id = newId();
    book().add({ kind: 'speak', id, createdAt: Date.now(), text, takes: [take] });
    show('speak', id);
  }
  if (playAtOnce) {
    const { response_format: format } = settings;
    expectSound(call.id, format.on && format.value === 'pcm', rawRate);
  }
  void book().sendWaiting(id, [call.id]);
}

/** Bytes of the header that stands before raw samples in the stored file. */
const headerBytes = 44;
const measuring = new Set<string>();

/** Measures a take once it is whole; raw samples of another rate than usual get a header that says so. */
export async function measureTake(documentId: string, take: Take): Promise<void> {
  const { file, mediaType } = take.call;
  if (!file || measuring.has(take.id)) return;
  measuring.add(take.id);
  try {
    const bytes = await soundBlob(file);
    const wrapped = mediaType !== null && isRaw(mediaType) ? await wrapAgain(bytes, take.rawRate, file.name) : null;
    const sound = wrapped ?? { ref: null, blob: bytes };
    const measured = await measureSound(wrapped?.ref ?? file, sound.blob);
    await book().change(documentId, 'speak', (before) => ({
      ...before,
      takes: before.takes.map((other) =>
        other.id === take.id
          ? { ...other, wrapped: sound.ref, peaks: measured?.peaks ?? [], duration: measured?.duration ?? 0 }
          : other,
      ),
    }));
  } catch {
    // The file stands there all the same, to be played and saved.
  } finally {
    measuring.delete(take.id);
  }
}

async function wrapAgain(bytes: Blob, rate: number, name: string) {
  const blob = wrapPcm(bytes.slice(headerBytes), rate);
  const file = new File([blob], name.replace(/(?:\.\w+)?$/, '.wav'), { type: 'audio/wav' });
  return { ref: await admitFile(file), blob };
}

/** Takes the raw samples of a take to have another rate, in Hz. */
export async function setRawRate(documentId: string, take: Take, rawRate: number): Promise<void> {
  const changed = { ...take, rawRate };
  await book().change(documentId, 'speak', (before) => ({
    ...before,
    takes: before.takes.map((other) => (other.id === take.id ? changed : other)),
  }));
  await measureTake(documentId, changed);
}

/** Removes a take of a text. */
export const removeTake = (documentId: string, takeId: string): Promise<void> =>
  book().change(documentId, 'speak', (before) => ({
    ...before,
    takes: before.takes.filter(({ id }) => id !== takeId),
  }));
