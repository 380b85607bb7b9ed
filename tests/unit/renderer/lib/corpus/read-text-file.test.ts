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

test('the user is asked for the encoding of a file that does not state it, and sees the guess', async () => {
  const latin = Uint8Array.from('id,text\n1,Gr\u00fc\u00dfe\n', (letter) => letter.charCodeAt(0));
  const file = new File([latin], 'l.csv');
  const asked: string[] = [];
  const read = await readTextFile(file, async ({ name, guess }) => {
    asked.push(name, guess);
    return 'windows-1252';
  });
  expect(asked).toEqual(['l.csv', 'windows-1252']);
  expect(read).toEqual({ text: 'id,text\n1,Grüße\n', name: 'l.csv', kind: 'csv' });
  expect(await readTextFile(file, async () => null)).toEqual({ refusal: null });
});

test('nobody is asked about UTF-8, about an encoding that is stated, or about an image', async () => {
  const never = () => Promise.reject(new Error('asked'));
  expect(await readTextFile(new File(['é'], 'u.txt'), never)).toMatchObject({ text: 'é' });
  expect(await readTextFile(new File([new Uint8Array([0xff, 0xfe, 0x41, 0])], 'w.txt'), never)).toMatchObject({
    text: 'A',
  });
  const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
  expect(await readTextFile(new File([image], 'p.png'), never)).toHaveProperty('refusal');
});
