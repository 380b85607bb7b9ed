import { expect, test } from 'vitest';
import { readTextFile } from '../../../../../renderer/lib/corpus/read-text-file.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';

await loadStrings();

test('a text file is read with the kind that its name implies', async () => {
  expect(await readTextFile(new File(['a,b\n1,2'], 'x.CSV'))).toEqual({ text: 'a,b\n1,2', name: 'x.CSV', kind: 'csv' });
  expect(await readTextFile(new File(['{}'], 'x.ndjson'))).toMatchObject({ kind: 'jsonl' });
  expect(await readTextFile(new File(['one'], 'notes'))).toMatchObject({ kind: 'auto' });
});

test('UTF-16 with a byte order mark is text, and bytes of an image are not', async () => {
  const wide = new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe9, 0]);
  expect(await readTextFile(new File([wide], 'w.txt'))).toMatchObject({ text: 'Aé' });
  const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
  expect(await readTextFile(new File([image], 'p.png'))).toEqual({
    refusal: expect.stringMatching(/p\.png isn’t a text file/),
  });
});

test('text in another encoding is rejected with a way to get it read', async () => {
  const latin = Uint8Array.from('id,text\n1,Gr\u00fc\u00dfe\n', (letter) => letter.charCodeAt(0));
  expect(await readTextFile(new File([latin], 'l.csv'))).toEqual({
    refusal: expect.stringMatching(/Save it as UTF-8/),
  });
});

test('an empty file and an unreadable one are rejected with a reason', async () => {
  expect(await readTextFile(new File([], 'e.csv'))).toEqual({ refusal: expect.stringMatching(/0 bytes/) });
  const folder = { name: 'folder', size: 4096, arrayBuffer: () => Promise.reject(new Error('NotFoundError')) };
  expect(await readTextFile(folder as unknown as File)).toEqual({ refusal: expect.stringMatching(/folder/) });
});

test('a file larger than any corpus is not even read', async () => {
  const huge = { name: 'huge.txt', size: 50_000_000, arrayBuffer: () => Promise.reject(new Error('read')) };
  expect(await readTextFile(huge as unknown as File)).toEqual({ refusal: expect.stringMatching(/larger than 40 MB/) });
});
