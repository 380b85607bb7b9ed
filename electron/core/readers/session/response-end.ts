import type { ResponseEnd } from '#shared/contract/realtime.ts';
import { words } from '../intake/json-value.ts';
import { finishMeaning } from '../parts/finish-reasons.ts';
import { errorIn, failureOfError } from './session-failure.ts';
import { fieldsIn, type JsonFields, listIn, numberIn, ownIn, type PartBody, textIn } from './session-line.ts';

/** How servers spell the end of a response. An unlisted word is kept as received. */
const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    completed: 'complete success succeeded done finished end ended finish stop stopped',
    cancelled: 'canceled cancel',
    failed: 'error failure',
  }).flatMap(([status, table]) => words(table).map((word) => [word, status])),
);

function plain(word: string): string {
  const lower = word.trim().toLowerCase();
  return spellings.get(lower) ?? lower;
}

/** Returns the status of a response that ended, by its own word, else by the name of the event. */
function statusOf(type: string, response: JsonFields): string {
  const named = plain(textIn(response, 'status') ?? '');
  if (named !== '' && named !== 'in_progress') return named;
  const [, last = ''] = /[._]([a-z]+)$/.exec(type) ?? [];
  return plain(last);
}

/**
 * Reads the end of a response. OpenAI reports a quota, a rate limit and a content filter of a response here and not as an
 * `error` event: `response.done` with `status: "failed"` and `status_details.error`.
 *
 * @returns the end, and a warning for a reply that a limit or a filter cut.
 */
export function readResponseEnd(type: string, event: JsonFields): { end: ResponseEnd; warnings: PartBody[] } {
  const inner = fieldsIn(event, 'response');
  const response = Object.keys(inner).length > 0 ? inner : event;
  const details = fieldsIn(response, 'status_details');
  const reason = textIn(details, 'reason') ?? textIn(fieldsIn(response, 'incomplete_details'), 'reason');
  const error =
    errorIn(ownIn(details, 'error')) ??
    errorIn(ownIn(response, 'error')) ??
    errorIn(ownIn(event, 'error')) ??
    errorIn(ownIn(response, 'last_error'));
  const named = statusOf(type, response);
  const status = error !== null && named === 'completed' ? 'failed' : named;
  const isFailed = status === 'failed' || error !== null;
  const { type: _, ...rest } = event;
  const stated = error ?? errorIn(ownIn(response, 'status_details')) ?? errorIn(rest);
  const failure = isFailed ? failureOfError(stated ?? {}, 'The response failed without a reason.') : undefined;
  return {
    end: {
      id: textIn(response, 'id') ?? textIn(event, 'response_id'),
      status,
      reason: failure?.gatewayMessage ?? failure?.gatewayCode ?? reason,
      ...usageOf(response),
      ...(failure && { failure }),
    },
    warnings: failure ? [] : cutWarnings(status, reason),
  };
}

function cutWarnings(status: string, reason: string | null): PartBody[] {
  const quoted = reason === null ? '' : ` (reason "${reason.slice(0, 100)}")`;
  const isBlocked = reason !== null && (finishMeaning(reason) === 'blocked' || /content|safety|moderat/i.test(reason));
  if (isBlocked) return [warning('filtered', `The reply was ended by a content filter${quoted}.`)];
  if (status !== 'incomplete') return [];
  return reason !== null && (finishMeaning(reason) === 'limit' || /token|length|limit/i.test(reason))
    ? [warning('cut-short', `The reply stopped at the token limit${quoted}. Raise the limit to get the rest.`)]
    : [warning('cut-short', `The gateway reported that the reply is incomplete${quoted}.`)];
}

export const warning = (
  code: Extract<PartBody, { type: 'warning' }>['code'],
  message: string,
): Extract<PartBody, { type: 'warning' }> => ({ type: 'warning', code, message });

function usageOf(response: JsonFields): Omit<ResponseEnd, 'id' | 'status' | 'reason'> {
  const usage = fieldsIn(response, 'usage');
  const input = fieldsIn(usage, 'input_token_details');
  const audioInput = numberIn(input, 'audio_tokens');
  const audioOutput = numberIn(fieldsIn(usage, 'output_token_details'), 'audio_tokens');
  const isSplit = audioInput !== null || audioOutput !== null;
  const cachedTokens = numberIn(input, 'cached_tokens');
  return {
    inputTokens: numberIn(usage, 'input_tokens'),
    outputTokens: numberIn(usage, 'output_tokens'),
    ...(isSplit && { audio: { inputTokens: audioInput ?? 0, outputTokens: audioOutput ?? 0 } }),
    ...(cachedTokens && { cachedTokens }),
  };
}

export const idOfResponse = (fields: JsonFields): string | null =>
  textIn(fieldsIn(fields, 'response'), 'id') ?? textIn(fields, 'response_id');

/** Reads rate limits as a session reports them. */
export const limitsOf = (fields: JsonFields): PartBody => ({
  type: 'limits',
  limits: listIn(fields, 'rate_limits').flatMap((limit) => {
    const name = textIn(limit, 'name');
    if (name === null) return [];
    const [most, remaining] = [numberIn(limit, 'limit'), numberIn(limit, 'remaining')];
    return [{ name, limit: most, remaining, resetSeconds: numberIn(limit, 'reset_seconds') }];
  }),
});
