import type { Route, RouteId } from '#shared/protocol/route.ts';
import { pathParameters } from '#shared/protocol/table.ts';

/** Where a route's own body takes the command line arguments, and the demo model that serves the route. */
interface PromptShape {
  /** Returns the fields built from the arguments; absent for routes that take none. */
  fields?(words: readonly string[]): Record<string, unknown>;
  /** An argument is the path of a file to upload under this field. */
  file?: string;
  /** The field that piped text fills without `-`. */
  pipe?: string;
  demoModel?: string;
}

const joined = (words: readonly string[]) => words.join(' ');
const prompt = (words: readonly string[]) => ({ prompt: joined(words) });
const contents = (words: readonly string[]) => ({ contents: [{ role: 'user', parts: [{ text: joined(words) }] }] });

export const promptShapes: Readonly<Record<RouteId, PromptShape>> = {
  'chat.completions': {
    fields: (words) => ({ messages: [{ role: 'user', content: joined(words) }] }),
    pipe: 'messages',
    demoModel: 'demo-chat',
  },
  responses: { fields: (words) => ({ input: joined(words) }), pipe: 'input', demoModel: 'demo-chat' },
  'responses.compact': { fields: (words) => ({ input: joined(words) }), demoModel: 'demo-chat' },
  models: {},
  embeddings: {
    fields: (words) => ({ input: words.length > 1 ? words : joined(words) }),
    demoModel: 'demo-embed',
  },
  'images.generations': { fields: prompt, demoModel: 'demo-image' },
  'images.edits': { fields: prompt, demoModel: 'demo-image' },
  edits: { fields: (words) => ({ instruction: joined(words) }), demoModel: 'demo-edit' },
  'audio.transcriptions': { file: 'file', demoModel: 'demo-whisper' },
  'audio.translations': { file: 'file', demoModel: 'demo-whisper' },
  'audio.speech': { fields: (words) => ({ input: joined(words), voice: 'alloy' }), demoModel: 'demo-tts' },
  rerank: {
    fields: ([query = '', ...documents]) => ({ query, ...(documents.length > 0 ? { documents } : {}) }),
    demoModel: 'demo-rerank',
  },
  realtime: { demoModel: 'demo-realtime' },
  'video.generations': { fields: prompt, demoModel: 'demo-video' },
  'video.generations.get': {},
  videos: { fields: prompt, demoModel: 'demo-video' },
  'videos.get': {},
  'videos.content': {},
  'videos.remix': { fields: prompt, demoModel: 'demo-video' },
  'native.models': {},
  'native.generateContent': { fields: contents, pipe: 'contents', demoModel: 'demo-chat' },
  'native.streamGenerateContent': { fields: contents, pipe: 'contents', demoModel: 'demo-chat' },
  custom: {},
};

/** Returns the meaning of a route's arguments, for its help line; in brackets what else it needs. */
export function wordsOf(route: Route): string {
  const { file } = promptShapes[route.id];
  if (file) return '<file>';
  if (route.id === 'rerank') return '<query> <document>...';
  if (route.id === 'embeddings') return '<text>...';
  if (route.id === 'edits') return '<instruction> (--set input=...)';
  if (route.transport === 'websocket') return '(patchbay realtime)';
  if (route.body === 'any') return '(--method, --path, --body)';
  if (route.body !== 'none') return '<text>';
  return pathParameters(route)
    .map((name) => `<${name}>`)
    .join(' ');
}
