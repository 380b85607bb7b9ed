import type { Failure } from '#shared/protocol/failure.ts';
import type { Route } from '#shared/protocol/route.ts';
import { type HeaderList, headerOf } from '../readers/failures/headers.ts';
import { waitFromHeaders } from '../readers/failures/waits.ts';

/** A refusal: a response whose status is an error. */
export interface Refusal {
  status: number;
  headers: HeaderList;
  /** As the gateway named it in the body. */
  gatewayCode: string | null;
}

/** `null` for a response that is not a refusal by its status. */
export const refusalOf = (
  response: Pick<Refusal, 'status' | 'headers'> | null,
  failure: Failure | null,
): Refusal | null =>
  response !== null && response.status >= 400
    ? { status: response.status, headers: response.headers, gatewayCode: failure?.gatewayCode ?? null }
    : null;

/** Longer requested waits are ignored; the SDKs use their own backoff then. */
const longestWaitMs = 60_000;
/** Longest requested wait after which a costly request is retried: it is then nearly certain that nothing was created. */
const longestCostlyWaitMs = 30_000;

/** The body could not be used: it will not be usable a second time. */
const hopelessCodes = new Set(['invalid_request', 'convert_request_failed', 'bad_request_body', 'model_not_found']);

/** A proxy timed out; the gateway behind it may well have done the work, and charges for it. */
const isLateProxy = (status: number) => status === 504 || status === 524 || (status >= 520 && status <= 523);

const isOverload = ({ status, gatewayCode }: Refusal) => status === 503 && /overload/.test(gatewayCode ?? '');

/** How much harm a repeated request can do. A compaction creates an object and is counted as costly. */
type Risk = 'none' | 'tokens' | 'costly';
const riskOf = (route: Route): Risk =>
  route.repeatable === 'always' ? 'none' : route.costly || route.id === 'responses.compact' ? 'costly' : 'tokens';

/**
 * Returns how often a refusal of this kind is retried at most, whatever the user allows. New-api tries its other back
 * ends by itself, so every retry multiplies the cost.
 */
function mostRepeats(route: Route, refusal: Refusal): number {
  const { status, headers, gatewayCode } = refusal;
  const asked = headerOf(headers, 'x-should-retry');
  if (asked === 'false') return 0;
  const risk = riskOf(route);
  if (risk === 'costly') {
    const waitMs = waitFromHeaders(headers);
    if (status === 429) return waitMs !== null && waitMs <= longestCostlyWaitMs ? 1 : 0;
    return isOverload(refusal) ? 1 : 0;
  }
  if (asked === 'true') return Number.POSITIVE_INFINITY;
  if (status !== 408 && status !== 409 && status !== 429 && status < 500) return 0;
  if (status >= 500 && hopelessCodes.has(gatewayCode ?? '')) return 0;
  if (risk === 'none' || status < 500 || status === 503) return Number.POSITIVE_INFINITY;
  return isLateProxy(status) ? 0 : 1;
}

/**
 * Returns how long to wait before a refused request is retried as the official SDKs do, in milliseconds, or `null` when
 * it is not. They retry 408, 409, 429 and 5xx; here less is retried where it may be charged twice. The wait is what
 * `retry-after-ms` or `retry-after` requests, else half a second that doubles up to 8 s, less up to a quarter.
 *
 * @param repeats how often it was retried already.
 * @param allowed how often the connection allows.
 * @param random between 0 and 1.
 */
export function waitBeforeRepeat(
  route: Route,
  refusal: Refusal,
  { repeats, allowed }: { repeats: number; allowed: number },
  random = Math.random(),
): number | null {
  if (repeats >= Math.min(allowed, mostRepeats(route, refusal))) return null;
  const asked = waitFromHeaders(refusal.headers);
  if (asked !== null && asked <= longestWaitMs) return asked;
  return Math.min(500 * 2 ** repeats, 8_000) * (1 - 0.25 * random);
}
