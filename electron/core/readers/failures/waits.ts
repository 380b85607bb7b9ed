import { asObjects, asText, type JsonObject } from '../intake/json-value.ts';
import { type HeaderList, headerOf } from './headers.ts';

/** Values above a day are ignored. */
const longestMs = 24 * 60 * 60 * 1000;

/** Returns a wait in whole milliseconds; `null` for one that is not plausible. */
export function within(waitMs: number): number | null {
  return Number.isFinite(waitMs) && waitMs >= 0 && waitMs <= longestMs ? Math.round(waitMs) : null;
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['millisecond', 1],
  ['s', 1000],
  ['sec', 1000],
  ['second', 1000],
  ['m', 60_000],
  ['min', 60_000],
  ['minute', 60_000],
  ['h', 3_600_000],
  ['hour', 3_600_000],
]);

/** Reads `17s`, `1.5s`, `6m0s`, `120ms`. Returns milliseconds, or `null` for anything else. */
function parseSpan(text: string): number | null {
  let total = 0;
  let rest = text.trim();
  if (rest === '') return null;
  while (rest !== '') {
    const match = /^(\d+(?:\.\d+)?)\s*([a-z]+)\s*/i.exec(rest);
    const unit = unitMs.get((match?.[2] ?? '').toLowerCase().replace(/(?<=..)s$/, ''));
    if (match === null || unit === undefined) return null;
    total += Number(match[1]) * unit;
    rest = rest.slice(match[0].length);
  }
  return within(total);
}

/**
 * Returns the wait that a header requests, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as an HTTP
 * date. A date is measured from the response's own `date` header where there is one, so a wrong local clock does no
 * harm.
 */
export function waitFromHeaders(headers: HeaderList): number | null {
  const milliseconds = headerOf(headers, 'retry-after-ms');
  if (milliseconds !== null && /^\d+(\.\d+)?$/.test(milliseconds)) return within(Number(milliseconds));
  const value = headerOf(headers, 'retry-after');
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return within(Number(value) * 1000);
  // Anything else is a date; `Date.parse` would take bare numbers for years.
  const until = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  const now = Date.parse(headerOf(headers, 'date') ?? '');
  return Number.isNaN(until) ? null : within(Math.max(0, until - (Number.isNaN(now) ? Date.now() : now)));
}

/** The native surface puts the wait into the error itself: `details[].retryDelay` as `"17s"`. */
export function waitFromDetails(error: JsonObject): number | null {
  for (const detail of asObjects(error.details)) {
    const delay = asText(detail.retryDelay);
    if (delay !== null) return parseSpan(delay);
  }
  return null;
}

/** Reads "Please try again in 1.2s": gateways drop the header of the upstream service and keep only its sentence. */
export function waitFromSentence(message: string): number | null {
  const match =
    /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\s*)+)\b/i.exec(
      message,
    );
  return match === null ? null : parseSpan(match[1]!);
}
