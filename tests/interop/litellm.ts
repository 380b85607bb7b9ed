import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDemoGateway } from '#demo/gateway.ts';
import { type Case, chat, type Gateway, type LoggedRequest, routesIn } from './gateway.ts';
import { freePort, startServer } from './tools.ts';

const key = 'sk-interop-0123456789abcdef';

/**
 * The LiteLLM proxy with the demo gateway as its vendor, so that a vendor fault can be selected by the model's name. Its
 * access log is the truth about what arrived.
 */
export async function startLitellm(bin: string, folder: string): Promise<Gateway> {
  const vendor = await startDemoGateway({ paceTokensPerSecond: 0 });
  const port = await freePort();
  const config = path.join(folder, 'litellm.yaml');
  writeFileSync(config, configOf(vendor.url, vendor.key));
  const server = await startServer(
    path.join(bin, 'litellm'),
    ['--config', config, '--host', '127.0.0.1', '--port', `${port}`],
    {
      ready: /Uvicorn running on/,
      env: { LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_TELEMETRY: 'False' },
    },
  );
  const url = `http://127.0.0.1:${port}`;
  const openapi = await fetch(`${url}/openapi.json`).then((response) => response.json());
  let seen = 0;
  return {
    name: 'LiteLLM proxy',
    version:
      execFileSync(path.join(bin, 'pip'), ['show', 'litellm'], { encoding: 'utf8' }).match(/Version: (\S+)/)?.[1] ?? '',
    url,
    key,
    cases,
    models: ['gpt-4o-mini', 'text-embedding-3-small', 'gpt-image-1', 'whisper-1', 'tts-1', 'gemini-2.5-flash'],
    has: routesIn(Object.keys(openapi.paths)),
    async newRequests() {
      // The log line is written after the response was sent; give it a moment.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const lines = readLog(server.output());
      const found = lines.slice(seen);
      seen = lines.length;
      return found;
    },
    async stop() {
      await server.stop();
      await vendor.close();
    },
  };
}

const readLog = (text: string): LoggedRequest[] =>
  [...text.matchAll(/"(GET|POST|WebSocket) (\/[^\s?"]*)[^"]*" (\d{3}|\[accepted\])/g)].map(
    ([, method = '', at = '', status = '']) => ({
      method: method === 'WebSocket' ? 'GET' : method,
      path: at,
      status: status === '[accepted]' ? 101 : Number(status),
    }),
  );

const configOf = (vendorUrl: string, vendorKey: string) => {
  const model = (name: string, behind: string, more: { key?: string; base?: string; mode?: string } = {}) => `
  - model_name: ${name}
    litellm_params:
      model: openai/${behind}
      api_base: ${more.base ?? `${vendorUrl}/v1`}
      api_key: ${more.key ?? vendorKey}${more.mode ? `\n    model_info: { mode: ${more.mode} }` : ''}`;
  return `model_list:${[
    model('gpt-4o-mini', 'demo-chat'),
    model('gemini-2.5-flash', 'demo-chat'),
    model('cut', 'faulty/cut-mid-stream'),
    model('vendor-key', 'demo-chat', { key: 'sk-wrong' }),
    model('vendor-gone', 'demo-chat', { base: 'http://127.0.0.1:9/v1' }),
    model('text-embedding-3-small', 'demo-embed-small', { mode: 'embedding' }),
    model('gpt-image-1', 'demo-image', { mode: 'image_generation' }),
    model('whisper-1', 'demo-whisper', { mode: 'audio_transcription' }),
    model('tts-1', 'demo-tts', { mode: 'audio_speech' }),
  ].join('')}
general_settings:
  master_key: ${key}
litellm_settings:
  num_retries: 0
router_settings:
  num_retries: 0
  disable_cooldowns: true
`;
};

const cases: Case[] = [
  { title: 'list of models', routeId: 'models', truth: 'done' },
  { title: 'chat, not streamed', routeId: 'chat.completions', body: chat('gpt-4o-mini'), truth: 'done' },
  { title: 'chat, streamed', routeId: 'chat.completions', body: chat('gpt-4o-mini', { stream: true }), truth: 'done' },
  {
    title: 'chat, cut off',
    routeId: 'chat.completions',
    body: chat('cut', { stream: true }),
    truth: 'upstream',
  },
  { title: 'responses', routeId: 'responses', body: { model: 'gpt-4o-mini', input: 'Say hello.' }, truth: 'done' },
  {
    title: 'embeddings',
    routeId: 'embeddings',
    body: { model: 'text-embedding-3-small', input: ['one', 'two'] },
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
  { title: 'speech', routeId: 'audio.speech', body: { model: 'tts-1', input: 'Hello', voice: 'alloy' }, truth: 'done' },
  {
    title: 'transcription',
    routeId: 'audio.transcriptions',
    body: { model: 'whisper-1' },
    files: { file: 'second.wav' },
    truth: 'done',
  },
  { title: 'native listing', routeId: 'native.models', truth: 'route-absent' },
  {
    title: 'native generate',
    routeId: 'native.generateContent',
    params: { model: 'gpt-4o-mini' },
    body: { contents: [{ parts: [{ text: 'Say hello.' }] }] },
    truth: 'done',
  },
  {
    title: 'legacy edits, not supported',
    routeId: 'edits',
    body: { model: 'gpt-4o-mini', instruction: 'x', input: 'y' },
    truth: 'route-absent',
  },
  {
    title: 'video generations, not supported',
    routeId: 'video.generations',
    body: { model: 'gpt-4o-mini', prompt: 'x' },
    truth: 'route-absent',
  },
  { title: 'unknown model', routeId: 'chat.completions', body: chat('no-such-model'), truth: 'model-not-found' },
  { title: 'wrong key', routeId: 'chat.completions', body: chat('gpt-4o-mini'), key: 'wrong', truth: 'auth' },
  {
    title: 'no key',
    routeId: 'chat.completions',
    body: chat('gpt-4o-mini'),
    key: 'none',
    truth: 'key-missing',
  },
  {
    title: "the provider rejects the gateway's key",
    routeId: 'chat.completions',
    body: chat('vendor-key'),
    truth: 'upstream-account',
  },
  { title: 'the provider is unreachable', routeId: 'chat.completions', body: chat('vendor-gone'), truth: 'upstream' },
];
