import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { ImageSpec } from './image-order.ts';

/** A change with which a request that was refused is likely to be accepted. */
export type Remedy =
  /** Another value of a parameter, one that the gateway said it takes. */
  | { kind: 'value'; field: string; value: string }
  /** The same images, as PNG files of 8 bits a channel. */
  | { kind: 'png-inputs' };

const statuses = new Set([400, 415, 422, 500]);
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
