import { expect, test } from 'vitest';
import { openReader } from '#core/readers/open-reader.ts';

/** Reads a response of unknown shape, in chunks of a few bytes. */
function read(body: string | Uint8Array, type: string | null, status = 200) {
  const media: Uint8Array[] = [];
  const headers = type === null ? [] : [['content-type', type] as const];
  const reader = openReader(
    'anything',
    { status, statusText: '', headers, streamAsked: false },
    { onMedia: (bytes) => void media.push(Uint8Array.from(bytes)) },
  );
  const bytes = Buffer.from(body as string);
  const parts = [];
  for (let at = 0; at < bytes.length; at += 3) parts.push(...reader.read(bytes.subarray(at, at + 3)));
  const ending = reader.end();
  const all = [...parts, ...ending.parts].filter(({ type: kind }) => kind !== 'answer-start');
  return { parts: all, verdict: ending.verdict, media: Buffer.concat(media), file: reader.media };
}

test('JSON of any shape is passed on', () => {
  for (const text of ['{"a":1}', '[1,2]', '{}'])
    expect(read(text, 'application/json')).toMatchObject({
      verdict: 'complete',
      parts: [{ type: 'raw-event', data: text }],
    });
});

test('text is text, also in other scripts and without a label', () => {
  for (const type of ['text/plain', null, 'text/csv'])
    expect(read('naïve, 你好\n', type)).toMatchObject({
      verdict: 'complete',
      parts: [{ type: 'text-delta', text: 'naïve, 你好\n' }],
    });
  expect(read('<r>1</r>', 'application/xml').parts).toEqual([{ type: 'text-delta', text: '<r>1</r>' }]);
});

test('files are recognized by their bytes, then by their label', () => {
  expect(read(Buffer.from('\x89PNG\r\n\x1a\nabcdef', 'latin1'), 'text/plain').file?.mediaType).toBe('image/png');
  const pdf = read('%PDF-1.7 abcdefgh', 'application/pdf');
  expect([pdf.verdict, pdf.media.toString()]).toEqual(['complete', '%PDF-1.7 abcdefgh']);
  expect(read(Uint8Array.of(1, 2, 0, 200, 5, 6, 7, 8, 9, 10, 11, 12, 13), null).file).not.toBeNull();
});

test('an empty response is a result, too, unless the status is an error', () => {
  expect(read('', null, 204)).toMatchObject({ verdict: 'complete', parts: [] });
  expect(read('', null, 500).verdict).toBe('failed');
  expect(read('{"error":{"message":"no"}}', 'application/json').verdict).toBe('failed');
});
