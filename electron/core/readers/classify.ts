import { type Failure, failure } from '#shared/protocol/failure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';
import {
  type GatewayFailureCode,
  parameterWords,
  providerRefusals,
  refusalWords,
} from '#shared/protocol/refusal-words.ts';
import { parameterIn } from './failures/parameter-in.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import type { Rule } from './failures/rules/rule.ts';
import { rules } from './failures/rules/rules.ts';
import {
  effectiveStatus,
  meaningOf,
  meaningOf404,
  meaningOf501,
  type StatusMeaning,
} from './failures/status-meanings.ts';
import { type GatewayError, readGatewayError } from './gateway-error.ts';

export { parameterIn } from './failures/parameter-in.ts';
export { withoutPaths } from './failures/status-meanings.ts';

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Codes are compared without case and separators, and by their first segment: `Throttling.RateQuota`. */
const plainWord = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const formsOf = (word: string | null): string[] =>
  word === null ? [] : [word, word.split('.')[0] ?? ''].map(plainWord).filter((form) => form !== '');

const includes = (listed: readonly string[] | undefined, forms: readonly string[]): boolean =>
  forms.length > 0 && listed !== undefined && listed.some((word) => forms.includes(plainWord(word)));

function fits(rule: Rule, error: GatewayError): boolean {
  const status = isSuccess(error.status) ? 0 : error.status;
  if (rule.statuses && !rule.statuses.includes(status)) return false;
  const type = formsOf(error.type);
  return (
    includes(rule.codes, [...formsOf(error.code), ...type]) ||
    includes(rule.types, type) ||
    (error.message !== null && rule.pattern?.test(error.message)) ||
    rule.shapes?.includes(error.shape) === true
  );
}

/** Where the error was reported: the status, and the page if it was one. */
function place(error: GatewayError): string {
  const page = error.shape === 'html' ? `, an HTML page${error.title === null ? '' : ` titled "${error.title}"`}` : '';
  return isSuccess(error.status)
    ? ` (reported inside a response with status ${error.status}${page})`
    : ` (status ${error.status}${page})`;
}

/** Returns what an error means, by its body, then by its status and what is known of the request. */
function meaningFor(error: GatewayError, fixedPath: boolean): Rule | StatusMeaning {
  const status = effectiveStatus(error);
  const rule = rules.find((one) => fits(one, error));
  if (status === 501 && (rule === undefined || rule.code === 'server')) return meaningOf501(error);
  const meaning = rule ?? meaningOf(status);
  // The gateway had accepted the user's key, or it would not have asked its provider.
  if (error.passedOn && meaning.code in providerRefusals)
    return { code: 'upstream-account', summary: providerRefusals[meaning.code as keyof typeof providerRefusals] };
  if (error.passedOn && (meaning.code === 'server' || meaning.code === 'in-band'))
    return { code: 'upstream', retryable: true };
  return meaning.code === 'not-found' && status === 404 ? meaningOf404(error, fixedPath) : meaning;
}

/** Classifies an error by its body, then by its status. Quoted text may echo a secret: redact before showing. */
export function classify(error: GatewayError, { fixedPath = false }: Pick<ResponseFacts, 'fixedPath'> = {}): Failure {
  const meaning = meaningFor(error, fixedPath);
  const named =
    (meaning.code === 'rejected' && meaning.hint === undefined) || meaning.code === 'in-band'
      ? parameterIn(error.message, error.param)
      : null;
  const code = (named === null ? meaning.code : 'parameter') as GatewayFailureCode;
  const words = refusalWords[code];
  const summary =
    named === null
      ? (meaning.summary ?? words.summary)
      : `The gateway ${parameterWords[named.problem].summary} "${named.name}"`;
  return failure(code, `${summary}${place(error)}.`, {
    effect: code === 'in-band' ? 'arrived-kept' : null,
    hint: meaning.hint ?? (named === null ? words.hint : parameterWords[named.problem].hint),
    retryable: meaning.retryable ?? mayWorkAgain(code),
    status: error.status,
    type: error.type,
    gatewayCode: error.code,
    param: error.param ?? named?.name ?? null,
    requestId: error.requestId,
    gatewayMessage: error.message,
    retryAfterMs: error.retryAfterMs,
  });
}

export function failureFromBody(body: unknown, facts: Pick<ResponseFacts, 'status'> & Partial<ResponseFacts>): Failure {
  return classify(readGatewayError(body, facts.status, facts.headers), facts);
}

/** A longer text is no error message. */
const longestWords = 2000;

/**
 * Classifies words that arrived where no error was expected: outside of the documents of a response, or instead of
 * them. `null` when they name no known kind of error.
 */
export function failureFromText(text: string, facts: ResponseFacts): Failure | null {
  if (text.length > longestWords) return null;
  const found = failureFromBody(text, facts);
  return found.code === 'in-band' ? null : found;
}
