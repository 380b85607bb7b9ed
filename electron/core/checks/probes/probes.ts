import type { CheckLevel, CheckUnits, TokenLimit } from '#shared/contract/checks.ts';
import { streamedFields } from '#shared/protocol/bodies/streamed-fields.ts';
import { isObject } from '#shared/protocol/json.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

export const noUnits: CheckUnits = { tokens: 0, images: 0, seconds: 0, characters: 0 };

export const addUnits = (first: CheckUnits, second: CheckUnits): CheckUnits => ({
  tokens: first.tokens + second.tokens,
  images: first.images + second.images,
  seconds: first.seconds + second.seconds,
  characters: first.characters + second.characters,
});

/** A file that a probe uploads. */
export type ProbeFile = 'audio' | 'image';

/** The body of a probe; a form names its file by kind, because the file is created when it is needed. */
export type ProbeBody =
  | { kind: 'none' }
  | { kind: 'json'; value: Record<string, unknown> }
  | { kind: 'form'; fields: readonly (readonly [name: string, value: string | { file: ProbeFile }])[] };

/** One request that tests a route. */
export interface Probe {
  /** `refusal`: the gateway is expected to refuse it, which can prove the route and costs nothing. */
  action: 'call' | 'refusal';
  params: Readonly<Record<string, string>>;
  body: ProbeBody;
  /** What it may consume at most. */
  units: CheckUnits;
  /** Names of the fields that a refusal should mention; empty for a complete request. */
  lacks: readonly string[];
}

/**
 * The model of a request that should be refused, where none is known: the request lacks more than a model, and most
 * gateways say so first.
 */
export const placeholderModel = 'patchbay-check-no-such-model';

/** No gateway assigns an id like this, so requesting it creates and reveals nothing. */
export const impossibleId = 'patchbay-check-no-such-task';

const json = (value: Record<string, unknown>): ProbeBody => ({ kind: 'json', value });
const tokens = (count: number): CheckUnits => ({ ...noUnits, tokens: count });

const question = 'Reply with the one word: ok';
const words = { query: 'red fruit', documents: ['an apple', 'a hammer'] };

/**
 * Pattern of the names of a token limit. Some gateways accept an incomplete request and generate until the context is
 * full, so text routes get a limit of one token; a gateway that refuses the limit itself has read the request.
 */
const tokenLimit = 'max ?(?:output ?|completion ?|new ?)?tokens';

/** A request without its most important field, and patterns of the names by which a refusal may mention that field. */
interface Incomplete {
  lacks: readonly string[];
  body(model: string): ProbeBody;
}

const file: Incomplete = { lacks: ['file', 'audio'], body: (model) => ({ kind: 'form', fields: [['model', model]] }) };
const video: Incomplete = {
  lacks: ['prompt', 'content', 'image', 'input'],
  body: (model) => json({ model, prompt: '' }),
};
const contents: Incomplete = {
  lacks: ['content', 'part', tokenLimit],
  body: () => json({ contents: [], generationConfig: { maxOutputTokens: 1 } }),
};
const input: Incomplete = { lacks: ['input', 'contents', '输入'], body: (model) => json({ model }) };

/**
 * Requests that a gateway refuses before any model runs, or answers with one token at most. New-api validates the model first and this second, before it
 * selects a channel: the refusal names the field, and nothing is generated.
 */
const refused: Readonly<Partial<Record<RouteId, Incomplete>>> = {
  'chat.completions': {
    lacks: ['message', 'conversation', 'contents', '消息', '输入', tokenLimit],
    body: (model) => json({ model, messages: [], max_tokens: 1 }),
  },
  responses: {
    lacks: ['input', 'prompt', 'conversation', 'previous response id', '输入', tokenLimit],
    body: (model) => json({ model, max_output_tokens: 1 }),
  },
  'responses.compact': {
    lacks: ['input', 'previous response id', tokenLimit],
    body: (model) => json({ model, max_output_tokens: 1 }),
  },
  embeddings: input,
  'images.generations': { lacks: ['prompt', '提示词'], body: (model) => json({ model, prompt: '' }) },
  'images.edits': {
    lacks: ['prompt', 'image'],
    body: (model) => ({ kind: 'form', fields: [['model', model]] }),
  },
  edits: {
    lacks: ['instruction', 'input', tokenLimit],
    body: (model) => json({ model, instruction: '', max_tokens: 1 }),
  },
  'audio.transcriptions': file,
  'audio.translations': file,
  'audio.speech': { lacks: ['input', 'text', 'voice'], body: (model) => json({ model, input: '' }) },
  rerank: {
    lacks: ['query', 'document', 'text'],
    body: (model) => json({ model, query: '', documents: [] }),
  },
  'video.generations': video,
  videos: video,
  'videos.remix': { lacks: ['prompt'], body: () => json({ prompt: '' }) },
  'native.generateContent': contents,
  'native.streamGenerateContent': contents,
};

