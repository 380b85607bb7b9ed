import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { SoundCall, SoundDocument } from './audio-document.ts';
import { type SpeakSettings, speakBody } from './speak-settings.ts';
import { type HearSettings, hearFields } from './transcribe-settings.ts';

interface Sender {
  connectionId: string;
  keyId: string | null;
}

const from = ({ connectionId, keyId }: Sender, routeId: RouteId) => ({
  connectionId,
  ...(keyId ? { keyId } : {}),
  routeId,
});

export const hearRoute = (translate: boolean): RouteId => (translate ? 'audio.translations' : 'audio.transcriptions');

export const hearDraft = (
  sender: Sender,
  model: string,
  file: FileRef,
  settings: HearSettings,
  translate: boolean,
): DraftInput => ({
  ...from(sender, hearRoute(translate)),
  body: { kind: 'form', fields: hearFields(model, file, settings, translate) },
});

export const speakDraft = (sender: Sender, model: string, text: string, settings: SpeakSettings): DraftInput => ({
  ...from(sender, 'audio.speech'),
  body: { kind: 'json', text: speakBody(model, text, settings) },
});

/** What a call of a document sends. */
export function draftOf(document: SoundDocument, call: SoundCall, tripHearing: HearSettings): DraftInput {
  const { order, model } = call;
  if (order.kind === 'hear') {
    const run =
      document.kind === 'hear' ? document.runs.find(({ calls }) => calls.some(({ id }) => id === call.id)) : null;
    return hearDraft(call, model, order.file, run?.settings ?? tripHearing, run?.translate ?? false);
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
