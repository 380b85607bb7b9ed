import type { AuthorizedRequest, IncomingRequest } from '../incoming-request.ts';
import type { ServedRoute } from '../paths.ts';
import { Refusal, relayError } from '../responses/errors.ts';
import type { Reply } from '../responses/reply.ts';
import { audioSpeech } from './audio-speech.ts';
import { audioTranscriptions, audioTranslations } from './audio-transcriptions.ts';
import { chatCompletions } from './chat-completions.ts';
import { edits } from './edits.ts';
import { embeddings } from './embeddings.ts';
import { imagesEdits, imagesGenerations } from './images.ts';
import { listModels, listNativeModels } from './models.ts';
import { generateContent, streamGenerateContent } from './native.ts';
import { rerank } from './rerank.ts';
import { responses, responsesCompact } from './responses.ts';
import { remixVideo, requestVideo, showGeneration, showVideo, videosContent } from './videos.ts';

/** Answers one route. It may throw a `Refusal`. */
type RouteHandler = (authorized: AuthorizedRequest) => Reply | Promise<Reply>;

/** What the gateway says on a path that it knows but does not serve. */
export const notImplemented = (incoming: IncomingRequest): Reply =>
  relayError(incoming, 501, { message: 'API not implemented', code: 'api_not_implemented' });

/** Sessions are served over WebSockets (`realtime/upgrade.ts`): asked for over plain HTTP, the path is only known. */
const withoutUpgrade: RouteHandler = (authorized) => {
  throw new Refusal(notImplemented(authorized));
};

/** Every route of the service: the compiler counts them. */
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