/** The smallest real request of each route, with its maximum cost. */
const smallest: Readonly<Partial<Record<RouteId, (model: string) => Pick<Probe, 'body' | 'units'>>>> = {
  'chat.completions': (model) => ({
    body: json({ model, messages: [{ role: 'user', content: question }], max_tokens: 16 }),
    units: tokens(32),
  }),
  // Sixteen is the minimum that the route accepts.
  responses: (model) => ({ body: json({ model, input: question, max_output_tokens: 16 }), units: tokens(32) }),
  'responses.compact': (model) => ({ body: json({ model, input: question }), units: tokens(256) }),
  embeddings: (model) => ({ body: json({ model, input: 'ok' }), units: tokens(2) }),
  rerank: (model) => ({ body: json({ model, ...words, top_n: 2 }), units: tokens(16) }),
  'images.generations': (model) => ({
    body: json({ model, prompt: 'a gray square', n: 1 }),
    units: { ...noUnits, images: 1 },
  }),
  'images.edits': (model) => ({
    body: {
      kind: 'form',
      fields: [
        ['model', model],
        ['prompt', 'make it blue'],
        ['image', { file: 'image' }],
      ],
    },
    units: { ...noUnits, images: 1 },
  }),
  edits: (model) => ({ body: json({ model, input: 'teh', instruction: 'Fix the spelling' }), units: tokens(32) }),
  'audio.transcriptions': (model) => ({ body: audioForm(model), units: { ...noUnits, seconds: 1 } }),
  'audio.translations': (model) => ({ body: audioForm(model), units: { ...noUnits, seconds: 1 } }),
  'audio.speech': (model) => ({
    body: json({ model, input: 'ok', voice: 'alloy' }),
    units: { ...noUnits, characters: 2 },
  }),
  'video.generations': (model) => ({
    body: json({ model, prompt: 'a gray square', duration: 4 }),
    units: { ...noUnits, seconds: 4 },
  }),
  videos: (model) => ({
    body: json({ model, prompt: 'a gray square', seconds: '4' }),
    units: { ...noUnits, seconds: 4 },
  }),
  // One text reply; the session is opened around it.
  realtime: () => ({ body: json({ text: question, maxTokens: 16 }), units: tokens(64) }),
  'native.generateContent': () => ({ body: nativeQuestion, units: tokens(32) }),
  'native.streamGenerateContent': () => ({ body: nativeQuestion, units: tokens(32) }),
};

const nativeQuestion = json({
  contents: [{ role: 'user', parts: [{ text: question }] }],
  generationConfig: { maxOutputTokens: 16 },
});

const audioForm = (model: string): ProbeBody => ({
  kind: 'form',
  fields: [
    ['model', model],
    ['file', { file: 'audio' }],
  ],
});

/** Fields that limit generated tokens. */
const limitFields: ReadonlySet<string> = new Set([
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'maxTokens',
]);

/** Returns the limit on generated tokens that a body sets. */
export function limitOf(body: ProbeBody): TokenLimit | null {
  const limitIn = (value: unknown): TokenLimit | null => {
    if (!isObject(value)) return null;
    for (const [field, held] of Object.entries(value)) {
      const found = limitFields.has(field) && typeof held === 'number' ? { field, tokens: held } : limitIn(held);
      if (found !== null) return found;
    }
    return null;
  };
  return body.kind === 'json' ? limitIn(body.value) : null;
}

/** Token limit of a streamed reply at the level `full`. */
const fullTokens = 64;

/**
 * Returns the request that checks a route at a level. `model` is not used on a route that takes none. A route for an
 * existing task is only ever called with an impossible id.
 */
export function probeOf(routeId: RouteId, model: string, level: CheckLevel): Probe {
  const route = routes[routeId];
  const params = Object.fromEntries(
    [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, name === 'model' ? model : impossibleId]),
  );
  const none = { action: 'call', params, body: { kind: 'none' }, units: noUnits, lacks: [] } as const;
  if (route.reader === 'models' || route.reader === 'native-models') return none;
  const real = level === 'free' ? undefined : smallest[routeId];
  // Opening a session proves the key, the route and the model, and generates nothing.
  if (route.transport === 'websocket') return { ...none, params: { model }, ...real?.(model) };
  const incomplete = refused[routeId];
  if (!real)
    return { ...none, action: 'refusal', body: incomplete?.body(model) ?? none.body, lacks: incomplete?.lacks ?? [] };
  const { body, units } = real(model);
  return {
    action: 'call',
    params,
    lacks: [],
    ...(level === 'full' ? streamed(routeId, body, units) : { body, units }),
  };
}

function streamed(routeId: RouteId, body: ProbeBody, units: CheckUnits): Pick<Probe, 'body' | 'units'> {
  const asks = routes[routeId].streams === 'field' && body.kind === 'json' && routes[routeId].group === 'text';
  if (!asks) return { body, units };
  const longer = 'max_tokens' in body.value ? { max_tokens: fullTokens } : { max_output_tokens: fullTokens };
  return {
    body: json({ ...body.value, ...longer, ...streamedFields(routeId) }),
    units: tokens(fullTokens + 16),
  };
}
