import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RunningCore } from '#core/index.ts';
import type { Client } from '#shared/contract/index.ts';
import { openCore, readParts, textOf } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

/**
 * A backup that the browser host wrote before modules, files and symbols were renamed (commit 115d6242), after one use of
 * each panel with the demo gateway.
 */
const archive = gunzipSync(readFileSync(path.join(import.meta.dirname, 'fixtures/before-rename.tar.gz')));

/** Returns the file of a tar archive whose name is `name`. */
function fileIn(tar: Buffer, name: string): Buffer {
  for (let at = 0; at < tar.length; ) {
    const sizeBytes = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0;
    if (tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '') === name)
      return tar.subarray(at + 512, at + 512 + sizeBytes);
    at += 512 + Math.ceil(sizeBytes / 512) * 512;
  }
  throw new Error(`the archive has no ${name}`);
}

/** What every panel left in the history, read as the panels read it. */
async function readHistory({ client }: RunningCore & { client: Client }) {
  const documents = await Promise.all(
    ['chat', 'images', 'audio', 'embeddings', 'rerank'].map(async (panel) => {
      const [row] = await client.library.conversations({ panel });
      const document = await client.library.open({ id: row?.id ?? '' });
      return [panel, row?.title, Object.keys(JSON.parse(document?.content ?? '{}')).length > 0];
    }),
  );
  const exchanges = await client.exchanges.list({ limit: 200 });
  const chat = exchanges.findLast(({ routeId }) => routeId === 'chat.completions');
  const [task] = await client.tasks.list({});
  const [session] = await client.realtime.sessions({});
  const [run] = await client.checks.runs({});
  return {
    documents,
    exchanges: exchanges.length,
    reply: textOf(await readParts(client.exchanges.watch({ id: chat?.id ?? '' }))),
    task: task && { state: task.state, prompt: task.prompt },
    frames: (await client.realtime.frames({ id: session?.id ?? '' })).length,
    cells: run && (await client.checks.get({ runId: run.id })).cells,
    found: (await client.library.search({ panel: 'chat', text: 'Count' })).length,
    connections: (await client.connections.list({})).map(({ name }) => name),
  };
}

const history = {
  documents: [
    ['chat', 'Count to 5 please', true],
    ['images', 'A red boat', true],
    ['audio', 'Good morning.', true],
    ['embeddings', 'Support questions', true],
    ['rerank', 'How do I reset my password?', true],
  ],
  exchanges: 51,
  reply: expect.stringMatching(/^The \*\*demo gateway\*\* replies here\./),
  task: { state: 'succeeded', prompt: 'A paper boat at dawn' },
  frames: 69,
  cells: 22,
  found: 2,
  connections: ['Demo gateway'],
};

test('a backup of an earlier version is restored with the work of every panel', async () => {
  const folder = tempFolder();
  const first = await openCore({ dataFolder: folder });
  await first.backups.read(
    (async function* () {
      yield archive;
    })(),
  );
  await first.close();
  expect(await readHistory(await openCore({ dataFolder: folder }))).toEqual(history);
});

test('a database of an earlier version opens with the work of every panel', async () => {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'patchbay.db'), fileIn(archive, 'patchbay.db'));
  expect(await readHistory(await openCore({ dataFolder: folder }))).toEqual(history);
});
