import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { readSize } from '../../../lib/generation/image-settings.ts';
import { countRequested, type FieldStyle, fieldNameOf, fieldText, type ImageSpec } from './image-spec.ts';

/** A change with which a refused request is likely to be accepted. */
export type Remedy =
  /** The images under another field name, or in a form. */
  | { kind: 'field-style'; style: Exclude<FieldStyle, 'auto'> }
  /** Another value of a parameter, one that the gateway listed as allowed. */
  | { kind: 'value'; field: string; refused: string; value: string }
  /** Without a parameter that the gateway does not take. */
  | { kind: 'without'; field: string }
  /** One request per image. */
  | { kind: 'separate' }
  /** The same images in a format that the gateway reads; a mask stays as it is. */
  | { kind: 'convert'; format: 'png' | 'jpeg' };

/** What a remedy depends on. */
export type RefusedRequest = Pick<ImageSpec, 'routeId' | 'fields' | 'inputs' | 'fieldStyle' | 'split'>;

/** Statuses with which gateways refuse a request for what is in it. */
const statuses = new Set([400, 415, 422, 500]);

/** Returns the changes that a refusal and the learned limits of the route suggest, best first; empty for none. */
export function remediesFor(
  request: RefusedRequest,
  failure: Failure | null,
  limits: readonly LearnedLimit[],
): Remedy[] {
  if (failure === null || !statuses.has(failure.status ?? 0)) return [];
  const style = requestedStyle(request, failure);
  if (style) return [{ kind: 'field-style', style }];
  if (asksForOne(request, failure)) return [{ kind: 'separate' }];
  const values = allowedValues(request, failure, limits);
  if (values.length > 0) return values;
  const format = conversionFor(request, failure, limits);
  if (format) return [{ kind: 'convert', format }];
  const field = refusedField(request, failure, limits);
  return field === null ? [] : [{ kind: 'without', field }];
}

const wordsOf = ({ gatewayMessage, message }: Failure) => `${gatewayMessage ?? ''} ${message}`;

/** Returns true if the gateway makes one image per request and several were requested in one. */
const asksForOne = ({ fields, split }: RefusedRequest, failure: Failure): boolean =>
  countRequested({ fields }) > 1 &&
  !split &&
  (failure.param === 'n' || /\bn\s?(?:=|must be|has to be)\s?1\b|only (?:one|1) image/i.test(wordsOf(failure)));

/** Bounds such as `<= 4` are allowed values that cannot be sent. */
const isBound = (value: string) => /^[<>]=/.test(value);
/** Formats by how many programs read them. */
const formatOrder = ['png', 'jpeg', 'webp'];
const offeredValues = 2;

function allowedValues({ fields }: RefusedRequest, { param }: Failure, limits: readonly LearnedLimit[]): Remedy[] {
  for (const { field, refused, allowed } of limits) {
    if (field === null || refused === null || !(field in fields) || fieldText(fields[field]) !== refused) continue;
    if (param !== null && param !== field) continue;
    const values = allowed.filter((one) => !isBound(one) && one !== refused);
    if (values.length === 0) continue;
    const best = values.toSorted((first, second) => rankOf(field, refused, first) - rankOf(field, refused, second));
    return best
      .slice(0, field === 'output_format' ? offeredValues : 1)
      .map((value) => ({ kind: 'value', field, refused, value }));
  }
  return [];
}

/** Lower is better: a size near the refused shape, a format that most programs read. */
function rankOf(field: string, refused: string, value: string): number {
  if (field === 'output_format') return [...formatOrder, value].indexOf(value);
  const wanted = readSize(refused);
  const offered = readSize(value);
  if (field !== 'size' || !wanted || !offered) return 0;
  return Math.abs(Math.log((wanted.width * offered.height) / (wanted.height * offered.width)));
}

/** A file that ends too early stays incomplete in any format. */
const isBroken = (words: string) => /cut off|truncated|incomplete|corrupt|damaged/i.test(words);
const jpegNames = /\bjpe?g\b/i;

