import type { AuthorizedRequest } from './incoming-request.ts';
import type { Voice } from './language/turn.ts';
import { middlewareError, Refusal, upstreamError } from './responses/errors.ts';
import type { ScenarioRoutes } from './scenarios/fault.ts';
import { faultNamed, faults } from './scenarios.ts';

/** What the models that do not answer with text are for. */
export type DemoService =
  | 'embeddings'
  | 'rerank'
  | 'images'
  | 'edits'
  | 'transcription'
  | 'speech'
  | 'realtime'
  | 'video';

export interface DemoModel {
  id: string;
  /** How it answers on the text routes; `null` for models of other kinds. */
  voice: Voice | null;
  /** The words with which the gateway names the routes of a model. */
  endpointTypes: readonly string[];
  about: string;
  /** What it is for, when it is no text model. */
  service?: DemoService;
  /** Listed, but no channel serves it. */
  isDead?: true;
  /** The operator enabled `<id>-openai-compact`, which compaction asks for. */
  canCompact?: true;
}

const text = ['openai', 'openai-response', 'gemini'] as const;
const compacting = ['openai', 'openai-response', 'openai-response-compact', 'gemini'] as const;

const wordOfService: Readonly<Record<'embeddings' | 'rerank' | 'images' | 'edits', string>> = {
  embeddings: 'embeddings',
  rerank: 'jina-rerank',
  images: 'image-generation',
  edits: 'openai',
};

const of = (service: keyof typeof wordOfService, id: string, about: string): DemoModel => ({
  id,
  service,
  voice: null,
  endpointTypes: [wordOfService[service]],
  about,
});

/** Kinds without a word of their own are listed as `openai`, as gateways of this family do. */
const regularModels: readonly DemoModel[] = [
  {
    id: 'demo-chat',
    voice: 'chat',
    endpointTypes: compacting,
    canCompact: true,
    about: 'Answers with Markdown at once',
  },
  {
    id: 'demo-reasoner',
    voice: 'reasoner',
    endpointTypes: compacting,
    canCompact: true,
    about: 'Thinks aloud, then answers',
  },
  { id: 'demo-tools', voice: 'tools', endpointTypes: text, about: 'Calls the tools of the request' },
  { id: 'demo-json', voice: 'json', endpointTypes: text, about: 'Answers with JSON that fits a schema' },
  { id: 'demo-vision', voice: 'vision', endpointTypes: text, about: 'Describes the attachments that really arrived' },
  {
    id: 'demo-long',
    voice: 'long',
    endpointTypes: compacting,
    canCompact: true,
    about: 'Answers with about 50,000 tokens',
  },
  { id: 'demo-echo', voice: 'echo', endpointTypes: text, about: 'Repeats the request that it received' },
  { id: 'demo-dead', voice: null, endpointTypes: text, isDead: true, about: 'Is listed, but nothing serves it' },
  of('embeddings', 'demo-embed', 'Hashed n-grams in 1,536 dimensions, or fewer'),
  of('embeddings', 'demo-embed-small', 'Hashed n-grams in 256 dimensions'),
  of('embeddings', 'demo-embed-large', 'Hashed n-grams in 3,072 dimensions, or fewer'),
  of('rerank', 'demo-rerank', 'Ranks documents by their words, with BM25'),
  of('rerank', 'demo-rerank-letters', 'Ranks documents by the groups of letters they share'),
  of('images', 'demo-image', 'Draws and edits PNG images, with previews in a stream'),
  of('images', 'demo-image-free', 'Draws images of any size'),
  of('images', 'demo-image-url', 'Draws one image, rewrites its prompt and gives an address'),
  of('images', 'demo-image-small', 'Draws small images and gives addresses'),
  of('edits', 'demo-edit', 'Edits a text as it is told, on the legacy route'),
  {
    id: 'demo-whisper',
    service: 'transcription',
    voice: null,
    endpointTypes: ['openai'],
    about: 'Reports on uploaded audio',
  },
  { id: 'demo-tts', service: 'speech', voice: null, endpointTypes: ['openai'], about: 'Speaks text as audio' },
  { id: 'demo-realtime', service: 'realtime', voice: null, endpointTypes: ['openai'], about: 'Talks over a WebSocket' },
  {
    id: 'demo-video',
    service: 'video',
    voice: null,
    endpointTypes: ['openai-video'],
    about: 'Draws a short video as a task',
  },
];

const typesFor: Record<ScenarioRoutes, readonly string[]> = {
  any: text,
  text,
  chat: ['openai'],
  responses: ['openai-response'],
  native: ['gemini'],
  listings: ['openai'],
  embeddings: ['embeddings'],
  rerank: ['jina-rerank'],
  images: ['image-generation'],
  edits: ['openai'],
  transcription: ['openai'],
  realtime: ['openai'],
  video: ['openai-video'],
};

/** Every model that the gateway lists: the regular ones, then one for each scenario. */
export const models: readonly DemoModel[] = [
  ...regularModels,
  ...faults.map(
    ({ name, routes, speaks, about }): DemoModel => ({
      id: `faulty/${name}`,
      voice: speaks?.voice ?? 'chat',
      endpointTypes: typesFor[routes],
      about,
    }),
  ),
];

const byId = new Map(models.map((model) => [model.id, model]));

export const isBuiltIn = (id: string): boolean => regularModels.some((model) => model.id === id);

/** The scenario in a model name such as `faulty/html-200`. */
export const faultOfModel = (name: string) =>
  name.startsWith('faulty/') ? faultNamed(name.slice('faulty/'.length)) : null;

/**
 * Finds a model for one of the text routes. Refuses with 503 `model_not_found` where no channel serves the name, and with
 * the model's own 400 where the model is of another kind. A scenario may decide how the model answers.
 */
export function textModel(authorized: AuthorizedRequest, name: string, streamed: boolean): { voice: Voice } {
  const model = byId.get(name);
  if (!model || model.isDead) throw modelNotFound(authorized, name);
  if (model.voice === null) {
    const message = `This is not a chat model: ${name} is served by ${model.endpointTypes.join(', ')} routes`;
    throw upstreamError(authorized, streamed, { message, code: 'model_not_supported', param: 'model' });
  }
  return { voice: authorized.fault?.speaks?.voice ?? model.voice };
}

/**
 * Finds a model for a route of another kind. A scenario's model serves every route; otherwise it refuses as for text.
 */
export function serviceModel(
  authorized: AuthorizedRequest,
  name: string,
  service: DemoService,
  streamed = false,
): DemoModel {
  const model = byId.get(name);
  if (!model || model.isDead) throw modelNotFound(authorized, name);
  if (model.service === service || faultOfModel(name)) return model;
  const message = `The model ${name} does not support this endpoint: it is served by ${model.endpointTypes.join(', ')} routes`;
  throw upstreamError(authorized, streamed, { message, code: 'model_not_supported', param: 'model' });
}

/** Compaction asks for the model under an alias that the operator must have enabled. */
export function compactModel(authorized: AuthorizedRequest, name: string): { voice: Voice } {
  const model = byId.get(name);
  if (!model?.canCompact && !authorized.fault) throw modelNotFound(authorized, `${name}-openai-compact`);
  return textModel(authorized, name, false);
}

function modelNotFound(authorized: AuthorizedRequest, name: string): Refusal {
  const message = `No available channel for model ${name} under group default (distributor)`;
  return new Refusal(middlewareError(authorized, 503, { message, code: 'model_not_found' }));
}
