import type { AuthorizedRequest } from '../incoming-request.ts';
import { type GatewayError, middlewareError, relayError, withHeaders } from '../responses/errors.ts';
import { jsonReply, type Reply, rawReply } from '../responses/reply.ts';
import { type Effect, faultsOf } from './fault.ts';

const relayed =
  (status: number, error: GatewayError, headers: Record<string, string> = {}) =>
  (authorized: AuthorizedRequest): Reply =>
    withHeaders(relayError(authorized, status, error), headers);

/** Returns the error page of a proxy in front of the gateway. */
function proxyPage(status: number, title: string, signature: string): Reply {
  const html = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${signature}</center>\r\n</body>\r\n</html>\r\n`;
  return rawReply(status, 'text/html', html);
}

const tooMany: GatewayError = {
  message: 'Rate limit reached for requests',
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
};

/** Redirects once; the target responds normally, so that there is no redirect loop. */
const redirect = (target: (authorized: AuthorizedRequest) => string): Effect => ({
  instead(authorized) {
    if (authorized.query.has('redirected')) return null;
    const query = new URLSearchParams([...authorized.query, ['redirected', '1']]);
    return withHeaders(rawReply(307, null, ''), { location: `${target(authorized)}?${query}` });
  },
});

/** Refusals by status: what each code really looks like when a gateway or the proxy in front of it sends it. */
export const statusFaults = faultsOf(
  `
  401 | any | Key rejected | Status 401: the key is not valid.
  402 | any | Payment required | Status 402: the account has no credit.
  403 | any | Model not allowed | Status 403: the key may not use this model.
  403-quota | any | Balance used up | Status 403: the balance of the user is used up.
  404 | any | Not found | Status 404 from the upstream: it does not know the model.
  408 | any | Request timed out | Status 408: the request took too long to arrive.
  409 | any | Conflict | Status 409: the resource is locked by another request.
  413-early | any | Too large, rejected early | Status 413 from the proxy before the request was read.
  415 | any | Unsupported media type | Status 415: the content type is not supported.
  422-detail | any | Field error | Status 422 with the one invalid field.
  400-parameter | any | Unsupported parameter | Status 400: the model does not support the parameter temperature.
  400-moderated | any | Blocked by moderation | Status 400: the prompt was blocked by moderation.
  429-retry-after | any | Rate limited, with a delay | Status 429 with a header to wait 3 seconds.
  429-date | any | Rate limited, until a date | Status 429 with a header that contains the time of the next attempt.
  429-milliseconds | any | Rate limited, in milliseconds | Status 429 with two delays: 1500 milliseconds and, rounded up, 2 seconds.
  429-empty | any | Rate limited, without details | Status 429 without a body and without a delay.
  500-invalid-request | any | Bad request as 500 | Status 500 for a request that failed validation, as new-api returns.
  500 | any | Internal error | Status 500: the gateway could not reach the upstream.
  502-html | any | Bad gateway page | Status 502 with the page of a proxy.
  503-overloaded | any | Overloaded | Status 503: the gateway sheds load and returns a retry delay.
  503-model | any | No channel for the model | Status 503 for a model without a channel: a configuration error, not an overload.
  504 | any | Gateway timeout | Status 504 with the page of a proxy.
  524-html | any | Cloud proxy timeout | Status 524: the proxy waited about 100 seconds; the request may still be processed and billed.
  529 | any | Upstream overloaded | Status 529, which some vendors return when they are overloaded.
  redirect-same | any | Redirect to itself | Status 307 to the same URL with a mark in the query.
  redirect-cross | any | Redirect to another host | Status 307 to another host name, to which a key must not be sent.
  redirect-loop | any | Redirect loop | Endless status 307 to the same URL.
`,
  {
    '401': { instead: (authorized) => middlewareError(authorized, 401, { message: 'Invalid token' }) },
    '402': { instead: relayed(402, { message: 'Payment required', type: 'insufficient_quota' }) },
    '403': {
      instead: (authorized) => middlewareError(authorized, 403, { message: 'This token has no access to this model' }),
    },
    '403-quota': {
      instead: relayed(403, {
        message: 'The balance of this user is not enough: remaining $0.000000, needed $0.002000',
        code: 'insufficient_user_quota',
      }),
    },
    '404': {
      instead: relayed(404, {
        message: 'The model does not exist or you do not have access to it.',
        type: 'invalid_request_error',
        code: 'model_not_found',
      }),
    },
    '408': { instead: relayed(408, { message: 'Request timed out' }) },
    '409': { instead: relayed(409, { message: 'The resource is locked by another request', type: 'conflict_error' }) },
    '413-early': {
      instead: () => withHeaders(proxyPage(413, '413 Request Entity Too Large', 'nginx'), { connection: 'close' }),
      isEarly: true,
    },
    '415': {
      instead: relayed(415, { message: 'Unsupported media type: use application/json', type: 'invalid_request_error' }),
    },
    '422-detail': {
      instead: () => ({
        ...jsonReply({
          detail: [
            { type: 'int_type', loc: ['body', 'max_tokens'], msg: 'Input should be a valid integer', input: 'many' },
          ],
        }),
        status: 422,
      }),
    },
    '400-parameter': {
      instead: relayed(400, {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_parameter',
      }),
    },
    '400-moderated': { instead: relayed(400, { message: 'The prompt was blocked', code: 'prompt_blocked' }) },
    '429-retry-after': {
      instead: relayed(429, tooMany, {
        'retry-after': '3',
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '3s',
      }),
    },
    '429-date': {
      instead: (authorized) =>
        withHeaders(relayError(authorized, 429, tooMany), { 'retry-after': new Date(Date.now() + 5000).toUTCString() }),
    },
    '429-milliseconds': { instead: relayed(429, tooMany, { 'retry-after-ms': '1500', 'retry-after': '2' }) },
    '429-empty': { instead: () => rawReply(429, null, '') },
    '500-invalid-request': {
      instead: relayed(500, { message: 'field messages is required', code: 'invalid_request' }),
    },
    '500': { instead: relayed(500, { message: 'do request failed', code: 'do_request_failed' }) },
    '502-html': { instead: () => proxyPage(502, '502 Bad Gateway', 'nginx/1.24.0') },
    '503-overloaded': {
      instead: relayed(
        503,
        { message: 'system cpu overloaded', code: 'system_cpu_overloaded' },
        { 'retry-after': '4' },
      ),
    },
    '503-model': {
      instead: (authorized) =>
        middlewareError(authorized, 503, {
          message: 'No available channel for this model under group default (distributor)',
          code: 'model_not_found',
        }),
    },
    '504': { instead: () => proxyPage(504, '504 Gateway Time-out', 'nginx') },
    '524-html': { instead: () => proxyPage(524, 'gateway.example.invalid | 524: A timeout occurred', 'cloudflare') },
    '529': { instead: relayed(529, { message: 'Overloaded', type: 'overloaded_error' }) },
    'redirect-same': redirect(({ path }) => path),
    'redirect-cross': redirect(
      (authorized) => `${authorized.gateway.origin.replace('127.0.0.1', 'localhost')}${authorized.path}`,
    ),
    'redirect-loop': { instead: (authorized) => withHeaders(rawReply(307, null, ''), { location: authorized.path }) },
  },
);
