import { expect, onTestFinished, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { json, type Received, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

const refusal = (message: string, status = 400, param: string | null = null) =>
  json({ error: { message, type: 'invalid_request_error', param, code: 'invalid_value' } }, status);
const success = json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] });

/** A core that calls a gateway whose responses a test selects. */
async function setUp(dataFolder = tempFolder()) {
  let answer: Buffer = success;
  const server = await startRecordingServer(({ socket, body }: Received) => void body.then(() => socket.write(answer)));
  onTestFinished(() => server.close());
  const core = await openCore({ dataFolder });
  const { id } = await core.client.connections.save({ name: 'Test', baseAddress: server.url });
  const list = (about: Partial<Parameters<typeof core.client.limits.list>[0]> = {}) =>
    core.client.limits.list({ connectionId: id, ...about });
  return {
    ...core,
    connectionId: id,
    list,
    async send(given: Buffer, body: Record<string, unknown>, draft: Partial<DraftInput> = {}): Promise<LearnedLimit[]> {
      answer = given;
      const text = JSON.stringify({ model: 'm-1', messages: [], ...body });
      const run = core.client.exchanges.run({
        connectionId: id,
        routeId: 'chat.completions',
        body: { kind: 'json', text },
        ...draft,
      });
      for await (const _ of run);
      return list();
    },
  };
}

const tooHot = refusal(
  "Unsupported value: 'temperature' does not support 2 with this model. Only the default (1) value is supported.",
  400,
  'temperature',
);

test('a refusal is remembered with its words, counted, and shown for its model', async () => {
  const { send, list, connectionId, client } = await setUp();
  const [first] = await send(tooHot, { temperature: 2 });
  expect(first).toMatchObject({
    connectionId,
    routeId: 'chat.completions',
    model: 'm-1',
    kind: 'unknown-value',
    field: 'temperature',
    refused: '2',
    allowed: ['1'],
    said: expect.stringContaining('Only the default (1)'),
    times: 1,
  });
  expect((await client.exchanges.get({ id: first!.exchangeId })).state).toBe('failed');
  const [again, ...others] = await send(tooHot, { temperature: 2 });
  expect(others).toEqual([]);
  expect(again).toMatchObject({ id: first!.id, times: 2 });
  expect(again!.seenAt).toBeGreaterThan(first!.seenAt);
  expect(await send(tooHot, { temperature: 3 })).toHaveLength(2);
  expect(await list({ model: 'm-2' })).toEqual([]);
  expect(await list({ routeId: 'responses' })).toEqual([]);
  expect(await list({ routeId: 'chat.completions', model: 'm-1' })).toHaveLength(2);
});

test('a limit of the whole gateway applies to every model', async () => {
  const { send, list } = await setUp();
  await send(refusal('Request body too large (max 1 MB)', 413), {
    messages: [{ role: 'user', content: 'x'.repeat(5_000) }],
  });
  expect(await list({ model: 'another' })).toMatchObject([{ kind: 'largest-body', model: null, allowed: ['1000000'] }]);
});

test('a limit disproved by success is forgotten, and nothing else is', async () => {
  const { send } = await setUp();
  await send(tooHot, { temperature: 2 });
  await send(refusal("Unknown parameter: 'top_k'.", 400, 'top_k'), { top_k: 3 });
  await send(refusal('Request body too large', 413), { messages: [{ role: 'user', content: 'x'.repeat(5_000) }] });
  expect(await send(success, { temperature: 1 })).toHaveLength(3);
  expect((await send(success, { temperature: 2 })).map(({ kind }) => kind)).toEqual([
    'largest-body',
    'unknown-parameter',
  ]);
  expect(await send(success, { top_k: 9, model: 'other' })).toHaveLength(2);
  expect((await send(success, { top_k: 9 })).map(({ kind }) => kind)).toEqual(['largest-body']);
  expect(await send(success, { messages: [{ role: 'user', content: 'y'.repeat(6_000) }] })).toEqual([]);
});

test('file formats are learned by their type and extension', async () => {
  const { send, files } = await setUp();
  const wav = await files.admit(
    { name: 'talk.aiff', type: 'audio/aiff', sizeBytes: null },
    (async function* () {
      yield Buffer.from('FORM');
    })(),
  );
  const fields = [
    { kind: 'text' as const, name: 'model', value: 'whisper' },
    { kind: 'file' as const, name: 'file', fileId: wav.id },
  ];
  const draft: Partial<DraftInput> = { routeId: 'audio.transcriptions', body: { kind: 'form', fields } };
  const words = "Invalid file format. Supported formats: ['flac', 'mp3']";
  expect(await send(refusal(words), {}, draft)).toMatchObject([
    { kind: 'unsupported-format', field: 'file', refused: 'aiff', allowed: ['flac', 'mp3'], model: 'whisper' },
  ]);
  expect(await send(json({ text: 'Hello' }), {}, draft)).toEqual([]);
});

test('the user can forget a limit, and it is deleted with its connection', async () => {
  const { send, list, client, connectionId } = await setUp();
  const [limit] = await send(tooHot, { temperature: 2 });
  const announced: unknown[] = [];
  const leaving = new AbortController();
  const listening = (async () => {
    for await (const change of client.host.changes({}, { signal: leaving.signal })) {
      announced.push(change);
      if (change.area === 'limits') return;
    }
  })();
  await client.limits.forget({ id: limit!.id });
  expect(await list()).toEqual([]);
  await listening;
  leaving.abort();
  await send(tooHot, { temperature: 2 });
  await client.connections.remove({ id: connectionId });
  expect(await list()).toEqual([]);
});

test('limits are there after a restart', async () => {
  const folder = tempFolder();
  const first = await setUp(folder);
  const learned = await first.send(tooHot, { temperature: 2 });
  await first.close();
  const second = await openCore({ dataFolder: folder });
  expect(await second.client.limits.list({ connectionId: first.connectionId })).toEqual(learned);
});

test('requests never sent, and network failures, teach nothing', async () => {
  const { send, client, connectionId, list } = await setUp();
  await send(json({ error: { message: 'Rate limit reached. Allowed values are: a, b' } }, 429), { n: 1 });
  for await (const _ of client.exchanges.run({
    connectionId,
    routeId: 'chat.completions',
    body: { kind: 'json', text: '{' },
  }));
  expect(await list()).toEqual([]);
});
