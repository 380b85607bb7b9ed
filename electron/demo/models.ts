import type { AuthorizedRequest, GatewayState } from './incoming-request.ts';
import type { JsonRecord } from './json-value.ts';
import type { Voice } from './language/turn.ts';
import { readJsonRequest, readModelName } from './request-fields.ts';
import { middlewareError, Refusal, upstreamError } from './responses/reply.ts';
import type { Fault } from './scenarios/fault.ts';
import { faultNamed } from './scenarios.ts';

/** The services of models without text output. */
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
  /** How it replies on the text routes; `null` for models of other kinds. */
  voice: Voice | null;
  /** The gateway's names for the routes of a model. */
  endpointTypes: readonly string[];
  about: string;
  /** Its service, if it is not a text model. */
  service?: DemoService;
  /** Listed, but no channel serves it. */
  isDead?: true;
  /** The operator enabled `<id>-openai-compact`, which compaction requests. */
  canCompact?: true;
}

const text = ['openai', 'openai-response', 'gemini'] as const;

/** Returns a text model: it has a voice and no service. */
const talking = (voice: Voice, about: string, compacts = false): Omit<DemoModel, 'id'> =>
  compacts
    ? {
        voice,
        about,
        endpointTypes: ['openai', 'openai-response', 'openai-response-compact', 'gemini'],
        canCompact: true,
      }
    : { voice, about, endpointTypes: text };

/**
 * Returns a model with a service. Services without an endpoint type of their own are listed as `openai`, as gateways of
 * this family do.
 */
const serving = (service: DemoService, about: string): Omit<DemoModel, 'id'> => ({
  service,
  about,
  voice: null,
  endpointTypes: typesFor[service === 'speech' ? 'transcription' : service],
});

const typesFor: Record<Exclude<DemoService, 'speech'>, readonly string[]> = {
  embeddings: ['embeddings'],
  rerank: ['jina-rerank'],
  images: ['image-generation'],
  edits: ['openai'],
  transcription: ['openai'],
  realtime: ['openai'],
  video: ['openai-video'],
};

const modelsById: Readonly<Record<string, Omit<DemoModel, 'id'>>> = {
  'demo-chat': talking('chat', 'Replies in Markdown', true),
  'demo-reasoner': talking('reasoner', 'Reasons, then replies', true),
  'demo-tools': talking('tools', 'Calls the tools of the request'),
  'demo-json': talking('json', 'Replies with JSON that matches a schema'),
  'demo-vision': talking('vision', 'Describes the attachments that arrived'),
  'demo-long': talking('long', 'Replies with about 50,000 tokens', true),
  'demo-echo': talking('echo', 'Repeats the request that it received'),
  'demo-dead': { voice: null, endpointTypes: text, isDead: true, about: 'Listed, but not available' },
  'demo-embed': serving('embeddings', 'Hashed n-grams in 1,536 dimensions, or fewer'),
  'demo-embed-small': serving('embeddings', 'Hashed n-grams in 256 dimensions'),
  'demo-embed-large': serving('embeddings', 'Hashed n-grams in 3,072 dimensions, or fewer'),
  'demo-rerank': serving('rerank', 'Ranks documents by their words, with BM25'),
  'demo-rerank-letters': serving('rerank', 'Ranks documents by shared letter groups'),
  'demo-image': serving('images', 'Draws and edits PNG images, with previews in a stream'),
  'demo-image-free': serving('images', 'Draws images of any size'),
  'demo-image-url': serving('images', 'Draws one image, revises its prompt and returns a URL'),
  'demo-image-small': serving('images', 'Draws small images and returns URLs'),
  'demo-edit': serving('edits', 'Edits text by instruction, on the legacy route'),
  'demo-whisper': serving('transcription', 'Transcribes its own voice, and describes other audio'),
  'demo-whisper-small': serving('transcription', 'Transcribes its own voice, with a few mistakes'),
  'demo-diarize': serving('transcription', 'Transcribes its own voices and separates the speakers'),
  'demo-tts': serving('speech', 'Converts text to speech'),
  'demo-realtime': serving('realtime', 'Talks over a WebSocket'),
  'demo-video': serving('video', 'Creates a short video as a task'),
};

/** Every model that the gateway lists. */
export const models: readonly DemoModel[] = Object.entries(modelsById).map(([id, model]) => ({ id, ...model }));

const byId = new Map(models.map((model) => [model.id, model]));

export const isListed = (id: string): boolean => byId.has(id);

/** Returns the scenario in a model name such as `faulty/html-200`, which serves every route and is not listed. */
export const faultOfModel = (gateway: GatewayState, name: string): Fault | null =>
  name.startsWith('faulty/') ? faultNamed(gateway, name.slice('faulty/'.length)) : null;

/**
 * Finds a model for one of the text routes. Refuses with 503 `model_not_found` if no channel serves the name, and with
 * the model's own 400 if the model is of another kind. A scenario may decide how the model replies.
 */
export function textModel(authorized: AuthorizedRequest, name: string, streamed: boolean): { voice: Voice } {
  const fault = faultOfModel(authorized.gateway, name);
  if (fault) return { voice: fault.speaks?.voice ?? 'chat' };
  const model = byId.get(name);
  if (!model || model.isDead) throw modelNotFound(authorized, name);
  if (model.voice === null) {
    const message = `This is not a chat model: ${name} is served by ${model.endpointTypes.join(', ')} routes`;
    throw upstreamError(authorized, streamed, { message, code: 'model_not_supported', param: 'model' });
  }
  return { voice: authorized.fault?.speaks?.voice ?? model.voice };
}

/** Finds a model for any other route. A scenario's model serves every route; otherwise it refuses as for text. */
export function serviceModel(
  authorized: AuthorizedRequest,
  name: string,
  service: DemoService | readonly DemoService[],
  streamed = false,
): DemoModel {
  if (faultOfModel(authorized.gateway, name)) return { id: name, voice: 'chat', endpointTypes: text, about: '' };
  const model = byId.get(name);
  if (!model || model.isDead) throw modelNotFound(authorized, name);
  if ([service].flat().some((one) => one === model.service)) return model;
  const message = `The model ${name} does not support this endpoint: it is served by ${model.endpointTypes.join(', ')} routes`;
  throw upstreamError(authorized, streamed, { message, code: 'model_not_supported', param: 'model' });
}

/** Reads a JSON request for one of the other routes, whose model has the service. */
export function readServiceRequest(
  authorized: AuthorizedRequest,
  service: DemoService,
): { body: JsonRecord; model: string } {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, service, service === 'images' && body.stream === true);
  return { body, model };
}

/** Finds the model for compaction, which is requested under an alias that the operator must have enabled. */
export function compactModel(authorized: AuthorizedRequest, name: string): { voice: Voice } {
  const model = byId.get(name);
  if (!model?.canCompact && !authorized.fault) throw modelNotFound(authorized, `${name}-openai-compact`);
  return textModel(authorized, name, false);
}

function modelNotFound(authorized: AuthorizedRequest, name: string): Refusal {
  const message = `No available channel for model ${name} under group default (distributor)`;
  return new Refusal(middlewareError(authorized, 503, { message, code: 'model_not_found' }));
}
