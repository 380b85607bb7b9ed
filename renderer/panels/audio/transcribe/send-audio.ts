import { createStore } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { audioBlob } from '../../../lib/media/stored-audio.ts';
import { firstBlocker, type SendBlocker } from '../../../lib/runs/send-blocker.ts';
import { audioStore, newId, useSelectedSender } from '../audio.ts';
import { useAudioOrigin } from '../audio-origin.tsx';
import { hearModelsOf, useForm } from '../form.ts';
import {
  type AudioDocument,
  type AudioSource,
  type CallSpec,
  newCall,
  type TranscribeDocument,
  type TranscribeRun,
} from '../model/audio-document.ts';
import { type Sender, transcribeRoute } from '../model/drafts.ts';
import { mismatchOf, settingsFor, transcribeFamilyOf, transcribeFieldsOf } from '../model/transcribe-settings.ts';
import { draw } from './import-audio.ts';
import { inspectAudio } from './inspect-audio.ts';

type TranscribeSpec = Extract<CallSpec, { kind: 'hear' }>;

/**
 * Sends the audio of a document to each selected model with the current parameters, whole or in the given parts.
 *
 * @param models default: those of the form, all at the same time.
 */
export function sendAudio(
  document: TranscribeDocument,
  sender: Sender,
  { parts, overlap = 0, models }: { parts?: TranscribeSpec[]; overlap?: number; models?: readonly string[] } = {},
): void {
  const { source } = document;
  if (!source) return;
  const form = useForm.getState();
  const { hear, hearModel, translate } = form;
  const specs = parts ?? [{ kind: 'hear', file: source.file, offset: 0, seconds: source.duration }];
  const batch = newId();
  const runs = (models ?? hearModelsOf(form, sender.connectionId)).map(
    (model): TranscribeRun => ({
      id: newId(),
      batch,
      translate,
      settings: model === hearModel ? hear : settingsFor(model, hear),
      overlap,
      calls: specs.map((order) =>
        newCall({ id: newId(), order, routeId: transcribeRoute(translate), ...sender, model }),
      ),
    }),
  );
  void audioStore().change(document.id, 'hear', (before) => ({ ...before, runs: [...before.runs, ...runs] }));
  for (const { calls } of runs)
    void audioStore().sendWaiting(
      document.id,
      calls.map(({ id }) => id),
    );
}

/** A conversion that runs before audio is sent. */
interface Conversion {
  documentId: string | null;
  share: number;
  stop: () => void;
  failure: Failure | null;
}

const noConversion: Conversion = { documentId: null, share: 0, stop: () => undefined, failure: null };
export const conversion = createStore<Conversion>(() => noConversion);

async function convert(
  document: TranscribeDocument,
  seconds: number,
  work: (audio: Blob, options: { onProgress: (done: number) => void; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const { source } = document;
  if (!source || conversion.getState().documentId !== null) return;
  const stopping = new AbortController();
  conversion.setState({ ...noConversion, documentId: document.id, stop: () => stopping.abort() });
  try {
    await work(await audioBlob(source.file), {
      onProgress: (done) => conversion.setState({ share: Math.min(1, done / Math.max(0.1, seconds)) }),
      signal: stopping.signal,
    });
    conversion.setState(noConversion);
  } catch (thrown) {
    conversion.setState({ ...noConversion, failure: stopping.signal.aborted ? null : AppError.from(thrown) });
  }
}

/** Replaces audio with a small WAV of it, or of a stretch in seconds; the original is kept. */
export const shrinkAudio = (
  document: TranscribeDocument,
  from = 0,
  to = document.source?.duration ?? 0,
): Promise<void> =>
  convert(document, to - from, async (audio, options) => {
    const { source, id } = document;
    if (!source) return;
    const { convertAudio } = await import('./convert-audio.ts');
    const file = await convertAudio(audio, source.file.name, { ...options, from, to });
    const [ref, inspected] = await Promise.all([admitFile(file, { signal: options.signal }), inspectAudio(file)]);
    const made: AudioSource = { ...inspected, file: ref };
    await audioStore().change(id, 'hear', (before) => ({
      ...before,
      source: made,
      original: before.original ?? source,
    }));
    await draw(id, made, file);
  });

/** Cuts audio into overlapping parts and sends them one after the other. */
export const splitAndSend = (
  document: TranscribeDocument,
  sender: Sender,
  partSeconds: number,
  overlap: number,
): Promise<void> =>
  convert(document, document.source?.duration ?? 0, async (audio, options) => {
    const { splitAudio } = await import('./convert-audio.ts');
    const parts: TranscribeSpec[] = [];
    for await (const { file, offset, seconds } of splitAudio(audio, document.name, partSeconds, overlap, options)) {
      const ref: FileRef = await admitFile(file, { signal: options.signal });
      parts.push({ kind: 'hear', file: ref, offset, seconds });
    }
    const now = audioStore().read(document.id);
    if (now?.kind === 'hear') sendAudio(now, sender, { parts, overlap });
  });

/** Returns the connection and key for the next request, and what blocks it, as a sentence. */
export function useSender(document: AudioDocument | null): { sender: Sender | null; blocker: SendBlocker | undefined } {
  const {
    audio: { needs: t },
    pieces,
  } = useStrings();
  const { mustChoose } = useAudioOrigin(document);
  const sender = useSelectedSender();
  const { hearModel, hear, translate } = useForm();
  const family = transcribeFamilyOf(hearModel);
  const empty = transcribeFieldsOf(translate).find((field) => mismatchOf(field, hear, family) === 'value-missing');
  return {
    sender,
    blocker: firstBlocker([
      [!sender, t.connection, { place: 'key' }],
      [mustChoose, pieces.origin.needsChoice, { place: 'origin' }],
      [hearModel === '', t.model, { place: 'model' }],
      [empty !== undefined, t.value(empty ?? ''), { parameter: empty ?? '' }],
    ]),
  };
}
