import type { Failure } from './failure.ts';
import { namesField } from './field-name.ts';

/** Whether a sentence contains the name of a path in a body: its first or its last step. */
const mentionsField = (sentence: string, path: string): boolean =>
  path.split('.').some((step) => new RegExp(`(?<![\\w.])${step}(?!\\w)`, 'i').test(sentence) && step.includes('_'));

/**
 * Returns the field that Patchbay added and a refusal is about; `null` for every other failure. Only a refusal of the
 * request itself counts (400, 422 and the like): nothing was processed then.
 */
export function addedFieldIn(failure: Failure | null, added: readonly string[] | undefined): string | null {
  if (!failure || !added || failure.status === null || failure.status < 400 || failure.status >= 500) return null;
  if (failure.code !== 'parameter' && failure.code !== 'rejected') return null;
  const { param, gatewayMessage } = failure;
  return (
    added.find((path) => param !== null && namesField(param, path)) ??
    added.find((path) => mentionsField(gatewayMessage ?? '', path)) ??
    null
  );
}
