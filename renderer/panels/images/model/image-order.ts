import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { FamilyId, ImageRouteId } from './image-families.ts';

/** A picture that is edited. */
export interface InputImage {
  file: FileRef;
  /** In pixels; `null` where the file does not tell. */
  width: number | null;
  height: number | null;
}

export interface UsedMask {
  file: FileRef;
  width: number;
  height: number;
  /** How much of the picture may change, 0 to 1. */
  share: number;
}

/**
 * How the pictures of an edit are named. Some gateways take one spelling alone and refuse the other with status 422;
 * `json` sends them as data addresses in a JSON body, which new-api and OpenAI take as well.
 */
export const fieldStyles = ['auto', 'image', 'image[]', 'json'] as const;
export type FieldStyle = (typeof fieldStyles)[number];

/** A request as the person composed it: everything that is needed to send it again. */
export interface ImageSpec {
  routeId: ImageRouteId;
  family: FamilyId;
  model: string;
  connectionId: string;
  connectionName: string;
  keyId: string | null;
  /** Absent in requests of earlier versions. */
  keyAlias?: string | null;
  /** The prompt; on the legacy route the instruction. */
  prompt: string;
  /** The text to edit, on the legacy route. */
  input: string;
  /** The ticked parameters as they go into the body. */
  fields: Record<string, unknown>;
  inputs: InputImage[];
  mask: UsedMask | null;
  fieldStyle: FieldStyle;
  /** Ask for the pictures one by one, side by side. */
  split: boolean;
}

/** Where a request belongs. */
export const originOf = ({ keyAlias = null, ...spec }: ImageSpec): WorkOrigin => ({
  connectionId: spec.connectionId,
  connectionName: spec.connectionName,
  keyId: spec.keyId,
  keyAlias,
  routeId: spec.routeId,
  model: spec.model,
});

/** How many pictures, or texts, are asked for. */
export const countRequested = ({ fields }: Pick<ImageSpec, 'fields'>): number =>
  typeof fields.n === 'number' && fields.n >= 1 ? Math.floor(fields.n) : 1;

/** The requests of an order: one, or one for each picture. */
export function imageDrafts(spec: ImageSpec): DraftInput[] {
  const count = countRequested(spec);
  if (!spec.split || count < 2) return [draftOf(spec, spec.fields)];
  const { n: _n, ...single } = spec.fields;
  return Array.from({ length: count }, () => draftOf(spec, single));
}

function draftOf(spec: ImageSpec, fields: Record<string, unknown>): DraftInput {
  const { routeId, connectionId, keyId, model, prompt } = spec;
  const sender = { connectionId, ...(keyId ? { keyId } : {}), routeId };
  if (routeId === 'edits')
    return { ...sender, body: jsonBody({ model, input: spec.input, instruction: prompt, ...fields }, []) };
  const whole = { model, prompt, ...fields };
  if (routeId === 'images.generations') return { ...sender, body: jsonBody(whole, []) };
  if (spec.fieldStyle === 'json')
    // The row of the route says form; that a JSON body is meant is said with the draft.
    return { ...sender, body: jsonEdit(spec, whole), options: { allowMisuse: true } };
  return { ...sender, body: { kind: 'form', fields: [...textFields(whole), ...fileFields(spec)] } };
}

const jsonBody = (body: Record<string, unknown>, files: readonly FileRef[]): DraftInput['body'] => ({
  kind: 'json',
  text: JSON.stringify(body, null, 2),
  inline: files.map(({ id }) => ({ token: fileToken(id), fileId: id })),
});

/** The token that stands for a file's base64; the core puts the bytes in while it sends. */
const fileToken = (fileId: string) => `patchbay-file:${fileId}`;

const address = ({ id, type }: FileRef) => ({ image_url: `data:${type};base64,${fileToken(id)}` });

function jsonEdit({ inputs, mask }: ImageSpec, whole: Record<string, unknown>): DraftInput['body'] {
  const files = [...new Map(inputs.map(({ file }) => [file.id, file])).values()];
  return jsonBody(
    { ...whole, images: inputs.map(({ file }) => address(file)), ...(mask && { mask: address(mask.file) }) },
    mask ? [...files, mask.file] : files,
  );
}

/** A form knows only texts: numbers and objects are written as JSON, as new-api reads them. */
const textFields = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([name, value]) => ({
    kind: 'text' as const,
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));

/** The name that the pictures have in the form. OpenAI's own client writes `image[]` as soon as there are several. */
export const fieldNameOf = ({ fieldStyle, inputs }: Pick<ImageSpec, 'fieldStyle' | 'inputs'>): 'image' | 'image[]' =>
  fieldStyle === 'image' || fieldStyle === 'image[]' ? fieldStyle : inputs.length > 1 ? 'image[]' : 'image';

const fileFields = (spec: ImageSpec) => {
  const name = fieldNameOf(spec);
  const images = spec.inputs.map(({ file }) => ({ kind: 'file' as const, name, fileId: file.id }));
  return spec.mask ? [...images, { kind: 'file' as const, name: 'mask', fileId: spec.mask.file.id }] : images;
};
