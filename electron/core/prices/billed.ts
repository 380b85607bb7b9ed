import type { Billed } from '#shared/cost/cost.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { routes } from '#shared/protocol/table.ts';
import { type RequestedAmount, requestedAmount } from '../limits/requested-amount.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';

/** What the core knows of an exchange that ended. */
type Ended = Pick<
  RecordedExchange,
  'routeId' | 'model' | 'state' | 'status' | 'sent' | 'usage' | 'request' | 'produced'
>;

/**
 * Returns whether a gateway may charge for an exchange: it was sent to a route that runs a model, and was not refused.
 * A custom path is unknown, so nothing is assumed about it.
 */
export function isChargeable({ routeId, model, state, status, sent, usage }: Ended): boolean {
  const { method, family, transport } = routes[routeId];
  const runsModel = (method === 'POST' || transport === 'websocket') && family !== 'custom';
  if (!runsModel || model === null || sent === 'not-sent') return false;
  const isRefused = state === 'failed' && status !== null && status >= 400;
  return usage !== null || !isRefused;
}

/**
 * Returns what an exchange used: the reported usage, what was counted in the response, and what may be charged of the
 * request.
 *
 * @param readRequest returns the text of the request's body, `null` for a large one.
 */
export function billedOf(ended: Ended, readRequest: () => string | null): Billed {
  const { routeId, usage, request, produced } = ended;
  const { group, transport } = routes[routeId];
  const read = requestedAmount({ ...request, text: readRequest });
  const billed: Billed = { usage };
  const images = usage?.units?.images ?? countedImages(ended);
  if (images !== null) billed.images = images;
  if (transport === 'websocket' && usage?.units?.audioInputTokens === undefined) billed.isMixed = true;
  const seconds = usage?.units?.seconds ?? produced?.audioSeconds;
  if (seconds != null) billed.audioSeconds = seconds;
  const inputImages = countImages(read, readRequest);
  if (inputImages !== null) billed.inputImages = inputImages;
  if (group === 'video') {
    const asked = Number(read.valueOf('seconds') ?? read.valueOf('duration') ?? Number.NaN);
    if (Number.isFinite(asked)) billed.videoSeconds = asked;
    // The length that was requested, not the one that was delivered.
    billed.isEstimate = true;
  }
  if (routeId === 'audio.speech') {
    const text = read.valueOf('input');
    if (text !== null) billed.characters = [...text].length;
  }
  return billed;
}

/**
 * Returns how many images the response contained; `null` when that does not tell what is charged: a response of an image
 * route that broke off, or that contains none, may still have been charged.
 */
function countedImages({ routeId, state, produced }: Ended): number | null {
  const count = produced?.images ?? 0;
  const isWhole = state === 'done' || state === 'done-with-warnings';
  const isCertain = routes[routeId].group !== 'images' || (isWhole && count > 0);
  return isCertain ? count : null;
}

/** Types of the items of a message that are an image, in each dialect. */
const imageTypes: ReadonlySet<unknown> = new Set(['image_url', 'input_image', 'image']);

/** Counts the images in a request; `null` when it is too large to be read. */
function countImages(read: RequestedAmount, readRequest: () => string | null): number | null {
  const text = readRequest();
  if (text === null) return null;
  if (!text.includes('image')) return 0;
  const inForm = read.files.filter(({ type }) => type.startsWith('image/')).length;
  if (inForm > 0) return inForm;
  let count = 0;
  const waiting = [parseJson(text)];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { type, mimeType, mime_type } = value as Record<string, unknown>;
    if (imageTypes.has(type) || String(mimeType ?? mime_type ?? '').startsWith('image/')) count += 1;
    else waiting.push(...Object.values(value));
  }
  return count;
}
