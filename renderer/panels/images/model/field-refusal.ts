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
