import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#core/index.ts';
import { customKeyStyles, type DraftInput, snippetLanguages } from '#shared/contract/exchanges.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import type { Route } from '#shared/protocol/route.ts';
import { pathParameters, routes } from '#shared/protocol/table.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../../support/core/create-host-services.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../../support/exchange/canary.ts';
import { echoes } from '../../../support/exchange/echoes.ts';
import { json, startRecordingServer } from '../../../support/exchange/wire-server.ts';

const routesOverHttp = Object.values(routes).filter(({ transport }) => transport === 'http');

/** A request of a route with all required fields, and the key wherever a user might type it. */
function draftFor(route: Route, connectionId: string, fileId: string, turn: number): DraftInput {
  const params = Object.fromEntries(pathParameters(route).map((name) => [name, `id-${turn}`]));
  const needed = route.needs.map((name) => [name, name === 'messages' || name === 'contents' ? [] : 'x']);
  const own = {
    ...Object.fromEntries(needed),
    ...(turn % 3 === 0 && { user: canaryKey }),
    ...(turn % 2 === 0 && { stream: true }),
  };
  const fields = [
    ...route.needs.map((name) =>
      name === 'file' || name === 'image'
        ? { kind: 'file' as const, name, fileId }
        : { kind: 'text' as const, name, value: 'x' },
    ),
    { kind: 'text' as const, name: 'prompt', value: `is ${canaryKey} a key?` },
  ];
  return {
    connectionId,
    routeId: route.id,
    params,
    query: turn % 4 === 0 ? [['note', canaryKey]] : [],
    body:
      route.body === 'none'
        ? { kind: 'none' }
        : route.body === 'json'
          ? { kind: 'json', text: JSON.stringify(own) }
          : { kind: 'form', fields },
    ...(route.id === 'custom' && {
      custom: { method: 'POST', path: '/vendor/x', keyStyle: customKeyStyles[turn % customKeyStyles.length] },
    }),
    options: { allowMisuse: true },
  };
}

async function read<T>(answers: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of answers) found.push(one);
  return found;
}

/** Calls everything that can be called about one exchange. */
async function requestAll({ exchanges }: Client, id: string): Promise<void> {
  await exchanges.get({ id });
  await read(exchanges.watch({ id }));
  await read(exchanges.events({ id }));
  await exchanges.chunks({ id });
  for (const side of ['request', 'response'] as const) {
    await exchanges.body({ id, side });
    await exchanges.keepBody({ id, side }).catch(() => {});
  }
  for (const language of snippetLanguages) await exchanges.snippet({ id, language });
}

/** Every file below a folder. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

test('over all routes and all ways to send it back, no key is output and none is on disk', async () => {
  let turn = 0;
  const server = await startRecordingServer(async (request) => {
    await request.body;
    const [, echo] = echoes[turn % echoes.length]!;
    // Every fourth one is a refusal that a limit can be learned from.
    if (turn % 4 === 3)
      request.socket.write(
        json(
          {
            error: {
              message: `Unsupported value: '${canaryKey}'. Supported values are: '${canaryKey}', 'a'`,
              param: 'user',
            },
          },
          400,
        ),
      );
    else await echo(canaryKey)(request);
  });
  onTestFinished(() => server.close());
  const dataFolder = tempFolder();
  const core = await createCore(createHostServices({ dataFolder }));
  onTestFinished(() => core.close());
  const [clientEnd, coreEnd] = createPair();
  const frames: unknown[] = [];
  const stop = serve(contract, core.handlers, {
    ...coreEnd,
    post(frame) {
      frames.push(structuredClone(frame));
      coreEnd.post(frame);
    },
  });
  onTestFinished(stop);
  const client = connect(contract, clientEnd);

  const changes = new AbortController();
  void read(client.host.changes({}, { signal: changes.signal })).catch(() => {});
  const { id: connectionId } = await client.connections.save({
    name: 'Test',
    baseAddress: server.url,
    headers: [['X-Team-Token', `team-${canaryKey}`]],
  });
  await client.keys.put({ connectionId, alias: 'canary', secret: canaryKey });
  const file = await core.files.admit(
    { name: 'talk.wav', type: 'audio/wav', sizeBytes: null },
    (async function* () {
      yield Buffer.from('RIFF');
    })(),
  );
  const ids: string[] = [];
  for (const route of routesOverHttp)
    for (let count = 0; count < 6; count += 1) {
      turn += 1;
      const draft = draftFor(route, connectionId, file.id, turn);
      await client.exchanges.preview(draft);
      const parts = await read(client.exchanges.run(draft));
      const end = parts.at(-1);
      if (end?.type !== 'run-end') throw new Error('no end');
      ids.push(end.exchangeId);
      await requestAll(client, end.exchangeId);
      if (count === 0)
        for (const language of snippetLanguages)
          await client.exchanges.draftSnippet({ draft: { ...draft, query: [], body: { kind: 'none' } }, language });
    }
  await client.exchanges.list({ limit: 500, text: 'canary' });
  await client.exchanges.counts({});
  await client.exchanges.har({ ids });
  expect((await client.limits.list({ connectionId })).length).toBeGreaterThan(0);
  await client.models.list({ connectionId, refresh: true }).catch(() => {});
  await client.keys.status({ connectionId });
  changes.abort();

  expect(server.requests.length).toBeGreaterThan(100);
  expect(server.requests.every(({ head }) => head.includes(canaryKey))).toBe(true);
  expect(frames.length).toBeGreaterThan(2_000);
  // A connection's own headers are shown to the user who typed them, and to nobody else.
  const shown = frames.filter((frame) => !JSON.stringify(frame).includes('"baseAddress"'));
  expect(shown.flatMap((frame) => canariesIn(frame))).toEqual([]);

  // It was sent back, and was seen.
  expect(shown.filter((frame) => JSON.stringify(frame).includes('[redacted key]')).length).toBeGreaterThan(500);

  const scan = () =>
    filesBelow(dataFolder).filter((name) => canariesIn(withoutConnections(readFileSync(name))).length > 0);
  expect(filesBelow(dataFolder).length).toBeGreaterThan(50);
  expect(scan()).toEqual([]);
  await core.close();
  expect(scan()).toEqual([]);
}, 120_000);

/** The headers of a connection are stored as typed: they are the user's own setting. */
const withoutConnections = (bytes: Buffer) => {
  const text = bytes.toString('latin1');
  return Buffer.from(text.replaceAll(`[["X-Team-Token","team-${canaryKey}"]]`, ''), 'latin1');
};
