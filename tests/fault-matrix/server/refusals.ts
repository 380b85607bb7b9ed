import type { Buffer } from 'node:buffer';
import type { Fault } from './fault-wire.ts';

/** What a rejection reports, whatever its status. */
export const saidWords = 'the reason, in its own words';

/** What a router reports for a path that it does not have. */
export const saidOfPath = 'Not found, in its own words';

/** A rejection as gateways also send it to streaming requests: JSON under the label of a response. */
export const refusal =
  (status: number, headers: Record<string, string> = {}, more: Record<string, unknown> = {}): Fault =>
  (wire) =>
    wire.answer(JSON.stringify({ error: { message: saidWords, type: 'x', ...more } }), headers, { status });

const redirect =
  (status: number): Fault =>
  (wire) =>
    wire.answer('', { location: '/v1/elsewhere' }, { status });

/** Rows 17 to 29: rejections by status. */
export const refusals = {
  redirect301: redirect(301),
  redirect302: redirect(302),
  redirect303: redirect(303),
  redirect307: redirect(307),
  redirect308: redirect(308),
  unauthorized: refusal(401),
  /** What the provider said about the gateway's own key, as new-api passes it on. */
  unauthorizedProvider: refusal(
    401,
    { 'x-oneapi-request-id': '2026' },
    { type: 'invalid_request_error', param: '', code: 'invalid_api_key' },
  ),
  forbidden: refusal(403),
  notFound: refusal(404, {}, { message: saidOfPath }),
  requestTimeout: refusal(408),
  conflict: refusal(409),
  tooBig: refusal(413),
  /** Responds when part of the request has arrived, and reads no more of it. */
  tooBigWhileSending(wire) {
    let received = 0;
    const count = (bytes: Buffer) => {
      received += bytes.length;
      if (received < 1024 * 1024) return;
      wire.socket.off('data', count).pause();
      refusal(413)(wire);
      void wire.wasRead().then(() => wire.socket.resume());
    };
    wire.socket.on('data', count);
  },
  unsupportedMedia: refusal(415),
  badRequest: refusal(400),
  unprocessable: refusal(422, {}, { param: 'temperature' }),
  rateLimitedFor7s: refusal(429, { 'retry-after': '7' }),
  rateLimited: refusal(429),
  serverError: refusal(500),
  badGateway: refusal(502),
  gatewayTimeout: refusal(504),
  unavailableFor7s: refusal(503, { 'retry-after': '7' }),
  unavailable: refusal(503),
} satisfies Record<string, Fault>;
