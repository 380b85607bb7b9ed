import { createHash } from 'node:crypto';
import { AppError } from '#shared/protocol/failure.ts';
import { keyProblem } from '../http/header-rules.ts';

/** Blanks at the ends, those without a width as well: they come along when a key is copied from a page. */
const blankEnds = /^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/gu;

/**
 * The secret as it will be sent: without the blanks around it.
 *
 * @throws AppError `invalid-key` when it does not fit into a header; the message never shows any of it.
 */
export function cleanSecret(text: string): string {
  const secret = text.replace(blankEnds, '');
  const problem = keyProblem(secret);
  if (problem) throw new AppError(problem);
  return secret;
}

/** First 6 hex digits of the SHA-256 of the secret. */
export const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 6);
