import type { Deadlines, Route, RouteId } from './route.ts';

const seconds = (connect: number, headers: number, idle: number, total: number | null): Deadlines => ({
  connectMs: connect * 1000,
  headersMs: headers * 1000,
  idleMs: idle * 1000,
  totalMs: total === null ? null : total * 1000,
});

// Time limits follow what the gateway's own back ends need: a listing is quick, an unstreamed answer may take minutes.
const listing = seconds(10, 20, 20, 30);
const unary = seconds(10, 600, 60, 1800);
const streamed = seconds(10, 300, 90, null);
const vectors = seconds(10, 60, 30, 120);
const pictures = seconds(10, 600, 120, 600);
const uploads = seconds(10, 600, 60, 900);
const submit = seconds(10, 120, 30, 180);
const poll = seconds(10, 30, 30, 60);
const download = seconds(10, 60, 60, null);
const session = seconds(15, 15, 30, null);

type Row = Omit<Route, 'id' | 'transport' | 'streams' | 'needs' | 'costly' | 'optIn' | 'repeatable'> &
  Partial<Pick<Route, 'transport' | 'streams' | 'needs' | 'costly' | 'optIn' | 'repeatable'>>;

const rows: Record<RouteId, Row> = {
  'chat.completions': {
    method: 'POST',
    path: '/v1/chat/completions',
    family: 'compatible',
    group: 'text',
    body: 'json',
    needs: ['model', 'messages'],
    reader: 'chat',
    streams: 'field',
    deadlines: unary,
    streamDeadlines: streamed,
  },
  responses: {
    method: 'POST',
    path: '/v1/responses',
    family: 'compatible',
    group: 'text',
    body: 'json',
    needs: ['model', 'input'],
    reader: 'responses',
    streams: 'field',
    deadlines: unary,
    streamDeadlines: streamed,
  },
  'responses.compact': {
    method: 'POST',
    path: '/v1/responses/compact',
    family: 'compatible',
    group: 'text',
    body: 'json',
    needs: ['model', 'input'],
    reader: 'compact',
    deadlines: unary,
  },
  models: {
    method: 'GET',
    path: '/v1/models',
    family: 'compatible',
    group: 'text',
    body: 'none',
    reader: 'models',
    deadlines: listing,
    repeatable: 'always',
  },
  embeddings: {
    method: 'POST',
    path: '/v1/embeddings',
    family: 'compatible',
    group: 'vectors',
    body: 'json',
    needs: ['model', 'input'],
    reader: 'embeddings',
    deadlines: vectors,
  },
  'images.generations': {
    method: 'POST',
    path: '/v1/images/generations',
    family: 'compatible',
    group: 'images',
    body: 'json',
    needs: ['model', 'prompt'],
    reader: 'images',
    streams: 'field',
    deadlines: pictures,
    costly: true,
  },
  'images.edits': {
    method: 'POST',
    path: '/v1/images/edits',
    family: 'compatible',
    group: 'images',
    body: 'form',
    needs: ['model', 'prompt', 'image'],
    reader: 'images',
    streams: 'field',
    deadlines: pictures,
    costly: true,
  },
  edits: {
    method: 'POST',
    path: '/v1/edits',
    family: 'compatible',
    group: 'text',
    body: 'json',
    needs: ['model', 'instruction'],
    reader: 'edits',
    deadlines: unary,
  },
  'audio.transcriptions': {
    method: 'POST',
    path: '/v1/audio/transcriptions',
    family: 'compatible',
    group: 'audio',
    body: 'form',
    needs: ['model', 'file'],
    reader: 'transcript',
    streams: 'field',
    deadlines: uploads,
  },
  'audio.translations': {
    method: 'POST',
    path: '/v1/audio/translations',
    family: 'compatible',
    group: 'audio',
    body: 'form',
    needs: ['model', 'file'],
    reader: 'transcript',
    deadlines: uploads,
  },
  'audio.speech': {
    method: 'POST',
    path: '/v1/audio/speech',
    family: 'compatible',
    group: 'audio',
    body: 'json',
    needs: ['model', 'input', 'voice'],
    reader: 'speech',
    deadlines: pictures,
    costly: true,
  },
  rerank: {
    method: 'POST',
    path: '/v1/rerank',
    family: 'compatible',
    group: 'vectors',
    body: 'json',
    needs: ['model', 'query', 'documents'],
    reader: 'rerank',
    deadlines: vectors,
  },
  realtime: {
    method: 'GET',
    path: '/v1/realtime',
    family: 'compatible',
    group: 'audio',
    transport: 'websocket',
    body: 'none',
    reader: 'frames',
    streams: 'always',
    deadlines: session,
    costly: true,
  },
  'video.generations': {
    method: 'POST',
    path: '/v1/video/generations',
    family: 'compatible',
    group: 'video',
    body: 'json',
    needs: ['model', 'prompt'],
    reader: 'task',
    deadlines: submit,
    costly: true,
  },
  'video.generations.get': {
    method: 'GET',
    path: '/v1/video/generations/{task_id}',
    family: 'compatible',
    group: 'video',
    body: 'none',
    reader: 'task',
    deadlines: poll,
    repeatable: 'always',
  },
  videos: {
    method: 'POST',
    path: '/v1/videos',
    family: 'compatible',
    group: 'video',
    body: 'json',
    needs: ['model', 'prompt'],
    reader: 'task',
    deadlines: submit,
    costly: true,
  },
  'videos.get': {
    method: 'GET',
    path: '/v1/videos/{task_id}',
    family: 'compatible',
    group: 'video',
    body: 'none',
    reader: 'task',
    deadlines: poll,
    repeatable: 'always',
  },
  'videos.content': {
    method: 'GET',
    path: '/v1/videos/{task_id}/content',
    family: 'compatible',
    group: 'video',
    body: 'none',
    reader: 'video',
    streams: 'always',
    deadlines: download,
    repeatable: 'always',
  },
  'videos.remix': {
    method: 'POST',
    path: '/v1/videos/{video_id}/remix',
    family: 'compatible',
    group: 'video',
    body: 'json',
    needs: ['prompt'],
    reader: 'task',
    deadlines: submit,
    costly: true,
  },
  'native.models': {
    method: 'GET',
    path: '/v1beta/models',
    family: 'native',
    group: 'native',
    body: 'none',
    reader: 'native-models',
    deadlines: listing,
    repeatable: 'always',
  },
  'native.generateContent': {
    method: 'POST',
    path: '/v1beta/models/{model}:generateContent',
    family: 'native',
    group: 'native',
    body: 'json',
    needs: ['contents'],
    reader: 'native',
    deadlines: unary,
  },
  'native.streamGenerateContent': {
    method: 'POST',
    path: '/v1beta/models/{model}:streamGenerateContent',
    family: 'native',
    group: 'native',
    body: 'json',
    needs: ['contents'],
    reader: 'native',
    streams: 'always',
    query: { alt: 'sse' },
    deadlines: streamed,
    optIn: true,
  },
};

/** Every route of the service, in the order of its interface document. 19 compatible, 2 native, 1 opt-in native. */
export const routes: Readonly<Record<RouteId, Route>> = Object.fromEntries(
  Object.entries(rows).map(([id, row]) => [
    id,
    { transport: 'http', streams: 'never', needs: [], costly: false, optIn: false, repeatable: 'not-sent', ...row, id },
  ]),
) as unknown as Record<RouteId, Route>;

/** The limits in force for one run of a route. */
export function deadlinesFor(route: Route, streamAsked: boolean): Deadlines {
  return streamAsked && route.streamDeadlines ? route.streamDeadlines : route.deadlines;
}

/** Names of the `{parameters}` in a route's path, in order. */
export function pathParameters(route: Route): string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
