import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { authorize } from './auth.ts';
import type { AuthorizedRequest, IncomingRequest } from './incoming-request.ts';
import { respondVideoAddress } from './media/video/video-reply.ts';
import { faultOfModel } from './models.ts';
import { matchPath, type PathMatch } from './paths.ts';
import { largestBodyBytes } from './request-body.ts';
import { consolePage } from './responses/console-page.ts';
import { Refusal, relayError, withHeaders } from './responses/errors.ts';
import { jsonReply, type Reply, rawReply } from './responses/reply.ts';
import { notImplemented, routeTable } from './routes/route-table.ts';
import { respondVendor } from './routes/vendor.ts';
import type { Fault } from './scenarios/fault.ts';
import { faultNamed } from './scenarios.ts';

/** Finds the answer to a request, in the order of new-api: address, key, scenario, body, route. */
export async function handleRequest(incoming: IncomingRequest): Promise<Reply> {
  try {
    const match = matchPath(incoming.method, incoming.path);
    if (match.kind === 'console')
      return (
        incoming.gateway.images.respond(incoming.path) ??
        (await respondVideoAddress(incoming)) ??
        (await respondVendor(incoming)) ??
        consolePage(incoming)
      );
    if (match.kind === 'nowhere') return invalidUrl(incoming);
    if (match.kind === 'redirect') return redirection(incoming, match.path);
    if (match.kind === 'stub') {
      authorize(incoming, null, {});
      return notImplemented(incoming);
    }
    return await handleRoute(incoming, match);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

async function handleRoute(
  incoming: IncomingRequest,
  { route, parameters }: Extract<PathMatch, { kind: 'route' }>,
): Promise<Reply> {
  const key = authorize(incoming, route, parameters);
  const authorized: AuthorizedRequest = { ...incoming, route, parameters, key, body: Buffer.alloc(0), fault: null };
  const wanted = faultOfHeader(incoming) ?? faultOfModel(parameters.model ?? '');
  const early = wanted ?? modelFault(await incoming.content.first()) ?? incoming.gateway.fault();
  const atOnce = early?.isEarly ? early.instead?.({ ...authorized, fault: early }) : null;
  if (atOnce) return atOnce;
  const body = await readBody(incoming);
  const fault = wanted ?? modelFault(body) ?? incoming.gateway.fault();
  const instead = fault?.instead?.({ ...authorized, body, fault });
  if (instead) return instead;
  const reply = await routeTable[route]({ ...authorized, body, fault });
  return fault?.alter && reply.status === 200 ? fault.alter(reply, { ...authorized, body, fault }) : reply;
}

/** Lets the handshake of a session in: it has no body, and its model stands in the query. Throws a `Refusal`. */
export function authorizeSession(incoming: IncomingRequest): AuthorizedRequest {
  const key = authorize(incoming, 'realtime', {});
  const fault = faultOfHeader(incoming) ?? faultOfModel(incoming.query.get('model') ?? '') ?? incoming.gateway.fault();
  return { ...incoming, route: 'realtime', parameters: {}, key, body: Buffer.alloc(0), fault };
}

function faultOfHeader(incoming: IncomingRequest): Fault | null {
  const name = incoming.request.headers['x-demo-scenario'];
  if (typeof name !== 'string') return null;
  const fault = faultNamed(name);
  if (fault) return fault;
  throw new Refusal(
    relayError(incoming, 400, { message: `The demo has no scenario '${name}'`, code: 'unknown_scenario' }),
  );
}

/** The scenario that a body asks for by its model, without waiting for the rest of it; forms and JSON alike. */
function modelFault(body: Buffer): Fault | null {
  if (!body.includes('faulty/')) return null;
  const field = /(?:"model"\s*:\s*"|name="model"\r\n\r\n)(faulty\/[a-z0-9-]+)["\r]/;
  const name = field.exec(body.toString('latin1'))?.[1];
  return name === undefined ? null : faultOfModel(name);
}

/** Reads the body and undoes its content coding. What cannot be decoded is a 400 without a body, as in new-api. */
async function readBody(incoming: IncomingRequest): Promise<Buffer> {
  const body = await incoming.content.whole();
  const coding = incoming.request.headers['content-encoding'];
  const decode = coding === 'gzip' ? gunzipSync : coding === 'br' ? brotliDecompressSync : null;
  const tooLarge = () =>
    new Refusal(relayError(incoming, 413, { message: 'request body too large', code: 'read_request_body_failed' }));
  if (body === null) throw tooLarge();
  if (decode === null) return body;
  try {
    return decode(body, { maxOutputLength: largestBodyBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Refusal(rawReply(400, null, ''));
  }
}

/** Below `/v1` the gateway names the line that it does not know. The code is an empty text. */
function invalidUrl({ method, path }: IncomingRequest): Reply {
  const error = { message: `Invalid URL (${method} ${path})`, type: 'invalid_request_error', param: '', code: '' };
  return { ...jsonReply({ error }), status: 404 };
}

/** A slash too many is sent to the right place, with the query kept. */
function redirection({ method, query }: IncomingRequest, path: string): Reply {
  const location = query.size > 0 ? `${path}?${query}` : path;
  return withHeaders(rawReply(method === 'GET' ? 301 : 307, null, ''), { location });
}
