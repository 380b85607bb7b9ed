import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HostServices } from '#core/host-services.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { give, openFilled, passphrase, sealedContent, sealedFile, secret } from './filled-connections.ts';
import { openConnections } from './open-connections.ts';

test('a sealed file is private, never replaces another file and follows no link', async () => {
  const from = await openFilled();
  const folder = path.join(from.db.folder, 'exports');
  mkdirSync(folder);
  const victim = path.join(from.db.folder, 'victim');
  symlinkSync(victim, path.join(folder, 'connections.patchbay'));
  writeFileSync(path.join(folder, 'connections (2).patchbay'), 'mine');
  const { place } = await sealedFile(from);
  expect(place).toBe(path.join(folder, 'connections (3).patchbay'));
  expect(statSync(place).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(folder, 'connections (2).patchbay'), 'utf8')).toBe('mine');
  expect(readdirSync(from.db.folder)).not.toContain('victim');
});

test('an export folder that is a link is not followed', async () => {
  const from = await openFilled();
  const elsewhere = path.join(from.db.folder, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, path.join(from.db.folder, 'exports'));
  expect((await failureOf(() => from.area.exportSealed({ ids: from.ids, passphrase }, callContext))).code).toBe(
    'storage',
  );
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('with a save dialog the file goes where the user chooses, and nowhere on cancel', async () => {
  const offered: string[] = [];
  let place: string | null = null;
  const shell: HostServices['shell'] = {
    ...createHostServices({ dataFolder: '' }).shell,
    async chooseSavePath(name) {
      offered.push(name);
      return place;
    },
  };
  const from = await openFilled({ shell });
  expect(await from.area.exportSealed({ ids: [from.first.id], passphrase }, callContext)).toBeNull();
  place = path.join(from.db.folder, 'chosen.json');
  expect(await from.area.exportSealed({ ids: [from.first.id], passphrase }, callContext)).toBe(place);
  expect(offered).toEqual(['North.patchbay', 'North.patchbay']);
  expect(lstatSync(place).mode & 0o777).toBe(0o600);
  expect(readdirSync(from.db.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a key lost by the vault stops the export, so that no file silently lacks a key', async () => {
  const from = await openFilled();
  for (const [id, held] of from.vault.secrets) if (held.includes(secret)) from.vault.secrets.delete(id);
  const failed = await failureOf(() => from.area.exportSealed({ ids: from.ids, passphrase }, callContext));
  expect(failed).toMatchObject({ code: 'no-key', message: expect.stringContaining('work') });
  expect(readdirSync(from.db.folder)).not.toContain('exports');
});

test('a vault that fails midway leaves nothing behind', async () => {
  const content = await sealedContent();
  const vault = createMemoryVault();
  let room = 1;
  const put = (id: string, text: string) => (room-- > 0 ? vault.put(id, text) : Promise.reject(new Error('locked')));
  const to = await openConnections({ vault: { ...vault, put } });
  const fileId = await give(to, content);
  await expect(to.area.importChosen({ fileId, refs: ['1', '2'], passphrase }, callContext)).rejects.toThrow('locked');
  expect(to.area.list({}, callContext)).toEqual([]);
  expect(await to.keys.area.status({}, callContext)).toEqual([]);
  expect(vault.held().length).toBe(0);
});

test('a deleted connection stops an export', async () => {
  const from = await openFilled();
  for (const work of [
    () => from.area.exportPlain({ ids: [...from.ids, 'gone'] }, callContext),
    () => from.area.exportSealed({ ids: ['gone'], passphrase }, callContext),
    () => from.area.importPreview({ fileId: 'gone' }, callContext),
  ])
    expect((await failureOf(work)).code).toBe('not-found-here');
});

test.each(['aaaaaaaaaa', '1234567890', ' '.repeat(10), 'password1234'])(
  'keys are not encrypted with the passphrase %j, which would be guessed',
  async (guessed) => {
    const from = await openFilled();
    const failed = await failureOf(() => from.area.exportSealed({ ids: from.ids, passphrase: guessed }, callContext));
    expect(failed).toMatchObject({
      code: 'bad-input',
      param: 'passphrase',
      hint: expect.stringContaining('unrelated words'),
    });
    expect(readdirSync(from.db.folder)).not.toContain('exports');
  },
);
