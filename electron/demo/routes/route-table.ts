import { Refusal, relayError } from '../answers/errors.ts';
import type { Reply } from '../answers/reply.ts';
import type { Arrival, Visit } from '../incoming-request.ts';
import type { ServedRoute } from '../paths.ts';
import { audioSpeech } from './audio-speech.ts';
import { audioTranscriptions, audioTranslations } from './audio-transcriptions.ts';
import { chatCompletions } from './chat-completions.ts';
import { edits } from './edits.ts';
import { embeddings } from './embeddings.ts';
import { imagesEdits } from './images-edits.ts';
import { imagesGenerations } from './images-generations.ts';
import { listModels } from './models.ts';
import { generateContent, streamGenerateContent } from './native.ts';
import { listNativeModels } from './native-models.ts';
import { rerank } from './rerank.ts';
import { responses } from './responses.ts';
import { responsesCompact } from './responses-compact.ts';
import { orderFilm, remixFilm, showGeneration, showVideo } from './videos.ts';
import { videosContent } from './videos-content.ts';

/** Answers one route. It may throw a `Refusal`. */
type RouteHandler = (visit: Visit) => Reply | Promise<Reply>;

/** What the gateway says on a path that it knows but does not serve. */
export const notImplemented = (arrival: Arrival): Reply =>
  relayError(arrival, 501, { message: 'API not implemented', code: 'api_not_implemented' });

/** Sessions are served over WebSockets (`realtime/upgrade.ts`): asked for over plain HTTP, the path is only known. */
const withoutUpgrade: RouteHandler = (visit) => {
  throw new Refusal(notImplemented(visit));
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
  'video.generations': orderFilm,
  'video.generations.get': showGeneration,
  videos: orderFilm,
  'videos.get': showVideo,
  'videos.content': videosContent,
  'videos.remix': remixFilm,
  'native.models': listNativeModels,
  'native.generateContent': generateContent,
  'native.streamGenerateContent': streamGenerateContent,
};
