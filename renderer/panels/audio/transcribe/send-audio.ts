import { useStrings } from '../../../lib/i18n/strings.ts';
import { firstBlocker, type SendBlocker } from '../../../lib/runs/send-blocker.ts';
import { audioStore, newId, useSelectedSender } from '../audio.ts';
import { hearModelsOf, useForm } from '../form.ts';
import {
  type AudioDocument,
  type CallSpec,
  newCall,
  type TranscribeDocument,
  type TranscribeRun,
} from '../model/audio-document.ts';
import { type Sender, transcribeRoute } from '../model/drafts.ts';
import { mismatchOf, settingsFor, transcribeFamilyOf, transcribeFieldsOf } from '../model/transcribe-settings.ts';
import { useAudioOrigin } from '../send-controls.tsx';

export type TranscribeSpec = Extract<CallSpec, { kind: 'hear' }>;

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
