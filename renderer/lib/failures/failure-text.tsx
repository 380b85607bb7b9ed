import type { Failure } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';
import { useLanguage, useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import s from './failure-text.module.css';
import { failureOf, headlineOf, hintOf, speaksEnglish } from './failures.ts';

export interface FailureTextProps {
  failure: Failure;
  /** Shown without a headline. */
  alone?: boolean | undefined;
  /** Omits what to do next. */
  brief?: boolean | undefined;
}

/**
 * What happened and what to do next. The core writes it in English; in another language the text for its code comes
 * first and the core's own sentence below it, marked as English, because it is more specific than the code.
 */
export function FailureText({ failure, alone = false, brief = false }: FailureTextProps) {
  const words = useStrings();
  const language = useLanguage();
  const { message, code, hint } = failure;
  if (speaksEnglish(language, message)) return brief ? message : `${message} ${hintOf(failure, words)}`;
  return (
    <>
      {alone && words.pieces.failure.sentence(headlineOf(failure, words))}
      {!brief && words.failures[code].hint}
      <span lang="en" className={s.own}>
        {brief ? message : `${message} ${hint}`}
      </span>
    </>
  );
}

/** Only what to do next. */
export function FailureHint({ failure }: { failure: Failure }) {
  const words = useStrings();
  const language = useLanguage();
  return speaksEnglish(language, failure.message) ? hintOf(failure, words) : words.failures[failure.code].hint;
}

/** A deviation in a response; in another language than English, with what the core's English text is about. */
export function WarningText({ code, message }: { code: string; message: string }) {
  const { warnings } = useStrings();
  const language = useLanguage();
  if (speaksEnglish(language, message)) return message;
  return (
    <>
      {warnings[code as WarningCode]}
      <span lang="en" className={s.own}>
        {message}
      </span>
    </>
  );
}

/** A sentence that only the core has: English, and marked as such where another language is shown. */
export function CoreText({ children }: { children: string }) {
  const language = useLanguage();
  return speaksEnglish(language, children) ? children : <span lang="en">{children}</span>;
}

/** Reports a failure that has no place on the page. */
export function notifyFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  toast({ intent: 'bad', title: headlineOf(failure), body: <FailureText failure={failure} brief /> });
}
