import { useState } from 'react';
import type { Failure } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';
import { withSigns } from '../../ui/base/hidden-signs.tsx';
import { useLanguage, useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import { quoteBeside, sentencesOf } from './failure-sentences.ts';
import s from './failure-text.module.css';
import { failureOf, headlineOf, speaksEnglish } from './failures.ts';

export interface FailureTextProps {
  failure: Failure;
  /** Shown without a headline. */
  alone?: boolean | undefined;
  /** Omits what was kept and what to do next. */
  brief?: boolean | undefined;
}

/**
 * What happened, what the gateway said, what was kept and what to do next, where there is no card. In another language than English, the
 * catalog says it, and what only the core says unfolds.
 */
export function FailureText({ failure, alone = false, brief = false }: FailureTextProps) {
  const words = useStrings();
  const language = useLanguage();
  const { message, kept, hint, core } = sentencesOf({ ...failure, gatewayMessage: null }, language, words);
  const t = words.pieces;
  const what = message || (alone && t.failure.sentence(headlineOf(failure, words)));
  const quote = quoteBeside(failure, what || '');
  return (
    <>
      {t.sentences(what)}
      {quote && (
        <>
          {' '}
          <q className={s.quote}>{withSigns(quote, 'code')}</q>
        </>
      )}{' '}
      {t.sentences(!brief && kept, !brief && hint)}
      {core && <CoreDetails>{core}</CoreDetails>}
    </>
  );
}

/** Only what to do next. */
export function FailureHint({ failure }: { failure: Failure }) {
  const words = useStrings();
  const language = useLanguage();
  return sentencesOf(failure, language, words).hint;
}

/** A deviation in a response; in another language than English, what the core's English text is about. */
export function WarningText({ code, message }: { code: string; message: string }) {
  return <CoreSentence core={message} meaning={useStrings().warnings[code as WarningCode]} />;
}

/** A sentence of the core; in another language, what it means, with the sentence folded behind it. */
export function CoreSentence({ core, meaning }: { core: string; meaning: string }) {
  const language = useLanguage();
  if (speaksEnglish(language, core)) return core;
  return (
    <>
      {meaning}
      <CoreDetails>{core}</CoreDetails>
    </>
  );
}

function CoreDetails({ children }: { children: string }) {
  const t = useStrings().pieces.failure;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={s.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t.details}
      </button>
      {isOpen && (
        <span lang="en" className={s.own}>
          {children}
        </span>
      )}
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
