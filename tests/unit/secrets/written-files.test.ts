import { Buffer } from 'node:buffer';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoGateway } from '#demo/gateway.ts';
import { replaceFile } from '../../../electron/desktop/vault/vault-file.ts';
import { chatDraft, readParts } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { watchCore } from './watched-core.ts';

const isPosix = process.platform !== 'win32';

function withoutUmask(): void {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
}

/** Every path below a folder that another account could read or enter. */
function openPlaces(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .concat(folder)
    .filter((place) => (lstatSync(place).mode & 0o777) !== (lstatSync(place).isDirectory() ? 0o700 : 0o600))
    .map((place) => path.relative(folder, place));
}

test.skipIf(!isPosix)(
  'whatever a core writes in its folder is accessible to this account alone, under a umask of 000',
  async () => {
    withoutUmask();
    const dataFolder = path.join(tempFolder(), 'data');
    const startDemo = () => startDemoGateway({ paceTokensPerSecond: 0 });
    const { core, client, close } = await watchCore({ dataFolder, startDemo });
    onTestFinished(close);
    const connectionId = (await client.demo.start({})).connectionId ?? '';
    const speech = { model: 'demo-tts', input: 'Hello', voice: 'alloy' };
    await readParts(client.exchanges.run(chatDraft(connectionId, 'Hello')));
    const audio = await readParts(
      client.exchanges.run({
        connectionId,
        routeId: 'audio.speech',
        body: { kind: 'json', text: JSON.stringify(speech) },
      }),
    );
    expect(audio.some(({ type }) => type === 'file')).toBe(true);
    await client.library.save({
      id: 'a',
      panel: 'chat',
      title: 'A',
      model: null,
      content: '{}',
      passages: [{ messageId: 'm', text: 'words' }],
      revision: 0,
    });
    await client.library.search({ panel: 'chat', text: 'words' });
    await client.files.keep({ name: 'notes.txt', type: 'text/plain', text: 'notes' });
    const partial = await core.files.resume('https://films.test/1');
    await partial.write(Buffer.from('half'));
    expect(openPlaces(dataFolder)).toEqual([]);
    await partial.pause();
    await close();
    expect(readdirSync(dataFolder, { recursive: true }).length).toBeGreaterThan(4);
    expect(openPlaces(dataFolder)).toEqual([]);
  },
);

test.skipIf(!isPosix)('a symlink planted where a file will be created is not written through', async () => {
  const folder = tempFolder();
  const precious = path.join(folder, 'precious');
  writeFileSync(precious, 'precious');
  const place = path.join(folder, 'settings.json');
  symlinkSync(precious, place);
  await replaceFile(place, 'new');
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect([lstatSync(place).isSymbolicLink(), readFileSync(place, 'utf8')]).toEqual([false, 'new']);
  expect(lstatSync(place).mode & 0o777).toBe(0o600);
});

test.skipIf(!isPosix)('a data folder that the user moved elsewhere by a symlink keeps its link', async () => {
  const folder = tempFolder();
  const real = path.join(folder, 'other-disk');
  const link = path.join(folder, 'data');
  mkdirSync(real, { mode: 0o700 });
  symlinkSync(real, link);
  const { client, close } = await watchCore({ dataFolder: link });
  onTestFinished(close);
  await client.settings.put({ name: 'a', value: 1 });
  await close();
  expect(readlinkSync(link)).toBe(real);
  const again = await watchCore({ dataFolder: link });
  onTestFinished(again.close);
  expect(await again.client.settings.all({})).toEqual({ a: 1 });
});
