import type { Failure } from './failure.ts';

/** `works`: every model list was returned; `partly`: one of the two was; `refused`: none was. */
export type ListingVerdict = 'works' | 'partly' | 'refused';

/** Both lists are requested with one key: there are at most two failures. */
export const listingCount = 2;

/** Returns what the failures of the model lists show about a key, and the first one. An empty list is a valid response. */
export function listingVerdict(failures: readonly Failure[]): { verdict: ListingVerdict; failure: Failure | null } {
  const real = failures.filter(({ code }) => code !== 'empty');
  const verdict = real.length === 0 ? 'works' : real.length < listingCount ? 'partly' : 'refused';
  return { verdict, failure: real[0] ?? null };
}
