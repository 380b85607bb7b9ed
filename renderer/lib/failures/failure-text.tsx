import type { Failure } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';
import { useLanguage, useStrings } from '../i18n/strings.ts';
import s from './failure-text.module.css';
import { headlineOf, hintOf, speaksEnglish } from './failures.ts';

export interface FailureTextProps {
  failure: Failure;
  /** No headline stands beside it. */
  alone?: boolean | undefined;
  /** Without what to do next. */
  brief?: boolean | undefined;
}

/**
 * What happened and what to do next. The core says it in English; in another language the words of its code come first
 * and the core's own sentence below them, marked as English, because it knows more than the code does.
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

/** What to do next, alone. */
export function FailureHint({ failure }: { failure: Failure }) {
  const words = useStrings();
  const language = useLanguage();
  return speaksEnglish(language, failure.message) ? hintOf(failure, words) : words.failures[failure.code].hint;
}

/** Something odd about an answer; beside English words of the core, what they are about in the language that is shown. */
export function WarningText({ code, message }: { code: string; message: string }) {
  const { warnings } = useStrings().wirePanel;
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

/** A sentence that only the core knows: English, and marked so where another language is shown. */
export function CoreText({ children }: { children: string }) {
  const language = useLanguage();
  return speaksEnglish(language, children) ? children : <span lang="en">{children}</span>;
}
