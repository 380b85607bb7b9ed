import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { FileRef } from '#shared/protocol/part.ts';
import { openResponseFiles, rightExtension } from '../../../../../electron/cli/output/response-files.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const jpeg: FileRef = { id: 'f1', name: 'image-1.jpg', type: 'image/jpeg', sizeBytes: 4 };

async function* read() {
  yield Buffer.from('jpeg');
}

test.each([
  ['hat.png', 'image-1.jpg', 'hat.jpg'],
  ['a.b/hat.PNG', 'image-1.webp', 'a.b/hat.webp'],
  ['said.mp3', 'said.wav', 'said.wav'],
  ['hat.jpeg', 'image-1.jpg', null],
  ['said.opus', 'said.ogg', null],
  ['hat', 'image-1.jpg', null],
  ['hat.dat', 'image-1.jpg', null],
  ['hat.png', 'image-1.bin', null],
])('%s with %s is %s', (asked, name, right) => {
  expect(rightExtension(asked, { name })).toBe(right);
});

test('a file gets the extension of what it contains, and the user is told', async () => {
  const folder = tempFolder();
  const files = await openResponseFiles(path.join(folder, 'hat.png'), false, read);
  expect(await files.save(jpeg)).toEqual({ savedAs: path.join(folder, 'hat.jpg') });
  const { saved, problems } = await files.end('done');
  expect(saved).toEqual([`Saved to ${path.join(folder, 'hat.jpg')}.`]);
  expect(problems.join()).toMatch(/image\/jpeg.*hat\.png.*hat\.jpg/);
  expect(readdirSync(folder)).toEqual(['hat.jpg']);
});

test('a taken name is not replaced: the file keeps the name that was asked for', async () => {
  const folder = tempFolder();
  const other = await openResponseFiles(path.join(folder, 'hat.jpg'), false, read);
  await other.save(jpeg);
  await other.end('done');
  const files = await openResponseFiles(path.join(folder, 'hat.png'), false, read);
  await files.save(jpeg);
  expect((await files.end('done')).problems).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(['hat.jpg', 'hat.png']);
});

test('a response without a file says why, where that is known', async () => {
  const folder = tempFolder();
  const files = await openResponseFiles(path.join(folder, 'hat.png'), false, read);
  const { problems } = await files.end('done-with-warnings', 'the image at h could not be downloaded.');
  expect(problems.join()).toContain('hat.png was not written: the image at h could not be downloaded.');
  expect(files.failure?.message).toContain('could not be downloaded');
});
