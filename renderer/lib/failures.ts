import { AppError, type Failure, type FailureCode, failure } from '#shared/routes/failure.ts';
import { strings } from './strings.ts';

/** Anything thrown as a failure; see `AppError.from`. */
export const failureOf = (thrown: unknown): Failure => AppError.from(thrown);

/** Short headline of a failure, from its code. */
export const headlineOf = ({ code }: Failure): string => strings().failures[code].headline;

/** What to do next: the failure's own words, else those of its code. */
export const hintOf = ({ code, hint }: Failure): string => hint || strings().failures[code].hint;

/** A failure of the page itself, in words of the catalogue. */
export const failureInWords = (
  code: FailureCode,
  { message, hint }: { message: string; hint: string },
  exchangeId: string | null = null,
): Failure => failure(code, message, { hint, exchangeId });
