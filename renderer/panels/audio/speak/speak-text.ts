import { AppError } from '#shared/protocol/failure.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { isRaw, wrapRaw } from '../../../lib/media/wav.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { newCall, type SpeakDocument, type Take, titleOf } from '../model/audio-document.ts';
import type { Sender } from '../model/drafts.ts';
import { inspectAudio, measureAudio } from '../transcribe/inspect-audio.ts';
import { drawing, intake } from '../transcribe/intake.ts';
import { expectAudio } from './arriving.ts';

/**
 * Speaks the text in the form with each selected voice, all at the same time: adds takes to the open document if its
 * text is the same, otherwise creates a new one. Only the first voice is played while it arrives.
 */
export function speakText(sender: Sender, open: SpeakDocument | null): void {
  const { text, voices, speak, speakModel, rawRate, playAtOnce } = useForm.getState();
  const batch = newId();
  const takes = voices.map(
    (voice): Take => ({
      id: newId(),
      batch,
      settings: { ...speak, voice },
      call: newCall({
        id: newId(),
        order: { kind: 'speak', voice },
        routeId: 'audio.speech',
        ...sender,
        model: speakModel,
      }),
      wrapped: null,
      rawRate,
      duration: null,
      peaks: [],
    }),
  );
  let id = open?.id ?? '';
  if (open?.text === text)
    void audioStore().change(id, 'speak', (before) => ({ ...before, takes: [...before.takes, ...takes] }));
  else {
    id = newId();
    audioStore().add({ kind: 'speak', id, createdAt: Date.now(), text, takes });
    show('speak', id);
  }
  const [first] = takes;
  if (playAtOnce && first) {
    const { response_format: format } = speak;
    expectAudio(first.call.id, format.on && format.value === 'pcm', rawRate);
  }
  for (const { call } of takes) void audioStore().sendWaiting(id, [call.id]);
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

/** Opens a take as audio to transcribe, with the text that it speaks as the reference. */
export async function transcribeTake(documentId: string, { call, wrapped, peaks, settings }: Take): Promise<void> {
  const document = audioStore().read(documentId);
  const file = wrapped ?? call.file;
  if (!file || document?.kind !== 'speak') return;
  try {
    const inspected = await inspectAudio(await audioBlob(file));
    const id = newId();
    audioStore().add({
      kind: 'hear',
      id,
      createdAt: Date.now(),
      name: `${settings.voice}: ${titleOf(document)}`.slice(0, 80),
      source: { ...inspected, file, peaks },
      original: null,
      recording: null,
      reference: document.text,
      runs: [],
    });
    show('hear', id);
  } catch (thrown) {
    show('hear', null);
    intake.setState({ failure: AppError.from(thrown), files: [] });
  }
}

/** Removes a take from its document. */
export const removeTake = (documentId: string, takeId: string): Promise<void> =>
  audioStore().change(documentId, 'speak', (before) => ({
    ...before,
    takes: before.takes.filter(({ id }) => id !== takeId),
  }));