/** Returns the format into which refused inputs are converted; `null` where the refusal is about something else. */
export function conversionFor(
  { routeId, inputs }: RefusedRequest,
  failure: Failure,
  limits: readonly LearnedLimit[],
): 'png' | 'jpeg' | null {
  if (routeId !== 'images.edits' || inputs.length === 0 || !isAboutInput(failure)) return null;
  const words = wordsOf(failure);
  if (isBroken(words)) return null;
  const learned = limits.filter(({ kind, field }) => kind === 'unsupported-format' && isInputField(field));
  const accepted = `${words} ${learned.flatMap(({ allowed }) => allowed).join(' ')}`;
  const types = inputs.map(({ file }) => file.type);
  if (/\bpng\b/i.test(accepted))
    return types.some((type) => type !== 'image/png') || /\bbits?\b|bit depth|mode/i.test(words) ? 'png' : null;
  if (jpegNames.test(accepted)) return types.some((type) => type !== 'image/jpeg') ? 'jpeg' : null;
  const isAboutFormat =
    failure.code === 'unsupported-media' || /format|file type|mime|unsupported (?:image|file)|decode/i.test(words);
  return isAboutFormat && types.some((type) => type !== 'image/png') ? 'png' : null;
}

const isInputField = (field: string | null): boolean =>
  field === null || /^(?:image(?:\[\d*\])?|images|mask)$/.test(field);

/** Returns true if the refusal is about a file that was sent, and not about a parameter that could be turned off. */
export const isAboutInput = ({ code, param, gatewayCode, gatewayMessage }: Failure): boolean =>
  param === null
    ? code === 'unsupported-media' || /image/i.test(`${gatewayCode ?? ''} ${gatewayMessage ?? ''}`)
    : isInputField(param);

/** Returns the parameter that the gateway does not take in any form. */
function refusedField({ fields }: RefusedRequest, { param }: Failure, limits: readonly LearnedLimit[]): string | null {
  if (param !== null) return param in fields ? param : null;
  const unknown = limits.find(({ kind, field }) => kind === 'unknown-parameter' && field !== null && field in fields);
  return unknown?.field ?? null;
}

/**
 * Returns the spelling of the file field that a refusal asks for, or `null` when the refusal is about something else. A
 * back end that knows only one spelling says that its field is missing although images were sent.
 */
export function requestedStyle(
  request: Pick<ImageSpec, 'routeId' | 'fieldStyle' | 'inputs'>,
  failure: Failure,
): Exclude<FieldStyle, 'auto'> | null {
  if (request.routeId !== 'images.edits' || request.inputs.length === 0) return null;
  const refusal = wordsOf(failure);
  if (/\b(?:png|jpe?g|webp|mime|format)\b/i.test(refusal)) return null;
  const sent = request.fieldStyle === 'json' ? 'json' : fieldNameOf(request);
  const isMissing = /required|missing|not (?:found|provided)|expected/i.test(refusal);
  if (/multipart|form-data/i.test(refusal) && sent === 'json') return 'image';
  const named = /image\[\]/.test(`${failure.param ?? ''} ${isMissing ? refusal : ''}`)
    ? 'image[]'
    : failure.param === 'image' || /\bimage\b/i.test(refusal)
      ? 'image'
      : null;
  if (named === null || !isMissing) return null;
  if (named !== sent) return named;
  // It misses the very name that was sent: only the other spelling is left.
  return sent === 'image' ? 'image[]' : 'image';
}

/** Returns the fields with a remedy applied; a stream that is left out takes its previews with it. */
export function remediedFields(fields: ImageSpec['fields'], remedy: Remedy): ImageSpec['fields'] {
  if (remedy.kind === 'value') {
    const { field, value } = remedy;
    return { ...fields, [field]: typeof fields[field] === 'number' ? Number(value) : value };
  }
  if (remedy.kind !== 'without') return fields;
  const gone = new Set(remedy.field === 'stream' ? ['stream', 'partial_images'] : [remedy.field]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !gone.has(name)));
}
