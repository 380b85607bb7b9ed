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
export function draftOf(document: AudioDocument, call: AudioCall): DraftInput {
  const { order, model, id } = call;
  if (document.kind === 'hear' && order.kind === 'hear') {
    const run = document.runs.find(({ calls }) => calls.some((other) => other.id === id));
    if (run) return transcribeDraft(call, model, order.file, run.settings, run.translate);
  }
  const take = document.kind === 'speak' ? document.takes.find((other) => other.call.id === id) : undefined;
  if (document.kind !== 'speak' || !take) throw new Error('the call is not of this document');
  return speakDraft(call, model, document.text, take.settings);
}
