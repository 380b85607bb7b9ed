import type { Schema } from '../contract/define.ts';
import { type Failure, failure } from '../protocol/failure.ts';

/** Number of problems listed in one failure. */
const namedProblems = 3;

/**
 * Checks an untrusted value against a schema. The failure names the paths and never the values, which may be secrets.
 */
export function check(schema: Schema, value: unknown): { value: unknown } | { failure: Failure } {
  try {
    const result = schema.safeParse(value);
    if (result.success) return { value: result.data };
    const problems = result.error.issues
      .slice(0, namedProblems)
      .map((issue) => `${issue.path.map(String).join('.').slice(0, 120) || 'the input'} (${issue.code})`);
    return { failure: refusal(problems.join(', ')) };
  } catch {
    // Checking a value nested a hundred thousand levels deep throws a RangeError.
    return { failure: refusal('the input is nested too deeply') };
  }
}

const refusal = (what: string) =>
  failure('bad-input', `Patchbay rejected an invalid input: ${what}.`, {
    effect: 'not-sent',
    hint: 'Correct the named fields and try again.',
  });
