import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { FamilyId, ImageRouteId } from '../../../lib/generation/image-families.ts';
import { dataAddress, fileFields, jsonBody, textFields } from '../../../lib/runs/draft-body.ts';

/** An image to edit. */
export interface InputImage {
  file: FileRef;
  /** In pixels; `null` where the file does not say. */
  width: number | null;
  height: number | null;
}

export interface UsedMask {
  file: FileRef;
  width: number;
  height: number;
  /** Share of the image that may change, 0 to 1. */
  share: number;
}

/**
 * How the images of an edit are named. Some gateways accept only one spelling and refuse the other with status 422;
 * `json` sends them as data URLs in a JSON body, which new-api and OpenAI accept as well.
 */
export const fieldStyles = ['auto', 'image', 'image[]', 'json'] as const;
export type FieldStyle = (typeof fieldStyles)[number];

/** A request as the user composed it: everything needed to send it again. */
export interface ImageSpec {
  routeId: ImageRouteId;
  family: FamilyId;
  model: string;
  connectionId: string;
  connectionName: string;
  keyId: string | null;
  /** Absent in requests of earlier versions. */
  keyAlias?: string | null;
  prompt: string;
  /** The selected parameters as they are sent in the body. */
  fields: Record<string, unknown>;
  inputs: InputImage[];
  mask: UsedMask | null;
  fieldStyle: FieldStyle;
  /** Request the images one by one, in parallel. */
  split: boolean;
}

/** Returns the origin of a request. */
export const originOf = ({ keyAlias = null, ...spec }: ImageSpec): WorkOrigin => ({
  connectionId: spec.connectionId,
  connectionName: spec.connectionName,
  keyId: spec.keyId,
  keyAlias,
  routeId: spec.routeId,
  model: spec.model,
});

/** Returns the value of a field as text. */
export const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns how many images are requested. */
export const countRequested = ({ fields }: Pick<ImageSpec, 'fields'>): number =>
  typeof fields.n === 'number' && fields.n >= 1 ? Math.floor(fields.n) : 1;

/** Returns the drafts of a request: one, or one per image. */
export function imageDrafts(spec: ImageSpec): DraftInput[] {
  const count = countRequested(spec);
  if (!spec.split || count < 2) return [draftOf(spec, spec.fields)];
  const { n: _n, ...single } = spec.fields;
  return Array.from({ length: count }, () => draftOf(spec, single));
}

function draftOf(spec: ImageSpec, fields: Record<string, unknown>): DraftInput {
  const { routeId, connectionId, keyId, model, prompt } = spec;
  const sender = { connectionId, ...(keyId ? { keyId } : {}), routeId };
  const whole = { model, prompt, ...fields };
  if (routeId === 'images.generations') return { ...sender, body: jsonBody(whole) };
  if (spec.fieldStyle === 'json')
    // The route is declared with a form body; the draft allows JSON explicitly.
    return { ...sender, body: jsonEdit(spec, whole), options: { allowMisuse: true } };
  return {
    ...sender,
    body: {
      kind: 'form',
      fields: [
        ...textFields(whole),
        ...fileFields(
          fieldNameOf(spec),
          spec.inputs.map(({ file }) => file),
        ),
        ...fileFields('mask', spec.mask ? [spec.mask.file] : []),
      ],
    },
  };
}

const asAddress = (file: FileRef) => ({ image_url: dataAddress(file) });

function jsonEdit({ inputs, mask }: ImageSpec, whole: Record<string, unknown>): DraftInput['body'] {
  const files = [...new Map(inputs.map(({ file }) => [file.id, file])).values()];
  return jsonBody(
    { ...whole, images: inputs.map(({ file }) => asAddress(file)), ...(mask && { mask: asAddress(mask.file) }) },
    mask ? [...files, mask.file] : files,
  );
}

/**
 * Returns the field name of the images in the form. OpenAI's own client writes `image[]` as soon as there are several.
 */
export const fieldNameOf = ({ fieldStyle, inputs }: Pick<ImageSpec, 'fieldStyle' | 'inputs'>): 'image' | 'image[]' =>
  fieldStyle === 'image' || fieldStyle === 'image[]' ? fieldStyle : inputs.length > 1 ? 'image[]' : 'image';
