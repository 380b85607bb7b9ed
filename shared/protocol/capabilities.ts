import type { ModelRecord } from './part.ts';
import type { RouteId } from './route.ts';

/** What a model can be used for. Each is one route, or a family of routes. */
export const capabilities = [
  'chat',
  'responses',
  'compact',
  'native',
  'embeddings',
  'rerank',
  'images',
  'edits',
  'transcription',
  'speech',
  'realtime',
  'video',
] as const;
export type Capability = (typeof capabilities)[number];

/**
 * `declared`: the listing names it; `guessed`: the model id suggests it. Both only sort and filter; neither forbids.
 */
export interface FoundCapability {
  capability: Capability;
  from: 'declared' | 'guessed';
}

/**
 * Values of `supported_endpoint_types` in new-api's listing and of `supportedGenerationMethods` in the native one.
 * `openai` is not among them: new-api assigns it to everything it does not know, including audio and rerank models.
 */
const declared: Readonly<Record<string, readonly Capability[]>> = {
  'openai-response': ['responses'],
  'openai-response-compact': ['compact'],
  anthropic: ['chat'],
  gemini: ['native'],
  generateContent: ['native'],
  embedContent: ['embeddings'],
  predict: ['images'],
  predictLongRunning: ['video'],
  bidiGenerateContent: ['realtime'],
  'jina-rerank': ['rerank'],
  'image-generation': ['images'],
  embeddings: ['embeddings'],
  'openai-video': ['video'],
};

/** New-api lists a model that it serves on `/v1/responses/compact` under its name with this ending. */
const compactSuffix = /-openai-compact$/;

/** Patterns of known ids, in order: the first match decides. */
const guesses: readonly (readonly [RegExp, readonly Capability[]])[] = [
  [compactSuffix, ['compact']],
  [/rerank|(?:^|[-/])ms-marco-/, ['rerank']],
  [/embed|(?:^|[-/])bge-|(?:^|[-/])e5-|(?:^|[-/])gte-|voyage|(?:^|[-/])m3e-|all-minilm|all-mpnet/, ['embeddings']],
  [/moderation/, []],
  // Models of the legacy route for completions.
  [/^(?:ada|babbage|curie|davinci)(?:-\d+)?$|gpt-3\.5-turbo-instruct/, []],
  [/realtime/, ['realtime']],
  [/whisper|transcribe|(?:^|[-/_])asr|paraformer|sensevoice|parakeet/, ['transcription']],
  [/tts|speech|cosyvoice|kokoro/, ['speech']],
  [
    /dall-e|gpt-image|imagen|flux|seedream|qwen-image|kolors|(?:^|[-/])sd-|stable-diffusion|jimeng.{0,80}image|-image/,
    ['images'],
  ],
  [/sora|(?:^|[-/])veo|kling|runway|(?:^|[-/])wan[\d-]|hailuo|seedance|vidu|pixverse|luma|cogvideo|-video/, ['video']],
  [/davinci-edit|(?:^|[-/])edit(?:-\d+)?$/, ['edits']],
  [/(?:^|[-/])o\d+-pro|deep-research|codex/, ['responses']],
  [/gemini-/, ['native', 'chat']],
];

/**
 * Returns the capabilities of a model, declared ones first. A model with no special capability declared or known counts
 * as a chat model (guessed), as in the listings themselves; a moderation model has none.
 */
export function capabilitiesOf({ id, endpoints }: Pick<ModelRecord, 'id' | 'endpoints'>): FoundCapability[] {
  const found: FoundCapability[] = [];
  const add = (capability: Capability, from: FoundCapability['from']) => {
    if (!found.some((known) => known.capability === capability)) found.push({ capability, from });
  };
  for (const endpoint of endpoints)
    for (const capability of (Object.hasOwn(declared, endpoint) && declared[endpoint]) || [])
      add(capability, 'declared');
  const lower = id.toLowerCase();
  const guess = guesses.find(([pattern]) => pattern.test(lower))?.[1];
  // `openai` next to another type is meaningful; alone it is the fallback for unknown models.
  if (endpoints.includes('openai') && (found.length > 0 || guess === undefined)) add('chat', 'declared');
  for (const capability of guess ?? []) add(capability, 'guessed');
  if (found.length === 0 && guess === undefined) add('chat', 'guessed');
  return found;
}

const ofRoute: Partial<Record<RouteId, Capability>> = {
  'chat.completions': 'chat',
  responses: 'responses',
  'responses.compact': 'compact',
  embeddings: 'embeddings',
  'images.generations': 'images',
  'images.edits': 'images',
  edits: 'edits',
  'audio.transcriptions': 'transcription',
  'audio.translations': 'transcription',
  'audio.speech': 'speech',
  rerank: 'rerank',
  realtime: 'realtime',
  'video.generations': 'video',
  videos: 'video',
  'videos.remix': 'video',
  'native.generateContent': 'native',
  'native.streamGenerateContent': 'native',
};

/** Returns the capability that a model needs on this route; `null` for a route that takes no model. */
export const capabilityOfRoute = (routeId: RouteId): Capability | null => ofRoute[routeId] ?? null;

/** Returns the name by which a listed model is requested on a route. */
export const requestedModel = (id: string, routeId: RouteId): string =>
  routeId === 'responses.compact' ? id.replace(compactSuffix, '') : id;

/** Returns the routes that use a capability. */
export const routesFor = (capability: Capability): RouteId[] =>
  (Object.keys(ofRoute) as RouteId[]).filter((id) => ofRoute[id] === capability);

/**
 * Rates how well a model fits a route: 3 declared, 2 guessed, 1 a last resort, 0 no evidence. A chat model counts as
 * guessed for `responses` and `compact`, because most listings do not distinguish these. The legacy `edits` route has
 * its own models, and a chat model is a last resort there.
 */
export function fitOf(model: Pick<ModelRecord, 'id' | 'endpoints'>, routeId: RouteId): 0 | 1 | 2 | 3 {
  const wanted = capabilityOfRoute(routeId);
  if (wanted === null) return 0;
  const found = capabilitiesOf(model);
  const own = found.find(({ capability }) => capability === wanted);
  if (wanted === 'compact' && compactSuffix.test(model.id)) return 3;
  if (own) return own.from === 'declared' ? 3 : 2;
  if (!found.some(({ capability }) => capability === 'chat')) return 0;
  if (wanted === 'responses' || wanted === 'compact') return 2;
  return wanted === 'edits' ? 1 : 0;
}
