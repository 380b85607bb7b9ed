import type { RouteId } from '#shared/protocol/route.ts';

/** The routes of the service; a custom request is for a vendor's path. */
export type ServedRoute = Exclude<RouteId, 'custom'>;

/** What a request line matches. */
export type PathMatch =
  | { kind: 'route'; route: ServedRoute; parameters: Record<string, string> }
  /** A path that the gateway knows but does not serve. */
  | { kind: 'stub' }
  | { kind: 'redirect'; path: string }
  /** Below a reserved prefix, but nothing is there. */
  | { kind: 'nowhere' }
  /** Everything else shows the console page. */
  | { kind: 'console' };

const paths: Record<ServedRoute, string> = {
  'chat.completions': 'POST /v1/chat/completions',
  responses: 'POST /v1/responses',
  'responses.compact': 'POST /v1/responses/compact',
  models: 'GET /v1/models',
  embeddings: 'POST /v1/embeddings',
  'images.generations': 'POST /v1/images/generations',
  'images.edits': 'POST /v1/images/edits',
  edits: 'POST /v1/edits',
  'audio.transcriptions': 'POST /v1/audio/transcriptions',
  'audio.translations': 'POST /v1/audio/translations',
  'audio.speech': 'POST /v1/audio/speech',
  rerank: 'POST /v1/rerank',
  realtime: 'GET /v1/realtime',
  'video.generations': 'POST /v1/video/generations',
  'video.generations.get': 'GET /v1/video/generations/{task_id}',
  videos: 'POST /v1/videos',
  'videos.get': 'GET /v1/videos/{task_id}',
  'videos.content': 'GET /v1/videos/{task_id}/content',
  'videos.remix': 'POST /v1/videos/{video_id}/remix',
  'native.models': 'GET /v1beta/models',
  'native.generateContent': 'POST /v1beta/models/{model}:generateContent',
  'native.streamGenerateContent': 'POST /v1beta/models/{model}:streamGenerateContent',
};

/**
 * Returns the pattern of a route. A model id may contain slashes and ends at the first colon; every other parameter is
 * one segment.
 */
const patternOf = (line: string): RegExp =>
  new RegExp(`^${line.replaceAll(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === 'model' ? '[^:]+' : '[^/:]+'})`)}$`);

const patterns = (Object.entries(paths) as [ServedRoute, string][]).map(([route, line]) => ({
  route,
  pattern: patternOf(line),
}));

/** The native actions are also served below `/v1/models`, and one model can be requested by its id. */
const aliases: typeof patterns = [
  { route: 'native.generateContent', pattern: patternOf('POST /v1/models/{model}:generateContent') },
  { route: 'native.streamGenerateContent', pattern: patternOf('POST /v1/models/{model}:streamGenerateContent') },
  { route: 'models', pattern: patternOf('GET /v1/models/{model}') },
];

const stubs = /^(GET|POST|DELETE) \/v1\/(files|fine-tunes|images\/variations)(\/|$)|^POST \/v1(beta)?\/models\/[^:]+:/;

/** Matches a method and a path (without its query). */
export function matchPath(method: string, path: string): PathMatch {
  const line = `${method} ${path}`;
  for (const { route, pattern } of [...patterns, ...aliases]) {
    const match = pattern.exec(line);
    if (!match) continue;
    const parameters = decodeAll(match.groups ?? {});
    return parameters === null ? { kind: 'nowhere' } : { kind: 'route', route, parameters };
  }
  if (stubs.test(line)) return { kind: 'stub' };
  if (path.length > 1 && path.endsWith('/') && matchPath(method, path.slice(0, -1)).kind === 'route') {
    return { kind: 'redirect', path: path.slice(0, -1) };
  }
  return /^\/(v1|api|assets)/.test(path) ? { kind: 'nowhere' } : { kind: 'console' };
}

function decodeAll(parameters: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}
