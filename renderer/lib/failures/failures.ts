import type { Language } from '#shared/contract/language.ts';
import { AppError, type Failure, type FailureCode, failure } from '#shared/protocol/failure.ts';
import { type Strings, strings } from '../i18n/strings.ts';

/** Anything thrown as a failure; see `AppError.from`. */
export const failureOf = (thrown: unknown): Failure => AppError.from(thrown);

/** Short headline of a failure, from its code. What is drawn gives its own words, so that it follows the language. */
export const headlineOf = ({ code }: Failure, words: Strings = strings()): string => words.failures[code].headline;

/** What to do next: the failure's own words, else those of its code. */
export const hintOf = ({ code, hint }: Failure, words: Strings = strings()): string =>
  hint || words.failures[code].hint;

/** Sentences of the page itself are in its language already; those of the core are English. */
const isOwn = (message: string) => /^[“《\p{Script=Han}]/u.test(message);

/** The core's own sentence, in English, stands below words of the catalogue where another language is shown. */
export const speaksEnglish = (language: Language, message: string): boolean => language === 'en' || isOwn(message);

/** A failure in one line, where there is room for a text alone. */
export const lineOf = (failure: Failure, language: Language, words: Strings): string =>
  speaksEnglish(language, failure.message) ? failure.message : headlineOf(failure, words);

/** A failure of the page itself, in words of the catalogue. */
export const failureText = (
  code: FailureCode,
  { message, hint }: { message: string; hint: string },
  exchangeId: string | null = null,
): Failure => failure(code, message, { hint, exchangeId });
