import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { newCall, type SpeakDocument, type Take } from '../model/audio-document.ts';
import type { Sender } from '../model/drafts.ts';
import { measureAudio } from '../transcribe/inspect-audio.ts';
import { drawing } from '../transcribe/intake.ts';
import { expectAudio } from './arriving.ts';
import { isRaw, wrapRaw } from './raw-samples.ts';

/**
 * Speaks the text in the form: adds a take to the open document if its text is the same, otherwise creates a new one.
 */
export function speakText(sender: Sender, open: SpeakDocument | null): void {
  const { text, speak, speakModel, rawRate, playAtOnce } = useForm.getState();
  const call = newCall({
    id: newId(),
    order: { kind: 'speak', voice: speak.voice },
    routeId: 'audio.speech',
    ...sender,
    model: speakModel,
  });
  const take: Take = { id: newId(), settings: speak, call, wrapped: null, rawRate, duration: null, peaks: [] };
  let id = open?.id ?? '';
  if (open?.text === text)
    void audioStore().change(id, 'speak', (before) => ({ ...before, takes: [...before.takes, take] }));
  else {
    id = newId();
    audioStore().add({ kind: 'speak', id, createdAt: Date.now(), text, takes: [take] });
    show('speak', id);
  }
  if (playAtOnce) {
    const { response_format: format } = speak;
    expectAudio(call.id, format.on && format.value === 'pcm', rawRate);
  }
  void audioStore().sendWaiting(id, [call.id]);
}

/**
 * Measures a take once it is complete. The start is saved first: a file that crashes the page is not decoded again
 * automatically.
 */
export async function measureTake(documentId: string, take: Take): Promise<void> {
  const { file, mediaType } = take.call;
  if (!file || drawing.getState().has(file.id)) return;
  const put = (by: Partial<Take>) =>
    audioStore().change(documentId, 'speak', (before) => ({
      ...before,
      takes: before.takes.map((other) => (other.id === take.id ? { ...other, ...by } : other)),
    }));
  drawing.setState((now) => new Set([...now, file.id]), true);
  try {
    const bytes = await audioBlob(file);
    const wrapped = mediaType !== null && isRaw(mediaType) ? await wrapRaw(bytes, take.rawRate, file.name) : null;
    await put({ wrapped: wrapped?.ref ?? null, examined: 'started' });
    const { peaks, duration, fault } = await measureAudio(wrapped?.ref ?? file, wrapped?.blob ?? bytes);
    await put({ peaks, duration, examined: fault ?? 'done' });
  } catch {
    // The file itself is there either way and can be played and saved.
  } finally {
    drawing.setState((now) => new Set([...now].filter((each) => each !== file.id)), true);
  }
}

/** Changes the assumed sample rate of the raw samples of a take, in Hz. */
export async function setRawRate(documentId: string, take: Take, rawRate: number): Promise<void> {
  const { examined: _before, ...rest } = take;
  const changed = { ...rest, rawRate };
  await audioStore().change(documentId, 'speak', (before) => ({
    ...before,
    takes: before.takes.map((other) => (other.id === take.id ? changed : other)),
  }));
  await measureTake(documentId, changed);
}

/** Removes a take from its document. */
export const removeTake = (documentId: string, takeId: string): Promise<void> =>
  audioStore().change(documentId, 'speak', (before) => ({
    ...before,
    takes: before.takes.filter(({ id }) => id !== takeId),
  }));
