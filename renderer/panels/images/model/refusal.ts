import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { type FieldStyle, fieldNameOf, type ImageSpec } from './image-order.ts';

/** Statuses with which gateways refuse a form whose files are named otherwise than they expect. */
const statuses = new Set([400, 415, 422, 500]);

/**
 * The spelling of the file field that a refusal asks for, or `null` when the refusal is about something else. A back end
 * that knows one spelling alone says that the field it looked for is missing, though pictures were sent.
 */
export function requestedStyle(
  order: Pick<ImageSpec, 'routeId' | 'fieldStyle' | 'inputs'>,
  failure: Failure | null,
): Exclude<FieldStyle, 'auto'> | null {
  if (failure === null || order.routeId !== 'images.edits' || order.inputs.length === 0) return null;
  if (!statuses.has(failure.status ?? 0)) return null;
  const said = `${failure.gatewayMessage ?? ''} ${failure.message}`;
  const sent = order.fieldStyle === 'json' ? 'json' : fieldNameOf(order);
  const isMissing = /required|missing|not (?:found|provided)|expected/i.test(said);
  if (/multipart|form-data/i.test(said) && sent === 'json') return 'image';
  const named = /image\[\]/.test(`${failure.param ?? ''} ${isMissing ? said : ''}`)
    ? 'image[]'
    : failure.param === 'image' || /\bimage\b/i.test(said)
      ? 'image'
      : null;
  if (named === null || !isMissing) return null;
  if (named !== sent) return named;
  // It misses the very name that was sent: the other spelling is the only one left.
  return sent === 'image' ? 'image[]' : 'image';
}

/** A change with which a request that was refused is likely to be accepted. */
export type Remedy =
  /** Another value of a parameter, one that the gateway said it takes. */
  | { kind: 'value'; field: string; value: string }
  /** The same images, as PNG files of 8 bits a channel. */
  | { kind: 'png-inputs' };

/** Bounds such as `<= 4` are allowed values that cannot be sent. */
const isBound = (value: string) => /^[<>]=/.test(value);
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What the refusal and the learned limits of the route say would do instead; `null` when they say nothing. */
export function remedyFor(
  { routeId, fields, inputs }: Pick<ImageSpec, 'routeId' | 'fields' | 'inputs'>,
  failure: Failure | null,
  limits: readonly LearnedLimit[],
): Remedy | null {
  if (failure === null || !statuses.has(failure.status ?? 0)) return null;
  for (const { field, refused, allowed } of limits) {
    const value = allowed.find((one) => !isBound(one) && one !== refused);
    const isSent = field !== null && field in fields && plain(fields[field]) === refused;
    if (isSent && value !== undefined && (failure.param === null || failure.param === field))
      return { kind: 'value', field, value };
  }
  const said = `${failure.gatewayMessage ?? ''} ${failure.message}`;
  if (routeId !== 'images.edits' || inputs.length === 0 || !isAboutInput(failure)) return null;
  const wantsPng = /\bpng\b/i.test(said) && !/cut off|truncated|incomplete|corrupt/i.test(said);
  const isOther = inputs.some(({ file }) => file.type !== 'image/png') || /\bbits?\b|bit depth|mode/i.test(said);
  return wantsPng && isOther ? { kind: 'png-inputs' } : null;
}

/** The refusal is about a file that was sent, and not about a parameter that could be switched off. */
export const isAboutInput = ({ param, gatewayCode, gatewayMessage }: Failure): boolean =>
  param === null
    ? /image/i.test(`${gatewayCode ?? ''} ${gatewayMessage ?? ''}`)
    : /^(?:image(?:\[\d*\])?|images|mask)$/.test(param);
