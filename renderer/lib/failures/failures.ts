import type { Language } from '#shared/contract/language.ts';
import { AppError, type Failure, type FailureCode, failure } from '#shared/protocol/failure.ts';
import { type Strings, strings } from '../i18n/strings.ts';

/** Converts anything thrown to a failure; see `AppError.from`. */
export const failureOf = (thrown: unknown): Failure => AppError.from(thrown);

/**
 * Returns the short headline of a failure, from its code. Components pass their own strings, so that it follows the
 * language.
 */
export const headlineOf = ({ code }: Failure, words: Strings = strings()): string => words.failures[code].headline;

/** Sentences of the page itself are in its language already; those of the core are English. */
const isOwn = (message: string) => /^[“《\p{Script=Han}]/u.test(message);

/** Whether a sentence of the core is in the language of the page; otherwise the catalog speaks for it. */
export const speaksEnglish = (language: Language, message: string): boolean => language === 'en' || isOwn(message);

/** Returns a failure in one line, for places that take only text. */
export const lineOf = (failure: Failure, language: Language, words: Strings): string =>
  speaksEnglish(language, failure.message) ? failure.message : headlineOf(failure, words);

/** Builds a failure of the page itself, with text of the catalog. */
export const failureText = (
  code: FailureCode,
  { message, hint }: { message: string; hint: string },
  exchangeId: string | null = null,
): Failure => failure(code, message, { hint, exchangeId });
