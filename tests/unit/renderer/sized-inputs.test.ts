import { expect, test } from 'vitest';
import { readTexts } from '../../../renderer/lib/corpus/read-texts.ts';
import { diffLines, normalizeJson } from '../../../renderer/lib/diff/diff-text.ts';
import { loadStrings } from '../../../renderer/lib/i18n/strings.ts';
import { spokenText } from '../../../renderer/lib/notices/spoken-text.ts';
import { recognize } from '../../../renderer/lib/recognize/recognize.ts';
import { recognizeAll } from '../../../renderer/lib/recognize/recognize-all.ts';
import { readSubtitles } from '../../../renderer/panels/audio/model/subtitles.ts';
import { isWithoutSpaces, wordPattern } from '../../../renderer/panels/audio/model/words.ts';
import { readKeys } from '../../../renderer/panels/connections/keys/paste-keys.tsx';
import { fillJson, withoutVariables } from '../../../renderer/panels/request/model/fill.ts';
import { readPastedCurl } from '../../../renderer/panels/request/model/pasted-curl.ts';
import { curlDraft } from '../../../renderer/panels/wire/import/curl-draft.ts';
import { readHar } from '../../../renderer/panels/wire/import/read-har.ts';
import { readJsonLine } from '../../../renderer/ui/code/code-line.tsx';
import { mayBecomeNumber, numberIn } from '../../../renderer/ui/fields/number-field.tsx';
import { BlockSplitter } from '../../../renderer/ui/markdown/block-splitter.ts';
import { DocumentReader, findLabels } from '../../../renderer/ui/markdown/document-reader.ts';
import { sizedTexts, superlinear } from '../../support/sized-inputs.ts';

// Each text is played through everything of the page that reads pasted, dropped or shown text.

await loadStrings('en');

const json = (value: unknown) => JSON.stringify(value);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'pasted text': recognize,
  'pasted connections': recognizeAll,
  'pasted keys': readKeys,
  'a pasted cURL command': (text) =>
    readPastedCurl(text, { baseAddress: 'https://a.example', keyHeader: { name: 'Authorization', prefix: 'Bearer ' } }),
  'a cURL command with such a body': (text) => readPastedCurl(`curl https://a.example -d '${text}'`, null),
  'a cURL command for the Wire panel': (text) => curlDraft(text, []),
  'a HAR file': readHar,
  'a HAR file with such a body': (text) =>
    readHar(json({ log: { entries: [{ request: { method: 'POST', url: text, postData: { text } }, response: {} }] } })),
  subtitles: readSubtitles,
  'words of a transcript': (text) => [text.match(wordPattern)?.length, isWithoutSpaces(text)],
  'text that is read out': spokenText,
  'labels of a reply': findLabels,
  'a line of JSON': readJsonLine,
  'a body with variables': (text) => [withoutVariables(text), fillJson(text, [], () => 'x')],
  'a number that is typed': (text) => [mayBecomeNumber(text), numberIn(text)],
  'lines that are compared': (text) => diffLines(text, `${text}x`),
  'JSON that is compared': (text) => normalizeJson(text, true),
};

test.each(Object.keys(readers))('work is linear in the size of the input: %s', (name) => {
  expect(superlinear(readers[name] as (text: string) => unknown)).toEqual([]);
});

test.each(['auto', 'csv', 'jsonl', 'lines'] as const)(
  'every text is read as a list of texts without an error, and in steps: %s',
  { timeout: 60_000 },
  async (kind) => {
    for (const [name, text] of Object.entries(sizedTexts)) {
      const before = process.cpuUsage();
      const read = await readTexts(text(256 * 1024), { kind });
      const { user } = process.cpuUsage(before);
      expect(read.columns.length, name).toBeLessThanOrEqual(1000);
      expect(read.problems.length, name).toBeLessThanOrEqual(201);
      expect(user / 1000, name).toBeLessThan(3000);
    }
  },
);

test('rows with 50,000 columns of their own are read, and the limit is reported', async () => {
  const rows = Array.from({ length: 1000 }, (_, row) =>
    json(Object.fromEntries(Array.from({ length: 50 }, (_, column) => [`c${row}-${column}`, 'v']))),
  );
  const before = process.cpuUsage();
  const read = await readTexts(rows.join('\n'), { kind: 'jsonl' });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
  expect(read.columns).toHaveLength(1000);
  expect(read.problems.some(({ message }) => message.includes('more than 1,000 columns'))).toBe(true);
});

test('a reply whose blocks cannot be told apart line by line is read in linear time', () => {
  const blocks = (start: string) => (text: string) => {
    let reads = 0;
    const splitter = new BlockSplitter((raw) => {
      reads += raw.length;
      return false;
    });
    splitter.feed(start + text);
    return reads;
  };
  for (const start of ['- a\n  ```\n', '- a\nb\n ```\n', '[^1]: a\n  ```\n', '1. a\nb\n ~~~\n']) {
    const lines = (count: number) => '\nx\n'.repeat(count);
    const [once, twice] = [blocks(start)(lines(10_000)), blocks(start)(lines(20_000))];
    expect(once, start).toBeGreaterThan(0);
    expect(twice / once, start).toBeLessThan(3);
  }
});

test('blocks that refer to thousands of later definitions are read again once', () => {
  const labels = Array.from({ length: 800 }, (_, at) => `[l${at}]`).join(' ');
  const text = `${`${labels}\n\n`.repeat(20)}${Array.from({ length: 5000 }, (_, at) => `[l${at}]: /u`).join('\n\n')}`;
  const reader = new DocumentReader(() => 0);
  const renewed = new Set<unknown>();
  let read = reader.read(text, false);
  for (; read.waitMs > 0; read = reader.read(text, false)) renewed.add(read.groups[0]?.[0]);
  renewed.add(read.groups[0]?.[0]);
  expect(renewed.size).toBeLessThanOrEqual(2);
  expect(JSON.stringify(read.groups[0]?.[0]?.tokens)).toContain('"href":"/u"');
});

test('a value that is nested 100,000 deep is left out with a message', async () => {
  const deep = `{"text":"a","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const read = await readTexts(deep, { kind: 'jsonl' });
  expect(read.items).toMatchObject([{ text: 'a', fields: { deep: '' } }]);
  expect(read.problems).toMatchObject([{ message: 'The value of deep is nested too deep, so it is skipped.' }]);
  expect(recognizeAll(deep)).toEqual([]);
  expect(recognizeAll(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([]);
});
