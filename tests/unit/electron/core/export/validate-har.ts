import type { Har } from 'har-format';
// @ts-expect-error its package has no types
import { har } from 'har-validator';

/** Checks a log against the JSON schema of HAR 1.2; rejects with what does not match. */
export async function validateHar(log: unknown): Promise<Har> {
  try {
    return (await har(log)) as Har;
  } catch (thrown) {
    throw new Error(JSON.stringify((thrown as { errors?: unknown }).errors));
  }
}
