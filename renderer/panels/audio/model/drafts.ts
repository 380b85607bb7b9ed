import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { type SpeakSettings, speakBody } from '../../../lib/generation/speak-settings.ts';
import type { AudioCall, AudioDocument } from './audio-document.ts';
import { type TranscribeSettings, transcribeFields } from './transcribe-settings.ts';

export interface Sender {
  connectionId: string;
  keyId: string | null;
}

const from = ({ connectionId, keyId }: Sender, routeId: RouteId) => ({
  connectionId,
  ...(keyId ? { keyId } : {}),
  routeId,
});

export const transcribeRoute = (translate: boolean): RouteId =>
  translate ? 'audio.translations' : 'audio.transcriptions';

export const transcribeDraft = (
  sender: Sender,
  model: string,
  file: FileRef,
  settings: TranscribeSettings,
  translate: boolean,
): DraftInput => ({
  ...from(sender, transcribeRoute(translate)),
  body: { kind: 'form', fields: transcribeFields(model, file, settings, translate) },
});

export const speakDraft = (sender: Sender, model: string, text: string, settings: SpeakSettings): DraftInput => ({
  ...from(sender, 'audio.speech'),
  body: { kind: 'json', text: speakBody(model, text, settings) },
});

/** Returns the request draft for a call of a document. */
export function draftOf(document: AudioDocument, call: AudioCall, roundTripHearing: TranscribeSettings): DraftInput {
  const { order: spec, model } = call;
  if (spec.kind === 'hear') {
    const run =
      document.kind === 'hear' ? document.runs.find(({ calls }) => calls.some(({ id }) => id === call.id)) : null;
    return transcribeDraft(call, model, spec.file, run?.settings ?? roundTripHearing, run?.translate ?? false);
  }
  const settings =
    document.kind === 'speak'
      ? document.takes.find((take) => take.call.id === call.id)?.settings
      : document.kind === 'trip'
        ? document.rows.find(({ speak }) => speak.id === call.id)?.settings
        : undefined;
  if (!settings || document.kind === 'hear') throw new Error('the call is not of this document');
  return speakDraft(call, model, document.text, settings);
}
