import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FileStore } from '#core/files/file-store.ts';
import { openDatabase } from '#core/store/database.ts';
import { readParts } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { canaryKey } from '../../support/exchange/canary.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { filesBelow } from '../../support/files-below.ts';
import { watchCore } from './watched-core.ts';

/** Words that occur nowhere else, which a test searches for in every file of the data folder. */
const word = (about: string) => `quince-${about}-marmalade`;

const holding = (folder: string, text: string) =>
  filesBelow(folder)
    .filter(({ bytes }) => bytes.includes(text) || bytes.includes(Buffer.from(text).toString('base64').slice(4, -4)))
    .map(({ name }) => path.relative(folder, name));

async function* once(text: string) {
  yield Buffer.from(text);
}
const admit = (files: FileStore, about: string) =>
  files.admit({ name: `${about}.png`, type: 'image/png', sizeBytes: null }, once(`PNG ${word(about)}`));

async function openFolder(dataFolder = tempFolder()) {
  const opened = await watchCore({ dataFolder });
  onTestFinished(opened.close);
  return { ...opened, dataFolder };
}

test('a deleted document takes its image, mask and thumbnail with it, and leaves what others show', async () => {
  const { core, client, dataFolder } = await openFolder();
  const [own, mask, thumbnail, shared, chosen] = await Promise.all(
    ['picture', 'mask', 'thumbnail', 'shared', 'chosen'].map((about) => admit(core.files, about)),
  );
  const document = (id: string, ...files: ({ id: string } | undefined)[]) =>
    client.library.save({
      id,
      panel: 'images',
      title: word('title'),
      model: null,
      content: JSON.stringify({ prompt: word('prompt'), files: files.map((file) => file?.id) }),
      passages: [{ messageId: 'm', text: word('passage') }],
      revision: 0,
    });
  const id = randomUUID();
  await document(id, own, mask, thumbnail, shared, chosen);
  await document(randomUUID(), shared);
  await client.settings.put({ name: 'images.reference', value: { fileId: chosen?.id ?? '' } });
  for (const about of ['picture', 'mask', 'thumbnail', 'prompt', 'passage'])
    expect(holding(dataFolder, word(about))).not.toEqual([]);

  await client.library.remove({ id });
  for (const about of ['picture', 'mask', 'thumbnail']) expect(holding(dataFolder, word(about))).toEqual([]);
  for (const about of ['shared', 'chosen']) expect(holding(dataFolder, word(about))).toHaveLength(1);
  for (const { id: other } of await client.library.conversations({ panel: 'images' }))
    await client.library.remove({ id: other });
  for (const about of ['shared', 'title', 'prompt', 'passage']) expect(holding(dataFolder, word(about))).toEqual([]);
});

test('a deleted prompt leaves neither its text nor the default values of its variables', async () => {
  const { client, dataFolder } = await openFolder();
  const id = randomUUID();
  const defaults = { note: word('default') };
  await client.prompts.save({ id, name: word('name'), text: `${word('text')} {{note}}`, defaults, revision: 0 });
  for (const about of ['name', 'text', 'default']) expect(holding(dataFolder, word(about))).not.toEqual([]);
  await client.prompts.remove({ id });
  for (const about of ['name', 'text', 'default']) expect(holding(dataFolder, word(about))).toEqual([]);
});

test('a deleted exchange leaves no byte: not its bodies, not the files it sent, not its exports', async () => {
  const server = await startRecordingServer(
    ({ socket, body }) => void body.then(() => socket.write(json(completion(word('answer'))))),
  );
  onTestFinished(() => server.close());
  const { core, client, dataFolder } = await openFolder();
  const { id: connectionId } = await client.connections.save({ name: 'Gate', baseAddress: server.url });
  await client.keys.put({ connectionId, alias: 'one', secret: canaryKey });
  const [audio, kept] = await Promise.all([admit(core.files, 'sound'), admit(core.files, 'kept')]);
  const send = async (file: { id: string } | undefined) => {
    const fields = [
      { kind: 'text' as const, name: 'model', value: 'm' },
      { kind: 'text' as const, name: 'prompt', value: word('prompt') },
      { kind: 'file' as const, name: 'file', fileId: file?.id ?? '' },
    ];
    const parts = await readParts(
      client.exchanges.run({ connectionId, routeId: 'audio.transcriptions', body: { kind: 'form', fields } }),
    );
    const end = parts.at(-1);
    expect(end).toMatchObject({ type: 'run-end', sent: 'answered' });
    return end?.type === 'run-end' ? end.exchangeId : '';
  };
  const ids = [await send(audio), await send(kept), await send(kept)];
  await client.exchanges.har({ ids });
  await client.exchanges.keepBody({ id: ids[0] ?? '', side: 'response' });
  for (const about of ['prompt', 'answer', 'sound', 'kept'])
    expect(holding(dataFolder, word(about)), about).not.toEqual([]);

  await client.exchanges.forget({ ids: ids.slice(0, 2) });
  expect(holding(dataFolder, word('sound'))).toEqual([]);
  expect(holding(dataFolder, word('kept'))).not.toEqual([]);
  await client.exchanges.forget({ ids: ids.slice(2) });
  for (const about of ['prompt', 'answer', 'sound', 'kept']) expect(holding(dataFolder, word(about))).toEqual([]);
});

test('unreferenced files are deleted at a later start, once they are a day old and no other process has the folder open', async () => {
  const first = await openFolder();
  const { dataFolder } = first;
  const [old, named, young] = await Promise.all(
    ['old', 'named', 'young'].map((about) => admit(first.core.files, about)),
  );
  await first.client.settings.put({ name: 'draft', value: [named?.id ?? ''] });
  await first.close();
  const db = openDatabase(dataFolder);
  db.sql.prepare('UPDATE files SET created_at = 1 WHERE id <> ?').run(young?.id ?? '');
  db.close();
  for (const { name } of filesBelow(path.join(dataFolder, 'files'))) utimesSync(name, 0, 0);

  const other = openDatabase(dataFolder);
  const second = await openFolder(dataFolder);
  expect(await second.core.files.open(old?.id ?? '')).not.toBeNull();
  await second.close();
  other.close();

  const third = await openFolder(dataFolder);
  await expect.poll(() => holding(dataFolder, word('old'))).toEqual([]);
  expect(await third.core.files.open(old?.id ?? '')).toBeNull();
  for (const file of [named, young]) expect(await third.core.files.open(file?.id ?? '')).not.toBeNull();
});
