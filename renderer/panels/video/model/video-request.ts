import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { BodyDialect, VideoRouteId, VideoSettings } from './video-parameters.ts';
import { sentParameters } from './video-parameters.ts';

/** How reference pictures go along: as files of a form, or as data addresses in JSON. */
export const referenceForms = ['form', 'json'] as const;
export type ReferenceForm = (typeof referenceForms)[number];

/** The request as the person composed it, for one model. */
export interface VideoRequest {
  routeId: VideoRouteId;
  dialect: BodyDialect;
  prompt: string;
  settings: VideoSettings;
  references: readonly FileRef[];
  referenceForm: ReferenceForm;
}

interface Sender {
  connectionId: string;
  keyId: string | undefined;
}

/** The token that stands for a file's base64; the core puts the bytes in while it sends. */
const fileToken = (fileId: string) => `patchbay-file:${fileId}`;

/** The draft of a submission. */
export function videoDraft(spec: VideoRequest, model: string, sender: Sender): DraftInput {
  const { fields } = sentParameters(spec.settings, spec.dialect);
  const whole = { model, prompt: spec.prompt, ...fields };
  return {
    ...of(sender),
    routeId: spec.routeId,
    body:
      spec.references.length > 0 && spec.referenceForm === 'form'
        ? { kind: 'form', fields: [...textFields(whole), ...fileFields(spec.references)] }
        : jsonBody({ ...whole, ...inlineReferences(spec) }, spec.references),
  };
}

/** The draft of a remix: the gateway knows the rest from the task. */
export const remixDraft = (taskId: string, prompt: string, sender: Sender): DraftInput => ({
  ...of(sender),
  routeId: 'videos.remix',
  params: { video_id: taskId },
  body: jsonBody({ prompt }, []),
});

const of = ({ connectionId, keyId }: Sender) => ({ connectionId, ...(keyId ? { keyId } : {}) });

const jsonBody = (body: Record<string, unknown>, files: readonly FileRef[]): DraftInput['body'] => {
  const text = JSON.stringify(body, null, 2);
  const inline = files
    .map(({ id }) => ({ token: fileToken(id), fileId: id }))
    .filter(({ token }) => text.includes(token));
  return { kind: 'json', text, inline };
};

/** A form knows only texts: numbers and objects are written as JSON, as new-api reads them. */
const textFields = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([name, value]) => ({
    kind: 'text' as const,
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));

/** New-api hands every `input_reference` on; with two, some services take them for first and last frame. */
const fileFields = (references: readonly FileRef[]) =>
  references.map(({ id }) => ({ kind: 'file' as const, name: 'input_reference', fileId: id }));

/**
 * `input_reference` is a text for new-api (an object is refused); the generic dialect has `image`, or `images` where there
 * are more.
 */
function inlineReferences({ references, dialect }: VideoRequest): Record<string, unknown> {
  const addresses = references.map(({ id, type }) => `data:${type};base64,${fileToken(id)}`);
  if (addresses.length === 0) return {};
  if (dialect === 'strict') return { input_reference: addresses[0] };
  return addresses.length === 1 ? { image: addresses[0] } : { images: addresses };
}
