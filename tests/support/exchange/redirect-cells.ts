import { openWebSocket } from '#core/realtime/socket/open-web-socket.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { CustomKeyStyle, DraftInput } from '#shared/contract/exchanges.ts';
import { all, chatBody, collect, memoryFile, never, startBench } from './bench.ts';
import { canaryKey } from './canary.ts';
import { completion } from './chat-wire.ts';
import { json, type Received, respond, startRecordingServer } from './wire-server.ts';

export const redirectStatuses = [301, 302, 303, 307, 308] as const;

/** One kind of request with one kind of credential, against a gateway that redirects it to another origin. */
export interface RedirectCell {
  credential: string;
  kind: string;
  /** True for a request that carries the credential where it belongs. */
  carries: (request: Received) => boolean;
  ask: (origin: string) => Promise<{ isRefused: boolean; message: string; status: number | undefined }>;
}

const form = {
  kind: 'form' as const,
  fields: [
    { kind: 'text' as const, name: 'model', value: 'm' },
    { kind: 'file' as const, name: 'file', fileId: 'f1' },
  ],
};
const none = { kind: 'none' as const };
const question = { kind: 'json' as const, text: '{"contents":[{"parts":[{"text":"Hi"}]}]}' };
const session = { protocol: 'realtime', path: '/v1/realtime' };

type Drafts = Record<string, Partial<DraftInput>>;

/** With the key as the compatible surface expects it. */
const compatible: Drafts = {
  unary: { body: chatBody() },
  stream: { body: chatBody({ stream: true }) },
  upload: { routeId: 'audio.transcriptions', body: form },
  download: { routeId: 'videos.content', params: { task_id: 't1' }, body: none },
  poll: { routeId: 'videos.get', params: { task_id: 't1' }, body: none },
};

/** With the key as the native surface expects it; what that surface has no route for is a custom request. */
const native = (keyStyle: CustomKeyStyle): Drafts => ({
  unary: { routeId: 'native.generateContent', params: { model: 'm-1' }, body: question },
  stream: { routeId: 'native.streamGenerateContent', params: { model: 'm-1' }, body: question },
  upload: { routeId: 'custom', custom: { method: 'POST', path: '/vendor/upload', keyStyle }, body: form },
  download: { routeId: 'custom', custom: { method: 'GET', path: '/vendor/film', keyStyle }, body: none },
  poll: { routeId: 'custom', custom: { method: 'GET', path: '/vendor/tasks/1', keyStyle }, body: none },
});

const has = (name: string, value: string) => (request: Received) =>
  request.headers.some(([given, text]) => given.toLowerCase() === name && text === value);

const ways: {
  credential: string;
  connection: Partial<Connection>;
  drafts: Drafts;
  handshake: { headers?: [string, string][]; query?: string };
  carries: RedirectCell['carries'];
}[] = [
  {
    credential: 'Bearer',
    connection: {},
    drafts: compatible,
    handshake: { headers: [['Authorization', `Bearer ${canaryKey}`]] },
    carries: has('authorization', `Bearer ${canaryKey}`),
  },
  {
    credential: 'the native header',
    connection: { nativeKeyStyle: 'x-vendor-api-key' },
    drafts: native('x-vendor-api-key'),
    handshake: { headers: [['x-vendor-api-key', canaryKey]] },
    carries: has('x-vendor-api-key', canaryKey),
  },
  {
    credential: 'a key in the query',
    connection: { nativeKeyStyle: 'query' },
    drafts: native('query'),
    handshake: { query: `?key=${canaryKey}` },
    carries: ({ target }) => target.includes(`key=${canaryKey}`),
  },
  {
    credential: 'a custom header',
    connection: { headers: [['X-Tenant-Secret', `tenant-${canaryKey}`]] },
    drafts: compatible,
    handshake: { headers: [['X-Tenant-Secret', `tenant-${canaryKey}`]] },
    carries: has('x-tenant-secret', `tenant-${canaryKey}`),
  },
];

/** Every kind of request with every kind of credential. */
export const redirectCells: RedirectCell[] = ways.flatMap(({ credential, connection, drafts, handshake, carries }) => [
  ...Object.entries(drafts).map(([kind, draft]) => ({
    credential,
    kind,
    carries,
    ask: (origin: string) => askOverHttp(origin, connection, draft),
  })),
  { credential, kind: 'handshake', carries, ask: (origin: string) => askForSession(origin, handshake) },
]);

async function askOverHttp(origin: string, connection: Partial<Connection>, draft: Partial<DraftInput>) {
  const bench = startBench(origin, {
    connection: { exposedRoutes: ['native.streamGenerateContent', 'custom'], ...connection },
  });
  try {
    bench.files.set('f1', memoryFile('a.wav', 'audio/wav', new Uint8Array(100)));
    const parts = await all(bench.exchanges.perform(bench.draft(draft), { signal: never, repeat: false }));
    const { error } = collect(parts).end;
    return { isRefused: error?.code === 'redirect', message: error?.message ?? '', status: error?.status ?? undefined };
  } finally {
    await bench.close();
  }
}

async function askForSession(
  origin: string,
  { headers = [], query = '' }: { headers?: [string, string][]; query?: string },
) {
  const { hostname, port } = new URL(origin);
  const opened = await openWebSocket(
    {
      address: `ws://${hostname}:${port}${session.path}${query}`,
      to: { secure: false, host: hostname, port: Number(port), tunnel: true, proxy: null, extraCa: [] },
      headers,
      protocols: [session.protocol],
    },
    { signal: never, limitMs: 5000, mark() {}, onConnected() {}, onRequest() {} },
  );
  const isRefused = opened.kind === 'refused';
  const location = isRefused
    ? (opened.head.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '')
    : '';
  return { isRefused, message: location, status: isRefused ? opened.head.status : undefined };
}

export interface RedirectResult {
  /** The requests received by the gateway. */
  asked: Received[];
  /** What the other origin received, in bytes. */
  leakedBytes: number;
  /** True when each was rejected, with its status and its redirect target. */
  areAllTold: boolean;
}

/** Sends one request for every redirect status. */
export async function tryRedirects({ ask }: RedirectCell): Promise<RedirectResult> {
  const other = await startRecordingServer(({ socket }) => socket.write(json(completion())));
  const place = `${other.url}/v1/elsewhere`;
  let status: number = redirectStatuses[0];
  const server = await startRecordingServer(({ socket }) => socket.write(respond(status, { location: place }, '')));
  try {
    let areAllTold = true;
    for (status of redirectStatuses) {
      const told = await ask(server.url);
      areAllTold &&= told.isRefused && told.status === status && told.message.includes(place);
    }
    return { asked: server.requests, leakedBytes: other.receivedBytes(), areAllTold };
  } finally {
    await server.close();
    await other.close();
  }
}
