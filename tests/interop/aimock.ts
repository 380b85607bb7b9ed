import path from 'node:path';
import type { RouteId } from '#shared/protocol/route.ts';
import { type Case, chat, type Gateway } from './gateway.ts';
import { versionOf } from './tools.ts';

const key = 'sk-interop-0123456789abcdef';

/** The used parts of aimock's own class; its typings come with the package, which is not a dependency. */
interface Mock {
  url: string;
  start(): Promise<string>;
  stop(): Promise<void>;
  getRequests(): { method: string; path: string; response: { status: number } }[];
  onMessage(pattern: RegExp, response: unknown): Mock;
  onEmbedding(pattern: RegExp, response: unknown): Mock;
  onImage(prompt: RegExp, response: unknown): Mock;
  onSpeech(input: RegExp, response: unknown): Mock;
  onTranscription(response: unknown): Mock;
  onTranslation(response: unknown): Mock;
  onVideo(prompt: RegExp, response: unknown): Mock;
}

/** aimock with a response for everything it supports. Its journal is the truth about what arrived. */
export async function startAimock(modules: string): Promise<Gateway> {
  const name = '@copilotkit/aimock';
  const { LLMock } = (await import(path.join(modules, name, 'dist/index.js'))) as {
    LLMock: new (options: object) => Mock;
  };
  const mock = new LLMock({ port: 0, host: '127.0.0.1', auth: { apiKeys: [key] }, chunkSize: 4, latency: 5 });
  const error = (status: number, message: string, type: string, code?: string) => ({
    status,
    error: { message, type, code },
  });
  mock
    .onMessage(/rate limit/, {
      ...error(429, 'Rate limit reached', 'rate_limit_error', 'rate_limit_exceeded'),
      retryAfter: 2,
    })
    .onMessage(/quota/, error(429, 'You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'))
    .onMessage(/overloaded/, error(503, 'The engine is currently overloaded', 'server_error'))
    .onMessage(/filtered/, error(400, 'The prompt was filtered', 'invalid_request_error', 'content_filter'))
    .onMessage(/hello|reply/i, { content: 'Hello there, from aimock.' })
    .onEmbedding(/./, { embedding: [0.1, 0.2, 0.3] })
    .onImage(/./, {
      image: {
        b64Json: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    })
    .onSpeech(/./, { audio: 'SUQzBAAAAAAAAA==', format: 'mp3' })
    .onTranscription({ transcription: { text: 'Hello.' } })
    .onTranslation({ transcription: { text: 'Hello.' } })
    .onVideo(/./, { video: { id: 'video_1', status: 'completed', b64: 'AAAAGGZ0eXBpc29tAAAAAGlzb21pc28y' } });
  await mock.start();
  let seen = 0;
  return {
    name: 'aimock',
    version: versionOf(modules, name),
    url: mock.url,
    key,
    cases,
    models: [
      'gpt-4o-mini',
      'text-embedding-3-small',
      'gpt-image-1',
      'whisper-1',
      'tts-1',
      'sora-2',
      'gemini-2.5-flash',
      'gpt-realtime',
      'rerank-1',
    ],
    has,
    async newRequests() {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const all = mock.getRequests().map((one) => ({
        method: one.method === 'WS' ? 'GET' : one.method,
        path: one.path.split('?')[0] ?? '',
        status: one.response.status,
      }));
      const found = all.slice(seen);
      seen = all.length;
      return found;
    },
    stop: () => mock.stop(),
  };
}

/** From the paths in its source; it does not list its routes. */
const has: ReadonlySet<RouteId> = new Set<RouteId>([
  'chat.completions',
  'responses',
  'models',
  'embeddings',
  'images.generations',
  'images.edits',
  'audio.transcriptions',
  'audio.translations',
  'audio.speech',
  'realtime',
  'videos',
  'videos.get',
  'videos.content',
  'native.generateContent',
  'native.streamGenerateContent',
]);

const say = (content: string, more: Record<string, unknown> = {}) => ({
  ...chat('gpt-4o', more),
  messages: [{ role: 'user', content }],
});

const cases: Case[] = [
  { title: 'list of models', routeId: 'models', truth: 'done' },
  { title: 'chat, not streamed', routeId: 'chat.completions', body: chat('gpt-4o'), truth: 'done' },
  { title: 'chat, streamed', routeId: 'chat.completions', body: chat('gpt-4o', { stream: true }), truth: 'done' },
  { title: 'responses', routeId: 'responses', body: { model: 'gpt-4o', input: 'Say hello.' }, truth: 'done' },
  {
    title: 'responses, streamed',
    routeId: 'responses',
    body: { model: 'gpt-4o', input: 'Say hello.', stream: true },
    truth: 'done',
  },
  {
    title: 'embeddings',
    routeId: 'embeddings',
    body: { model: 'text-embedding-3-small', input: ['one'] },
    truth: 'done',
  },
  {
    title: 'images',
    routeId: 'images.generations',
    body: { model: 'gpt-image-1', prompt: 'a red square' },
    truth: 'done',
  },
  {
    title: 'image edit',
    routeId: 'images.edits',
    body: { model: 'gpt-image-1', prompt: 'make it blue' },
    files: { image: 'pixel.png' },
    truth: 'done',
  },
  {
    title: 'transcription',
    routeId: 'audio.transcriptions',
    body: { model: 'whisper-1' },
    files: { file: 'second.wav' },
    truth: 'done',
  },
  {
    title: 'translation',
    routeId: 'audio.translations',
    body: { model: 'whisper-1' },
    files: { file: 'second.wav' },
    truth: 'done',
  },
  { title: 'speech', routeId: 'audio.speech', body: { model: 'tts-1', input: 'Hello', voice: 'alloy' }, truth: 'done' },
  { title: 'video', routeId: 'videos', body: { model: 'sora-2', prompt: 'a hill' }, truth: 'done' },
  {
    title: 'native generate',
    routeId: 'native.generateContent',
    params: { model: 'gemini-2.5-pro' },
    body: { contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }] },
    truth: 'done',
  },
  { title: 'native listing, not supported', routeId: 'native.models', truth: 'route-absent' },
  {
    title: 'rerank, which it has under /v2 only',
    routeId: 'rerank',
    body: { model: 'rerank-1', query: 'q', documents: ['a'] },
    truth: 'route-absent',
  },
  {
    title: 'legacy edits, not supported',
    routeId: 'edits',
    body: { model: 'x', instruction: 'x', input: 'y' },
    truth: 'route-absent',
  },
  { title: 'wrong key', routeId: 'chat.completions', body: chat('gpt-4o'), key: 'wrong', truth: 'auth' },
  { title: 'rate limit', routeId: 'chat.completions', body: say('rate limit'), truth: 'rate-limited' },
  { title: 'quota', routeId: 'chat.completions', body: say('quota'), truth: 'quota' },
  { title: 'overloaded', routeId: 'chat.completions', body: say('overloaded'), truth: 'overloaded' },
  { title: 'content filter', routeId: 'chat.completions', body: say('filtered'), truth: 'moderated' },
  {
    title: 'unknown task',
    routeId: 'videos.get',
    params: { task_id: 'no-such-task' },
    truth: 'not-found',
  },
];
