import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import { type DraftInput, snippetLanguages } from '#shared/contract/exchanges.ts';
import type { KeyHeader } from '#shared/protocol/gateway-details.ts';
import { program } from '../../support/cli/run-program.ts';
import { chatBody, never, startBench } from '../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { json, type Received, respond, startRecordingServer } from '../../support/exchange/wire-server.ts';

interface Credential {
  name: string;
  /** Of a native route. */
  style?: NativeKeyStyle | undefined;
  /** Of compatible routes. */
  keyHeader?: KeyHeader | undefined;
  draft: Partial<DraftInput>;
  /** The header in which the key has to be, and no other. */
  header: [name: string, value: string];
  args: string[];
}

const credentials: Credential[] = [
  {
    name: 'Bearer',
    draft: { body: chatBody() },
    header: ['Authorization', `Bearer ${canaryKey}`],
    args: ['chat.completions', 'Hi', '-m', 'm-1'],
  },
  ...[
    { name: 'api-key', prefix: '' },
    { name: 'Ocp-Apim-Subscription-Key', prefix: '' },
    { name: 'X-Team', prefix: 'Token ' },
    { name: 'Authorization', prefix: 'Key ' },
  ].map(
    (keyHeader): Credential => ({
      name: `the header ${keyHeader.name} ${keyHeader.prefix}`,
      keyHeader,
      draft: { body: chatBody() },
      header: [keyHeader.name, keyHeader.prefix + canaryKey],
      args: ['chat.completions', 'Hi', '-m', 'm-1', '--key-header', `${keyHeader.name}: ${keyHeader.prefix.trim()}`],
    }),
  ),
  ...(
    [
      ['x-goog-api-key', ['x-goog-api-key', canaryKey]],
      ['x-vendor-api-key', ['x-vendor-api-key', canaryKey]],
      ['bearer', ['Authorization', `Bearer ${canaryKey}`]],
    ] as const
  ).map(
    ([style, header]): Credential => ({
      name: `the native key style ${style}`,
      style,
      draft: {
        routeId: 'native.generateContent',
        params: { model: 'm-1' },
        body: { kind: 'json', text: '{"contents":[{"parts":[{"text":"Hi"}]}]}' },
      },
      header: [...header],
      args: ['native.generateContent', 'Hi', '-m', 'm-1', '--native-key-style', style],
    }),
  ),
];

/** A gateway that echoes all it received. */
const echo = ({ socket, head, target }: Received) =>
  socket.write(json({ error: { message: `${target} ${head} ${btoa(canaryKey)}`, code: canaryKey } }, 401));

type Sent = Pick<Credential, 'style' | 'keyHeader'>;

async function open(answer: (request: Received) => unknown, { style = 'x-goog-api-key', keyHeader }: Sent = {}) {
  const server = await startRecordingServer(answer);
  onTestFinished(() => server.close());
  const bench = startBench(server.url, { connection: { nativeKeyStyle: style, ...(keyHeader && { keyHeader }) } });
  onTestFinished(() => bench.close());
  return { server, bench };
}

test.each(credentials)(
  '$name is sent where it belongs, and comes back redacted',
  async ({ draft, header, style, keyHeader }) => {
    const { server, bench } = await open(echo, { style, keyHeader });
    const { parts, id } = await bench.run(draft);
    const carrying = server.requests[0]?.headers.filter(([, value]) => value.includes(canaryKey));
    expect(carrying).toEqual([header]);
    expect(server.requests[0]?.target).not.toContain(canaryKey);
    expect(JSON.stringify(parts)).toContain('[redacted key]');
    expect(canariesIn([parts, await bench.exchanges.handlers.get({ id }, { signal: never })])).toEqual([]);
    for (const name of readdirSync(bench.folder))
      expect(canariesIn(readFileSync(path.join(bench.folder, name)))).toEqual([]);
  },
);

test.each(credentials)('$name follows no redirect', async ({ draft, style, keyHeader }) => {
  const other = await startRecordingServer(({ socket }) => socket.write(json({})));
  onTestFinished(() => other.close());
  for (const status of [301, 302, 303, 307, 308]) {
    const { bench } = await open(({ socket }) => socket.write(respond(status, { location: `${other.url}/x` }, '')), {
      style,
      keyHeader,
    });
    expect((await bench.run(draft)).end.error).toMatchObject({ code: 'redirect', status });
  }
  expect(other.receivedBytes()).toBe(0);
});

test.each(credentials)('$name is bound to its origin', async ({ draft, style, keyHeader }) => {
  const { server, bench } = await open(echo, { style, keyHeader });
  Object.assign(bench.connection, { origin: 'https://elsewhere.test', baseAddress: 'https://elsewhere.test' });
  expect((await bench.run(draft)).end).toMatchObject({ sent: 'not-sent', error: { code: 'no-key' } });
  expect(server.receivedBytes()).toBe(0);
});

test.each(credentials)(
  'exports of a request with $name name the place of the key and not the key',
  async ({ draft, header, style, keyHeader }) => {
    const { bench } = await open(echo, { style, keyHeader });
    const { id } = await bench.run(draft);
    const asked = { signal: never };
    for (const language of snippetLanguages) {
      const { text } = await bench.exchanges.handlers.snippet({ id, language }, asked);
      expect(text).toMatch(/PATCHBAY_(?:API_KEY|X_TEAM|OCP_APIM_SUBSCRIPTION_KEY)/);
      expect(canariesIn(text)).toEqual([]);
    }
    const har = await bench.exchanges.handlers.har({ ids: [id] }, asked);
    const text = bench.made.get(har.id)?.bytes.toString('utf8') ?? '';
    expect(JSON.parse(text).log.entries[0].request.headers).toContainEqual({
      name: header[0],
      value: header[1].replace(canaryKey, '[redacted key]'),
    });
    expect(canariesIn(text)).toEqual([]);
  },
);

test.each(credentials)(
  'a terminal that receives $name from the gateway prints none of it',
  async ({ args }) => {
    const { server } = await open(echo);
    for (const more of [[], ['--json']]) {
      const { code, stdout, stderr } = await program(['run', ...args, '--base-url', server.url, ...more], {
        env: { PATCHBAY_API_KEY: canaryKey },
      });
      expect(code).toBe(3);
      expect(stdout + stderr).toContain('[redacted key]');
      expect(canariesIn(stdout + stderr)).toEqual([]);
    }
  },
  120_000,
);
