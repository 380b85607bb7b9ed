import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import {
  type RequestParameter,
  readValue,
  type SentFields,
  type Settings,
  sentFields,
} from '../../../lib/gateway/parameters/request-parameters.ts';
import { dataAddress, fileFields, jsonBody, textFields } from '../../../lib/runs/draft-body.ts';

/** Routes that create a video. A remix starts from a task and is not selected as a route. */
export const videoRouteIds = ['videos', 'video.generations'] as const satisfies RouteId[];
export type VideoRouteId = (typeof videoRouteIds)[number];

/**
 * Which fields a body has. `strict`: only those of OpenAI's API; `generic`: those of new-api, which passes `metadata`
 * on to the service behind it. Both routes accept both.
 */
export const bodyDialects = ['strict', 'generic'] as const;
export type BodyDialect = (typeof bodyDialects)[number];

/**
 * `seconds` is a string on the wire: new-api refuses a number. `duration` may be a number, and is what services other
 * than OpenAI's read.
 */
export const videoParameters: Readonly<Record<BodyDialect, readonly RequestParameter[]>> = {
  strict: [
    { name: 'seconds', control: { kind: 'choice', options: ['4', '8', '12'] }, start: '4', sentAtFirst: true },
    {
      name: 'size',
      control: { kind: 'choice', options: ['1280x720', '720x1280', '1792x1024', '1024x1792'] },
      start: '1280x720',
      sentAtFirst: true,
    },
  ],
  generic: [
    { name: 'duration', control: { kind: 'number', min: 1, max: 3600 }, start: 5, sentAtFirst: true },
    { name: 'size', control: { kind: 'text' }, start: '1280x720', sentAtFirst: true },
    { name: 'mode', control: { kind: 'choice', options: ['std', 'pro'] }, start: 'std' },
    { name: 'fps', control: { kind: 'number', min: 1, max: 240 }, start: 24 },
    { name: 'seed', control: { kind: 'number', min: 0, max: 4_294_967_295 }, start: 1 },
    { name: 'metadata', control: { kind: 'json' }, start: '{}' },
  ],
};

/** Returns the selected parameters as they are sent in the body, and the names of those whose value cannot be sent. */
export const sentVideoFields = (settings: Settings, dialect: BodyDialect): SentFields =>
  sentFields(settings, dialect, videoParameters[dialect], readValue);

/** How reference images are sent: as files of a form, or as data URLs in JSON. */
export const referenceForms = ['form', 'json'] as const;
export type ReferenceForm = (typeof referenceForms)[number];

/** What a reference image is for. */
export const referenceRoles = ['reference', 'first', 'last'] as const;
export type ReferenceRole = (typeof referenceRoles)[number];

/**
 * The field of a reference image by its role. OpenAI's API has one field for a reference, which is the first frame;
 * services behind the generic body read `image` or `images`, and the frames by name (MiniMax, Vidu, Wan, Seedance).
 */
const referenceFields: Readonly<Record<BodyDialect, Readonly<Record<ReferenceRole, string>>>> = {
  strict: { reference: 'input_reference', first: 'first_frame_image', last: 'last_frame_image' },
  generic: { reference: 'image', first: 'first_frame_image', last: 'last_frame_image' },
};

/** Roles of reference images by the ids of their files; absent: a plain reference. */
export type ReferenceRoles = Readonly<Record<string, ReferenceRole>>;

/** The request as the user composed it, for one model. */
export interface VideoRequest {
  routeId: VideoRouteId;
  dialect: BodyDialect;
  prompt: string;
  settings: Settings;
  references: readonly FileRef[];
  roles: ReferenceRoles;
  referenceForm: ReferenceForm;
}

interface Sender {
  connectionId: string;
  keyId: string | undefined;
}

/** Returns the draft of a submission. */
export function videoDraft(spec: VideoRequest, model: string, sender: Sender): DraftInput {
  const { fields } = sentVideoFields(spec.settings, spec.dialect);
  const whole = { model, prompt: spec.prompt, ...fields };
  return {
    ...of(sender),
    routeId: spec.routeId,
    body:
      spec.references.length > 0 && spec.referenceForm === 'form'
        ? { kind: 'form', fields: [...textFields(whole), ...formReferences(spec)] }
        : jsonBody({ ...whole, ...inlineReferences(spec) }, spec.references),
  };
}

/** Returns the draft of a remix: the gateway knows the rest from the task. */
export const remixDraft = (taskId: string, prompt: string, sender: Sender): DraftInput => ({
  ...of(sender),
  routeId: 'videos.remix',
  params: { video_id: taskId },
  body: jsonBody({ prompt }),
});

const of = ({ connectionId, keyId }: Sender) => ({ connectionId, ...(keyId ? { keyId } : {}) });

const inRole = ({ references, roles }: Pick<VideoRequest, 'references' | 'roles'>, role: ReferenceRole): FileRef[] =>
  references.filter(({ id }) => (roles[id] ?? 'reference') === role);

/** Tells whether more references have one role than its JSON field can hold: only the first of them is sent. */
export const hasSurplus = (spec: Pick<VideoRequest, 'references' | 'roles' | 'referenceForm' | 'dialect'>): boolean =>
  spec.referenceForm === 'json' &&
  referenceRoles.some((role) => {
    const isList = role === 'reference' && spec.dialect === 'generic';
    return !isList && inRole(spec, role).length > 1;
  });

/** New-api hands every `input_reference` of a form on; with two, some services take them for first and last frame. */
const formReferences = (spec: VideoRequest) =>
  referenceRoles.flatMap((role) => {
    const name = role === 'reference' ? 'input_reference' : referenceFields[spec.dialect][role];
    return fileFields(name, inRole(spec, role));
  });

/**
 * Returns reference images as JSON fields. `input_reference` is a string for new-api (an object is refused); the
 * generic dialect has `image`, or `images` for several.
 */
function inlineReferences(spec: VideoRequest): Record<string, unknown> {
  return Object.fromEntries(
    referenceRoles.flatMap((role): [string, unknown][] => {
      const addresses = inRole(spec, role).map(dataAddress);
      if (addresses.length === 0) return [];
      const isSeveral = role === 'reference' && spec.dialect === 'generic' && addresses.length > 1;
      return [[isSeveral ? 'images' : referenceFields[spec.dialect][role], isSeveral ? addresses : addresses[0]]];
    }),
  );
}
