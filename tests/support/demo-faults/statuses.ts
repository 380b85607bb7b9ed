import { relayError, withHeaders } from '#demo/responses/reply.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { proxyPage, redirect, relayed, tooMany } from '#demo/scenarios/statuses.ts';

/** Refusals by status: what each code really looks like when a gateway or the proxy in front of it sends it. */
export const statusFaults = faultsOf(
  `
  408 | any
  409 | any
  415 | any
  429-date | any
  429-milliseconds | any
  500-invalid-request | any
  524-html | any
  529 | any
  redirect-same | any
`,
  {
    '408': { instead: relayed(408, { message: 'Request timed out' }) },
    '409': { instead: relayed(409, { message: 'The resource is locked by another request', type: 'conflict_error' }) },
    '415': {
      instead: relayed(415, { message: 'Unsupported media type: use application/json', type: 'invalid_request_error' }),
    },
    '429-date': {
      instead: (authorized) =>
        withHeaders(relayError(authorized, 429, tooMany), { 'retry-after': new Date(Date.now() + 5000).toUTCString() }),
    },
    '429-milliseconds': { instead: relayed(429, tooMany, { 'retry-after-ms': '1500', 'retry-after': '2' }) },
    '500-invalid-request': {
      instead: relayed(500, { message: 'field messages is required', code: 'invalid_request' }),
    },
    '524-html': { instead: () => proxyPage(524, 'gateway.example.invalid | 524: A timeout occurred', 'cloudflare') },
    '529': { instead: relayed(529, { message: 'Overloaded', type: 'overloaded_error' }) },
    'redirect-same': redirect(({ path }) => path),
  },
);
