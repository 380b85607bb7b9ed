import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { authorize } from './auth.ts';
import type { AuthorizedRequest, GatewayState, IncomingRequest } from './incoming-request.ts';
import { respondVideoAddress } from './media/video/video-reply.ts';
import { faultOfModel } from './models.ts';
import { matchPath, type PathMatch, type ServedRoute } from './paths.ts';
import { largestBodyBytes } from './request-body.ts';
import { consolePage } from './responses/console-page.ts';
import { Refusal, type Reply, rawReply, refusedWith, relayError, withHeaders } from './responses/reply.ts';
import { audioSpeech } from './routes/audio-speech.ts';
import { audioTranscriptions, audioTranslations } from './routes/audio-transcriptions.ts';
import { edits } from './routes/edits.ts';
import { embeddings } from './routes/embeddings.ts';
import { imagesEdits, imagesGenerations } from './routes/images.ts';
import { listModels, listNativeModels } from './routes/models.ts';
import { rerank } from './routes/rerank.ts';
import { chatCompletions, generateContent, responses, responsesCompact, streamGenerateContent } from './routes/text.ts';
import { respondVendor } from './routes/vendor.ts';
import { remixVideo, requestVideo, showGeneration, showVideo, videosContent } from './routes/videos.ts';
import type { Fault } from './scenarios/fault.ts';
import { faultNamed } from './scenarios.ts';

/** Responds to a request, in the order of new-api: address, key, scenario, body, route. */
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
  const { gateway } = incoming;
  const authorized: AuthorizedRequest = { ...incoming, route, parameters, key, body: Buffer.alloc(0), fault: null };
  const wanted = faultOfHeader(incoming) ?? faultOfModel(gateway, parameters.model ?? '');
  const early =
    wanted ?? modelFault(gateway, await incoming.content.first()) ?? faultNamed(gateway, gateway.scenario());
  const atOnce = early?.isEarly ? early.instead?.({ ...authorized, fault: early }) : null;
  if (atOnce) return atOnce;
  const body = await readBody(incoming);
  const fault = wanted ?? modelFault(gateway, body) ?? faultNamed(gateway, gateway.scenario());
  const instead = fault?.instead?.({ ...authorized, body, fault });
  if (instead) return instead;
  const reply = await routeTable[route]({ ...authorized, body, fault });
  return fault?.alter && reply.status === 200 ? fault.alter(reply, { ...authorized, body, fault }) : reply;
}

/** Authorizes the handshake of a session: it has no body, and its model is in the query. Throws a `Refusal`. */
export function authorizeSession(incoming: IncomingRequest): AuthorizedRequest {
  const key = authorize(incoming, 'realtime', {});
  const { gateway } = incoming;
  const fault =
    faultOfHeader(incoming) ??
    faultOfModel(gateway, incoming.query.get('model') ?? '') ??
    faultNamed(gateway, gateway.scenario());
  const authorized = { ...incoming, route: 'realtime', parameters: {}, key, body: Buffer.alloc(0), fault } as const;
  const instead = fault?.instead?.(authorized);
  if (instead) throw new Refusal(instead);
  return authorized;
}

function faultOfHeader(incoming: IncomingRequest): Fault | null {
  const name = incoming.request.headers['x-demo-scenario'];
  if (typeof name !== 'string') return null;
  const fault = faultNamed(incoming.gateway, name);
  if (fault) return fault;
  throw new Refusal(
    relayError(incoming, 400, {
      message: `The demo gateway does not have a scenario named '${name}'`,
      code: 'unknown_scenario',
    }),
  );
}

/** Returns the scenario that a body selects by its model, without waiting for the rest of it; forms and JSON alike. */
function modelFault(gateway: GatewayState, body: Buffer): Fault | null {
  if (!body.includes('faulty/')) return null;
  const field = /(?:"model"\s*:\s*"|name="model"\r\n\r\n)(faulty\/[a-z0-9-]+)["\r]/;
  const name = field.exec(body.toString('latin1'))?.[1];
  return name === undefined ? null : faultOfModel(gateway, name);
}

/**
 * Reads the body and decodes its content coding. A body that cannot be decoded gets a 400 without a body, as in
 * new-api.
 */
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

/** Below `/v1` the gateway names the unknown request line. The code is an empty string. */
function invalidUrl({ method, path }: IncomingRequest): Reply {
  const error = { message: `Invalid URL (${method} ${path})`, type: 'invalid_request_error', param: '', code: '' };
  return refusedWith(404, { error });
}

/** Redirects a path with an extra slash, keeping the query. */
function redirection({ method, query }: IncomingRequest, path: string): Reply {
  const location = query.size > 0 ? `${path}?${query}` : path;
  return withHeaders(rawReply(method === 'GET' ? 301 : 307, null, ''), { location });
}

/** Responds to one route. It may throw a `Refusal`. */
type RouteHandler = (authorized: AuthorizedRequest) => Reply | Promise<Reply>;

/** Returns the response for a path that the gateway knows but does not serve. */
export const notImplemented = (incoming: IncomingRequest): Reply =>
  relayError(incoming, 501, { message: 'API not implemented', code: 'api_not_implemented' });

/** Sessions are served over WebSockets (`realtime/upgrade.ts`): over plain HTTP the path is known but not served. */
const withoutUpgrade: RouteHandler = (authorized) => {
  throw new Refusal(notImplemented(authorized));
};

/** Every route of the service: the compiler checks that none is missing. */
export const routeTable: Readonly<Record<ServedRoute, RouteHandler>> = {
  'chat.completions': chatCompletions,
  responses,
  'responses.compact': responsesCompact,
  models: listModels,
  embeddings,
  'images.generations': imagesGenerations,
  'images.edits': imagesEdits,
  edits,
  'audio.transcriptions': audioTranscriptions,
  'audio.translations': audioTranslations,
  'audio.speech': audioSpeech,
  rerank,
  realtime: withoutUpgrade,
  'video.generations': requestVideo,
  'video.generations.get': showGeneration,
  videos: requestVideo,
  'videos.get': showVideo,
  'videos.content': videosContent,
  'videos.remix': remixVideo,
  'native.models': listNativeModels,
  'native.generateContent': generateContent,
  'native.streamGenerateContent': streamGenerateContent,
};
