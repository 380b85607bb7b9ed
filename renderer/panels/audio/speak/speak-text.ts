import { AppError } from '#shared/protocol/failure.ts';
import { speakControls } from '../../../lib/generation/speak-settings.ts';
import { audioBlob, isRaw, wrapRaw } from '../../../lib/media/stored-audio.ts';
import { openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { audioStore, newId } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { newCall, type SpeakDocument, type Take, titleOf } from '../model/audio-document.ts';
import type { Sender } from '../model/drafts.ts';
import { addTranscription, intake } from '../transcribe/import-audio.ts';
import { drawing, inspectAudio, measureAudio, whileDrawing } from '../transcribe/inspect-audio.ts';
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
  const put = (by: Partial<Take>) => changeTake(documentId, take.id, (other) => ({ ...other, ...by }));
  const measure = async () => {
    const bytes = await audioBlob(file);
    const wrapped = mediaType !== null && isRaw(mediaType) ? await wrapRaw(bytes, take.rawRate, file.name) : null;
    await put({ wrapped: wrapped?.ref ?? null, examined: 'started' });
    const { peaks, duration, fault } = await measureAudio(wrapped?.ref ?? file, wrapped?.blob ?? bytes);
    await put({ peaks, duration, examined: fault ?? 'done' });
  };
  // After a failure, the file itself is still there and can be played and saved.
  await whileDrawing(file.id, measure).catch(() => undefined);
}

const changeTake = (documentId: string, takeId: string, by: (take: Take) => Take): Promise<void> =>
  audioStore().change(documentId, 'speak', (before) => ({
    ...before,
    takes: before.takes.map((take) => (take.id === takeId ? by(take) : take)),
  }));

/** Changes the assumed sample rate of the raw samples of a take, in Hz. */
export async function setRawRate(documentId: string, take: Take, rawRate: number): Promise<void> {
  const { examined: _before, ...rest } = take;
  const changed = { ...rest, rawRate };
  await changeTake(documentId, take.id, () => changed);
  await measureTake(documentId, changed);
}

/** Opens a take as audio to transcribe, with the text that it speaks as the reference. */
export async function transcribeTake(documentId: string, { call, wrapped, peaks, settings }: Take): Promise<void> {
  const document = audioStore().read(documentId);
  const file = wrapped ?? call.file;
  if (!file || document?.kind !== 'speak') return;
  try {
    const inspected = await inspectAudio(await audioBlob(file));
    const name = `${settings.voice}: ${titleOf(document)}`.slice(0, 80);
    addTranscription(name, { ...inspected, file, peaks }, { reference: document.text });
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

/** Opens a new comparison with the text, the first voice and the parameters of the form. */
export function compareSpeech(connectionId = '', keyId: string | null = null): void {
  const { text, voices, speak, speakModel } = useForm.getState();
  const names = Object.keys(speakControls) as (keyof typeof speakControls)[];
  openComparisonOf({
    connectionId,
    keyId,
    routeId: 'audio.speech',
    models: [speakModel],
    prompt: text,
    parameters: {
      'speech.voice': { on: true, value: voices[0] ?? speak.voice },
      ...Object.fromEntries(names.map((name) => [`speech.${name}`, speak[name]])),
    },
  });
}
