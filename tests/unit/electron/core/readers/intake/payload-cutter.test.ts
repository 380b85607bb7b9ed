import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import {
  bodyPlaceOf,
  PayloadCutter,
  payloadBytes,
  unescapeBase64,
  withoutPlaceholders,
} from '#core/readers/intake/payload-cutter.ts';

/** `true` cuts everywhere: names, strings and escapes are split across chunks. */
function cut(text: string, pieceBytes: number): { text: string; cuts: number } {
  const bytes = Buffer.from(text);
  const passed: Buffer[] = [];
  const cutter = new PayloadCutter((source, from, to) => passed.push(Buffer.from(source.subarray(from, to))));
  for (let at = 0; at < bytes.length; at += pieceBytes) cutter.push(bytes.subarray(at, at + pieceBytes));
  cutter.end();
  return { text: Buffer.concat(passed).toString(), cuts: cutter.cuts };
}

const base64 = `iVBORw0KGgoAAAAN${Buffer.alloc(payloadBytes, 'picture').toString('base64')}`;
const sizes = [1_000_000, 65_536, 4093, 7];

const placeIn = (text: string, name: string) => {
  const value: unknown = JSON.parse(text);
  const found = JSON.stringify(value).match(new RegExp(`"${name}":"([^"]*)"`))?.[1] ?? '';
  return { stands: found, place: bodyPlaceOf(found.replace(/^data:[^,]*,/, '')) };
};

test.each<[string, string, string]>([
  [
    'of a picture',
    `{"created":1,"data":[{"revised_prompt":"a \\"b\\"","b64_json":"${base64}","size":"x"}]}`,
    'b64_json',
  ],
  ['of a data address', `{"images":[{"image_url":{"url":"data:image\\/png;base64,${base64}"}}]}`, 'url'],
  ['of sound', `{"choices":[{"message":{"content":"\\\\","audio":{"id":"a","data":"${base64}"}}}]}`, 'data'],
  ['between other members', `{"usage":{"data":1},"result":"${base64}","text":"\\u0022}{"}`, 'result'],
])('the base64 %s is replaced, however it is chunked, and its position is reported', (_, text, name) => {
  for (const size of sizes) {
    const { text: passed, cuts } = cut(text, size);
    expect(cuts).toBe(1);
    expect(passed.length).toBeLessThan(1000);
    const { stands, place } = placeIn(passed, name);
    expect(stands.replace(/^data:[^,]*,/, '').slice(0, 96)).toBe(base64.slice(0, 96));
    expect(text.slice(place?.offset, (place?.offset ?? 0) + (place?.sizeBytes ?? 0))).toBe(base64);
    expect(withoutPlaceholders(passed)).toContain(`[${base64.length} bytes of base64`);
  }
});

test('a list of images as plain strings, and two of them', () => {
  const { text, cuts } = cut(`{"images":["${base64}","${base64}"]}`, 5000);
  expect(cuts).toBe(2);
  const { images } = JSON.parse(text) as { images: string[] };
  expect(images.map((one) => bodyPlaceOf(one)?.offset)).toEqual([12, 15 + base64.length]);
});

test.each<[string, string]>([
  ['a text that looks like base64', `{"choices":[{"message":{"content":"${base64}"}}]}`],
  ['a short picture', `{"data":[{"b64_json":"${base64.slice(0, payloadBytes - 1)}"}]}`],
  ['a long text in a member of media', `{"data":"${'all work and no play '.repeat(20_000)}"}`],
  ['a text that is no base64 at its end', `{"data":"${base64.slice(0, payloadBytes - 1)} and more"}`],
  ['a name as long as a picture', `{"${base64}":"x","data":{"${base64}":1}}`],
  ['a string alone', `"${base64}"`],
  [
    'brackets and quotes inside strings',
    `{"a":"{[\\"","data":["]}\\\\","x"],"b":[[],{},[{"data":[]}]],"c":"é\\u00e9"}`,
  ],
  ['what is no JSON', '}}]]"data":"x" { "data" : [ 1, nul'],
  ['what breaks off in a string', `{"data":"${base64.slice(0, 1000)}`],
  ['nothing', ''],
])('%s is passed on unchanged', (_, text) => {
  for (const size of sizes) expect(cut(text, size)).toEqual({ text, cuts: 0 });
});

test('a truncated image is left out, so that the rest is not JSON', () => {
  const { text } = cut(`{"data":[{"b64_json":"${base64}`, 4000);
  expect(text).toBe('{"data":[{"b64_json":"');
});

test('escapes of base64 in JSON', () => {
  expect(unescapeBase64('ab\\/c\\u002B\\u003d\\n\\r\\td')).toBe('ab/c+=d');
  const escaped = base64.replaceAll('A', '\\/');
  const { stands, place } = placeIn(cut(`{"data":"${escaped}"}`, 100).text, 'data');
  expect(stands.slice(0, 96)).toBe(escaped.replaceAll('\\', '').slice(0, 96));
  expect(place).toEqual({ offset: 9, sizeBytes: escaped.length });
});
