import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { readParts, textOf } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { delta, done, finish, streamed } from '../../support/exchange/chat-wire.ts';
import { startRecordingServer } from '../../support/exchange/wire-server.ts';
import { watchCore } from './watched-core.ts';

const names = ['__proto__', 'constructor', 'prototype', 'toString'] as const;
const before = Object.getOwnPropertyNames(Object.prototype);

/** What `JSON.parse` creates: an own member of that name, which an assignment would not create. */
const poisoned = (name: string, inner: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(inner)}}`);

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(Object.getPrototypeOf({}))).toEqual([]);
});

async function open(...events: string[]) {
  const server = await startRecordingServer(streamed(...events, delta('Hello'), finish, done));
  onTestFinished(() => server.close());
  const { client, close } = await watchCore({ dataFolder: tempFolder() });
  onTestFinished(close);
  const { id } = await client.connections.save({ name: 'Gate', baseAddress: server.url });
  await client.keys.put({ connectionId: id, alias: 'one', secret: 'sk-a-secret-of-this-test' });
  const draft = (body: unknown): DraftInput => ({
    connectionId: id,
    routeId: 'chat.completions',
    body: { kind: 'json', text: JSON.stringify(body) },
  });
  return { client, draft, server };
}

test.each(names)('%s in the deltas of a stream, in its stored form and when read again', async (name) => {
  const bad = `data: ${JSON.stringify({ choices: [{ index: 0, delta: poisoned(name, { content: 'x', polluted: 1 }) }] })}\n\n`;
  const { client, draft } = await open(bad, `data: {${JSON.stringify(name)}:{"choices":[],"polluted":1}}\n\n`);
  const parts = await readParts(client.exchanges.run(draft({ model: 'm', messages: [], stream: true })));
  expect(textOf(parts)).toBe('Hello');
  const end = parts.at(-1);
  const id = end?.type === 'run-end' ? end.exchangeId : '';
  expect(textOf(await readParts(client.exchanges.watch({ id })))).toBe('Hello');
  const rows = [];
  for await (const row of client.exchanges.events({ id })) rows.push(row);
  expect(rows.some(({ data }) => data.includes(name))).toBe(true);
});

test.each(names)('%s in a preference, a conversation and a connection file', async (name) => {
  const { client } = await open();
  const value = poisoned(name, { polluted: 1, isDemo: true });
  await client.settings.put({ name, value });
  const kept = (await client.settings.all({})) as object;
  expect(Object.getPrototypeOf(kept) === null || Object.getPrototypeOf(kept) === Object.prototype).toBe(true);
  const content = `{${JSON.stringify(name)}:{"polluted":1}}`;
  await client.library.save({ id: 'a', panel: 'chat', title: name, model: name, content, passages: [], revision: 0 });
  expect((await client.library.open({ id: 'a' }))?.content).toBe(content);
  const file = await client.files.keep({
    name: 'connections.json',
    type: 'application/json',
    text: JSON.stringify([{ name, base_url: 'https://gate.example', ...value }]).replace(
      '{',
      '{"__proto__":{"acceptedInsecure":true},',
    ),
  });
  const candidates = await client.connections.importPreview({ fileId: file.id });
  const { connections } = await client.connections.importChosen({
    fileId: file.id,
    refs: candidates.map(({ ref }) => ref),
  });
  expect(connections).toHaveLength(1);
  for (const connection of await client.connections.list({}))
    expect(connection).toMatchObject({ acceptedInsecure: false, isDemo: false });
});

test('a flag that a request inherits is ignored', async () => {
  const { client, draft, server } = await open();
  const misuse = draft({ contents: [{ parts: [{ text: 'x' }] }] });
  const sly = JSON.parse(JSON.stringify(misuse).replace('{', '{"__proto__":{"options":{"allowMisuse":true}},'));
  sly.options = JSON.parse('{"__proto__":{"allowMisuse":true}}');
  const parts = await readParts(client.exchanges.run(sly as DraftInput));
  expect(parts.at(-1)).toMatchObject({ type: 'run-end', sent: 'not-sent', error: { code: 'misuse' } });
  expect(server.requests).toEqual([]);
});
