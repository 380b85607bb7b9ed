import type { AuthorizedRequest } from '../incoming-request.ts';
import { type GatewayError, middlewareError, relayError, withHeaders } from '../responses/errors.ts';
import { jsonReply, type Reply, rawReply } from '../responses/reply.ts';
import type { Fault } from './fault.ts';
import { proxyPage } from './proxy-page.ts';

const row = (name: string, title: string, about: string, instead: (authorized: AuthorizedRequest) => Reply): Fault => ({
  name,
  title,
  about,
  routes: 'any',
  instead,
});

const relayed =
  (status: number, error: GatewayError, headers: Record<string, string> = {}) =>
  (authorized: AuthorizedRequest): Reply =>
    withHeaders(relayError(authorized, status, error), headers);

const tooMany: GatewayError = {
  message: 'Rate limit reached for requests',
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
};

/** A redirect that is answered as usual once it was followed, so that nobody goes in circles. */
const redirect = (
  name: string,
  title: string,
  about: string,
  target: (authorized: AuthorizedRequest) => string,
): Fault => ({
  name,
  title,
  about,
  routes: 'any',
  instead(authorized) {
    if (authorized.query.has('redirected')) return null;
    const query = new URLSearchParams([...authorized.query, ['redirected', '1']]);
    return withHeaders(rawReply(307, null, ''), { location: `${target(authorized)}?${query}` });
  },
});

/** Refusals by status: what each code really looks like when a gateway or the proxy before it sends it. */
export const statusFaults: readonly Fault[] = [
  row('401', 'Key refused', 'Status 401: the key is not valid.', (authorized) =>
    middlewareError(authorized, 401, { message: 'Invalid token' }),
  ),
  row(
    '402',
    'Payment needed',
    'Status 402: the account must be topped up.',
    relayed(402, {
      message: 'Payment required',
      type: 'insufficient_quota',
    }),
  ),
  row('403', 'Model not allowed', 'Status 403: the key may not use this model.', (authorized) =>
    middlewareError(authorized, 403, { message: 'This token has no access to this model' }),
  ),
  row(
    '403-quota',
    'Balance used up',
    'Status 403: the balance of the user is spent.',
    relayed(403, {
      message: 'The balance of this user is not enough: remaining $0.000000, needed $0.002000',
      code: 'insufficient_user_quota',
    }),
  ),
  row(
    '404',
    'Not found',
    'Status 404 from the upstream: it does not know the model.',
    relayed(404, {
      message: 'The model does not exist or you do not have access to it.',
      type: 'invalid_request_error',
      code: 'model_not_found',
    }),
  ),
  row(
    '408',
    'Request timed out',
    'Status 408: the request took too long to arrive.',
    relayed(408, { message: 'Request timed out' }),
  ),
  row(
    '409',
    'Conflict',
    'Status 409: the resource is locked by another request.',
    relayed(409, {
      message: 'The resource is locked by another request',
      type: 'conflict_error',
    }),
  ),
  {
    ...row('413-early', 'Too large, said at once', 'Status 413 from the proxy before the request was read.', () =>
      withHeaders(proxyPage(413, '413 Request Entity Too Large', 'nginx'), { connection: 'close' }),
    ),
    isEarly: true,
  },
  row(
    '415',
    'Unsupported media type',
    'Status 415: the content type is not taken.',
    relayed(415, {
      message: 'Unsupported media type: use application/json',
      type: 'invalid_request_error',
    }),
  ),
  row('422-detail', 'Field error', 'Status 422 with the one field that is wrong.', () => ({
    ...jsonReply({
      detail: [
        { type: 'int_type', loc: ['body', 'max_tokens'], msg: 'Input should be a valid integer', input: 'many' },
      ],
    }),
    status: 422,
  })),
  row(
    '400-parameter',
    'Unsupported parameter',
    'Status 400: the model does not take the parameter temperature.',
    relayed(400, {
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'unsupported_parameter',
    }),
  ),
  row(
    '400-moderated',
    'Blocked by moderation',
    'Status 400: the prompt was blocked by moderation.',
    relayed(400, {
      message: 'The prompt was blocked',
      code: 'prompt_blocked',
    }),
  ),
  row(
    '429-retry-after',
    'Too many requests, with a time',
    'Status 429 with a header that says to wait 3 seconds.',
    relayed(429, tooMany, {
      'retry-after': '3',
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '3s',
    }),
  ),
  row(
    '429-date',
    'Too many requests, until a date',
    'Status 429 with a header that names the moment to try again.',
    (authorized) =>
      withHeaders(relayError(authorized, 429, tooMany), { 'retry-after': new Date(Date.now() + 5000).toUTCString() }),
  ),
  row(
    '429-milliseconds',
    'Too many requests, to the millisecond',
    'Status 429 with two times to wait: 1500 milliseconds and, rounded up, 2 seconds.',
    relayed(429, tooMany, { 'retry-after-ms': '1500', 'retry-after': '2' }),
  ),
  row('429-empty', 'Too many requests, in silence', 'Status 429 without a body and without a time to wait.', () =>
    rawReply(429, null, ''),
  ),
  row(
    '500-invalid-request',
    'Bad request as 500',
    'Status 500 for a request that failed validation, as new-api does.',
    relayed(500, {
      message: 'field messages is required',
      code: 'invalid_request',
    }),
  ),
  row(
    '500',
    'Internal error',
    'Status 500: the gateway could not reach the upstream.',
    relayed(500, {
      message: 'do request failed',
      code: 'do_request_failed',
    }),
  ),
  row('502-html', 'Bad gateway page', 'Status 502 with the page of a proxy.', () =>
    proxyPage(502, '502 Bad Gateway', 'nginx/1.24.0'),
  ),
  row(
    '503-overloaded',
    'Overloaded',
    'Status 503: the gateway sheds load and says when to come back.',
    relayed(503, { message: 'system cpu overloaded', code: 'system_cpu_overloaded' }, { 'retry-after': '4' }),
  ),
  row(
    '503-model',
    'No channel for the model',
    'Status 503 for a model that nothing serves: a setting, not an overload.',
    (authorized) =>
      middlewareError(authorized, 503, {
        message: 'No available channel for this model under group default (distributor)',
        code: 'model_not_found',
      }),
  ),
  row('504', 'Gateway time-out', 'Status 504 with the page of a proxy.', () =>
    proxyPage(504, '504 Gateway Time-out', 'nginx'),
  ),
  row(
    '524-html',
    'Cloud proxy time-out',
    'Status 524: the proxy waited about 100 seconds; the work may still be done and charged.',
    () => proxyPage(524, 'gateway.example.invalid | 524: A timeout occurred', 'cloudflare'),
  ),
  row(
    '529',
    'Upstream overloaded',
    'Status 529, with which some vendors say that they are overloaded.',
    relayed(529, {
      message: 'Overloaded',
      type: 'overloaded_error',
    }),
  ),
  redirect(
    'redirect-same',
    'Redirect to itself',
    'Status 307 to the same address with a mark in the query.',
    ({ path }) => path,
  ),
  redirect(
    'redirect-cross',
    'Redirect elsewhere',
    'Status 307 to another host name, where a key must not be sent.',
    (authorized) => `${authorized.gateway.origin.replace('127.0.0.1', 'localhost')}${authorized.path}`,
  ),
  row('redirect-loop', 'Redirect in circles', 'Status 307 to the same address for ever.', (authorized) =>
    withHeaders(rawReply(307, null, ''), { location: authorized.path }),
  ),
];
