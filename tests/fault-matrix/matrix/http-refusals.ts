import type { FailureCode } from '#shared/protocol/failure.ts';
import { failsWith, type HttpCell, httpCells, type Play } from '../http-cell.ts';
import type { EndpointName } from '../server/endpoints.ts';
import { saidOfPath, saidWords } from '../server/refusals.ts';

/** Rows 17 to 29 for exchanges over HTTP: rejections by status. */

/** A rejection shows the gateway's own words, whatever its status. */
const refused = (
  row: number,
  status: number,
  endpoint: EndpointName,
  code: FailureCode,
  known: Parameters<typeof failsWith>[1] = {},
  more: NonNullable<Play['knows']> = {},
) =>
  httpCells(
    row,
    `${status}${more.retryAfterMs === undefined ? '' : ', with Retry-After'}`,
    'all',
    failsWith(code, known),
    {
      endpoint,
      knows: { status, gatewayMessage: saidWords, ...more },
    },
  );

const redirected = (status: number, endpoint: EndpointName) =>
  httpCells(17, `${status}, within the same origin`, 'all', failsWith('redirect'), {
    endpoint,
    says: /redirected \(\d+\) to http:\/\/.*\/v1\/elsewhere\. Patchbay did not follow, because requests with a body/,
    knows: { status },
  });

const vague = { sent: 'maybe-processed' } as const;

export const cells: readonly HttpCell[] = [
  ...redirected(301, 'redirect301'),
  ...redirected(302, 'redirect302'),
  ...redirected(303, 'redirect303'),
  ...redirected(307, 'redirect307'),
  ...redirected(308, 'redirect308'),

  ...refused(18, 401, 'unauthorized', 'auth'),
  ...httpCells(18, '401 from the provider, passed on by the gateway', 'all', failsWith('upstream-account'), {
    endpoint: 'unauthorizedProvider',
    knows: { status: 401, gatewayMessage: saidWords },
  }),
  ...refused(19, 403, 'forbidden', 'forbidden'),
  ...refused(20, 404, 'notFound', 'route-absent', {}, { gatewayMessage: saidOfPath }),
  ...refused(21, 408, 'requestTimeout', 'upstream'),
  // The conflict may be resolved a moment later.
  ...refused(22, 409, 'conflict', 'rejected', { retry: 'manual' }),
  ...refused(23, 413, 'tooBig', 'too-big-for-server'),
  ...httpCells(23, '413 while the request is sent', ['upload'], failsWith('too-big-for-server'), {
    endpoint: 'tooBigWhileSending',
    early: true,
    large: true,
    knows: { status: 413, gatewayMessage: saidWords },
  }),
  ...refused(24, 415, 'unsupportedMedia', 'unsupported-media'),
  ...refused(25, 400, 'badRequest', 'rejected'),
  ...refused(25, 422, 'unprocessable', 'parameter', {}, { param: 'temperature' }),
  ...refused(26, 429, 'rateLimitedFor7s', 'rate-limited', {}, { retryAfterMs: 7000 }),
  ...refused(27, 429, 'rateLimited', 'rate-limited'),
  ...refused(28, 500, 'serverError', 'server'),
  ...refused(28, 502, 'badGateway', 'upstream', vague),
  ...refused(28, 504, 'gatewayTimeout', 'upstream', vague),
  ...refused(29, 503, 'unavailableFor7s', 'overloaded', {}, { retryAfterMs: 7000 }),
  ...refused(29, 503, 'unavailable', 'overloaded'),
];
