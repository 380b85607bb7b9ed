import type { IncomingRequest } from '../incoming-request.ts';
import { jsonReply, type Reply } from './reply.ts';

export interface GatewayError {
  message: string;
  type?: string;
  code?: string | number | null;
  param?: string | null;
}

/** Thrown anywhere while a request is handled: the request ends with this reply instead. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with status ${reply.status}`);
    this.reply = reply;
  }
}

/** Appends the gateway's request id to a message, as gateways do so that support can find it. */
export const signed = (message: string, { requestId }: Pick<IncomingRequest, 'requestId'>): string =>
  `${message} (request id: ${requestId})`;

/** Returns the error shape of relay routes, native ones included: message, type, param and code. */
export function relayError(incoming: IncomingRequest, status: number, error: GatewayError): Reply {
  const { message, type = 'new_api_error', code = null, param = '' } = error;
  return { ...jsonReply({ error: { message: signed(message, incoming), type, param, code } }), status };
}

/** Returns the error shape of the checks before a relay route: no `param`. */
export function middlewareError(incoming: IncomingRequest, status: number, error: GatewayError): Reply {
  const { message, type = 'new_api_error', code = '' } = error;
  return { ...jsonReply({ error: { message: signed(message, incoming), type, code } }), status };
}

/**
 * Returns a validation failure. The gateway sends these with status 500, because its error constructor defaults to
 * that.
 */
export const invalidRequest = (incoming: IncomingRequest, message: string, status = 500): Refusal =>
  new Refusal(relayError(incoming, status, { message, code: 'invalid_request' }));

/**
 * Returns a refusal from the model behind the gateway. On a streamed request its JSON is labeled as an event stream:
 * the gateway sets the type before it calls the model, and its error writer does not change a type that is already set.
 */
export function upstreamError(
  incoming: IncomingRequest,
  streamed: boolean,
  error: GatewayError,
  status = 400,
): Refusal {
  const reply = relayError(incoming, status, { type: 'invalid_request_error', ...error });
  if (streamed) reply.headers['content-type'] = 'text/event-stream';
  return new Refusal(reply);
}

/** Returns the error for a missing model, the same on every route that needs one. */
export const modelMissing = (incoming: IncomingRequest): Refusal =>
  new Refusal(middlewareError(incoming, 400, { message: 'Model name not specified, model name cannot be empty' }));

/** Returns what models say about an unsupported value. */
export const unsupportedValue = (value: unknown, supported: readonly string[]): string =>
  `Invalid value: '${String(value)}'. Supported values are: ${supported.map((one) => `'${one}'`).join(', ')}.`;

export const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
