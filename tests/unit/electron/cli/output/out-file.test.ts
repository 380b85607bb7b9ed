import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOutFile } from '../../../../../electron/cli/output/out-file.ts';
import { openResponseFiles } from '../../../../../electron/cli/output/response-files.ts';

let folder = '';
let file = '';
let umask = 0;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-out-'));
  file = path.join(folder, 'answer.txt');
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true });
});

test('a file appears once it is complete, private to its owner', async () => {
  const out = await openOutFile(file, false);
  await out.write('half');
  expect(await readdir(folder)).toEqual(['answer.txt.part']);
  await out.write(new TextEncoder().encode(' whole'));
  await out.finish();
  expect(await readdir(folder)).toEqual(['answer.txt']);
  expect(await readFile(file, 'utf8')).toBe('half whole');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('incomplete output stays as a partial file, empty output leaves nothing', async () => {
  const out = await openOutFile(file, false);
  await out.write('half');
  expect(await out.leave()).toBe(true);
  expect(await readFile(`${file}.part`, 'utf8')).toBe('half');
  const other = await openOutFile(path.join(folder, 'other'), false);
  expect(await other.leave()).toBe(false);
  expect(await readdir(folder)).toEqual(['answer.txt.part']);
});

test('an existing file is replaced only with force, and a link is never followed', async () => {
  await writeFile(file, 'old');
  await expect(openOutFile(file, false)).rejects.toThrow(/already exists.*--force/);
  const target = path.join(folder, 'target');
  const link = path.join(folder, 'link');
  await writeFile(target, 'precious');
  await symlink(target, link);
  await symlink(path.join(folder, 'nowhere'), path.join(folder, 'dangling'));
  await expect(openOutFile(link, false)).rejects.toThrow(/already exists/);
  await expect(openOutFile(path.join(folder, 'dangling'), false)).rejects.toThrow(/already exists/);
  const forced = await openOutFile(link, true);
  await forced.write('new');
  await forced.finish();
  expect((await lstat(link)).isSymbolicLink()).toBe(false);
  expect([await readFile(link, 'utf8'), await readFile(target, 'utf8')]).toEqual(['new', 'precious']);
});

test('a planted partial file is not written through', async () => {
  const target = path.join(folder, 'target');
  await writeFile(target, 'precious');
  await symlink(target, `${file}.part`);
  await expect(openOutFile(file, false)).rejects.toThrow(/already exists/);
  const forced = await openOutFile(file, true);
  await forced.write('new');
  await forced.finish();
  expect(await readFile(target, 'utf8')).toBe('precious');
  expect(await readFile(file, 'utf8')).toBe('new');
});

test('a file that appears meanwhile is not overwritten', async () => {
  const out = await openOutFile(file, false);
  await out.write('mine');
  await writeFile(file, 'theirs');
  await expect(out.finish()).rejects.toThrow(/was created by another program/);
  expect(await readFile(file, 'utf8')).toBe('theirs');
  expect(await readFile(`${file}.part`, 'utf8')).toBe('mine');
});

test('missing folders and invalid locations are refused', async () => {
  await mkdir(file);
  await expect(openOutFile(file, true)).rejects.toThrow(/is a folder/);
  await expect(openOutFile(path.join(folder, 'no/such/file'), false)).rejects.toThrow(
    `The folder ${path.join(folder, 'no/such')} does not exist.`,
  );
  expect(await readdir(folder)).toEqual(['answer.txt']);
  expect(await readlink(file).catch(() => null)).toBeNull();
});

test('output whose name was taken meanwhile is kept, and reported as failed', async () => {
  const files = await openResponseFiles(file, false, async function* () {});
  await files.writeText('mine');
  await writeFile(file, 'theirs');
  expect(await files.end('done')).toEqual({
    saved: [],
    problems: [`${file} was created by another program. The response is in ${file}.part.`],
  });
  expect(files.failure).toMatchObject({ code: 'storage' });
});

test('several files of one response get the free numbers', async () => {
  const image = path.join(folder, 'cat.png');
  const files = await openResponseFiles(image, false, async function* ({ id }) {
    yield Buffer.from(`bytes of ${id}`);
  });
  await writeFile(path.join(folder, 'cat-2.png'), 'older');
  const ref = (id: string) => ({ id, name: id, type: 'image/png', sizeBytes: 1 });
  expect(await files.save(ref('a'))).toEqual({ savedAs: image });
  expect(await files.save(ref('b'))).toEqual({ savedAs: path.join(folder, 'cat-3.png') });
  expect(await files.end('done')).toEqual({
    saved: [`Saved to ${image}.`, `Saved to ${path.join(folder, 'cat-3.png')}.`],
    problems: [],
  });
  expect((await readdir(folder)).sort()).toEqual(['cat-2.png', 'cat-3.png', 'cat.png']);
  expect(await readFile(path.join(folder, 'cat-3.png'), 'utf8')).toBe('bytes of b');
});

test('a full disk: what was written is said, and an empty part is removed', async () => {
  const out = await openOutFile(file, false);
  const handle = await open(path.join(folder, 'other'), 'w');
  const refuse = (partOf: number) => {
    async function write(this: FileHandle, bytes: Uint8Array) {
      if (partOf > 0) await this.write(bytes.subarray(0, partOf));
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    }
    vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockImplementationOnce(write as never);
  };
  refuse(0);
  await expect(out.write(Buffer.alloc(100))).rejects.toMatchObject({
    failure: { hint: expect.stringContaining('Nothing was written.') },
  });
  refuse(40);
  await expect(out.write(Buffer.alloc(100))).rejects.toMatchObject({
    failure: { hint: expect.stringContaining(`40 B are kept in ${out.partPath}.`) },
  });
  expect(await out.leave()).toBe(true);
  await handle.close();
  const empty = await openOutFile(path.join(folder, 'empty.bin'), false);
  expect([await empty.leave(), await empty.leave()]).toEqual([false, false]);
  expect(existsSync(empty.partPath)).toBe(false);
});

const isUnix = process.platform !== 'win32';

test.skipIf(!isUnix).each([false, true])('a device is written to and never replaced (force: %s)', async (force) => {
  const out = await openOutFile('/dev/null', force);
  await out.write('lost');
  await out.finish();
  expect([out.isStream, out.saved]).toEqual([true, 'Written to /dev/null']);
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
});

test.skipIf(!isUnix).each([false, true])('a pipe receives the bytes and stays a pipe (force: %s)', async (force) => {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [out, reader] = await Promise.all([openOutFile(pipe, force), open(pipe, 'r')]);
  await out.write('through');
  await out.finish();
  expect(await reader.readFile('utf8')).toBe('through');
  await reader.close();
  expect((await lstat(pipe)).isFIFO()).toBe(true);
  expect(await readdir(folder)).toEqual(['pipe']);
});

test.skipIf(!existsSync('/dev/full'))('a full device is an error, also with force', async () => {
  const out = await openOutFile('/dev/full', true);
  await expect(out.write('x')).rejects.toThrow('/dev/full could not be written completely (ENOSPC).');
  await out.leave();
  expect((await lstat('/dev/full')).isCharacterDevice()).toBe(true);
});

test.skipIf(!isUnix)('a file that is already open is written where it is, and an unknown one is refused', async () => {
  const handle = await open(file, 'w');
  await handle.write('before ');
  const out = await openOutFile(`/dev/fd/${handle.fd}`, false);
  await out.write('after');
  await out.finish();
  await handle.close();
  expect(await readFile(file, 'utf8')).toBe('before after');
  await expect(openOutFile('/dev/fd/999', true)).rejects.toThrow('/dev/fd/999 cannot be written (EBADF).');
});

test.skipIf(!isUnix)('of several files, a device receives the first one', async () => {
  const bytes = async function* () {
    yield new TextEncoder().encode('PNG');
  };
  const files = await openResponseFiles('/dev/null', true, bytes);
  const ref = { id: 'a', name: 'a.png', type: 'image/png', sizeBytes: 3 };
  expect(await files.save(ref)).toEqual({ savedAs: '/dev/null' });
  expect(await files.save(ref)).toEqual({});
  expect(await files.end('done')).toEqual({ saved: ['Written to /dev/null.'], problems: [] });
});
