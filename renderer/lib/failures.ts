import { AppError, type Failure } from '#shared/routes/failure.ts';
import { strings } from './strings.ts';

/** Anything thrown as a failure; see `AppError.from`. */
export const failureOf = (thrown: unknown): Failure => AppError.from(thrown);

/** Short headline of a failure, from its code. */
export const headlineOf = ({ code }: Failure): string => strings().failures[code].headline;

/** What to do next: the failure's own words, else those of its code. */
export const hintOf = ({ code, hint }: Failure): string => hint || strings().failures[code].hint;
