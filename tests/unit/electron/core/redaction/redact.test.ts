import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor, redactedKey } from '../../../../../electron/core/redaction/redact.ts';
import { canariesIn, canaryKey, randomPart } from '../../../../support/exchange/canary.ts';

const redactor = new Redactor([canaryKey]);

/** The bytes after cleaning, given in chunks that end at `cuts`. */
function clean(bytes: Uint8Array, cuts: readonly number[] = [], by = redactor): Buffer {
  const stream = by.bytes();
  const borders = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const out = borders.slice(1).map((end, index) => stream.push(bytes.subarray(borders[index], end)));
  return Buffer.concat([...out, stream.end()]);
}

const bytesOfKey = Buffer.from(canaryKey);
const spellings: Record<string, string | Buffer> = {
  plain: canaryKey,
  'without its prefix': randomPart,
  percent: [...bytesOfKey].map((byte) => `%${byte.toString(16)}`).join(''),
  'base64, first alignment': Buffer.from(`${canaryKey}:x`).toString('base64'),
  'base64, second alignment': Buffer.from(`u${canaryKey}:x`).toString('base64'),
  'base64, third alignment': Buffer.from(`us${canaryKey}:x`).toString('base64'),
  'JSON escapes': [...bytesOfKey].map((byte) => `\\u00${byte.toString(16)}`).join(''),
  hex: bytesOfKey.toString('hex'),
  'hex in capitals': bytesOfKey.toString('hex').toUpperCase(),
  'UTF-16': Buffer.from(canaryKey, 'utf16le'),
};

test.each(Object.entries(spellings))('a key in %s is removed from bytes at every cut', (_, spelling) => {
  const body = Buffer.concat([Buffer.from('{"message":"wrong key '), Buffer.from(spelling), Buffer.from('"}\n')]);
  for (let cut = 0; cut <= body.length; cut += 1) {
    const found = clean(body, [cut]);
    expect(canariesIn(found), `cut at ${cut}`).toEqual([]);
    expect(found.includes(redactedKey)).toBe(true);
  }
});

test('a key is removed at any number of cuts, and everything around it stays', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (before, after, cuts) => {
        const bytes = Buffer.from(`${before} ${canaryKey} ${after}`);
        expect(clean(bytes, cuts).toString()).toBe(Buffer.from(`${before} ${redactedKey} ${after}`).toString());
      },
    ),
    { numRuns: 2000 },
  );
});

test('bytes without a secret pass unchanged at any cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(), { maxLength: 8 }), (bytes, cuts) => {
      expect(clean(bytes, cuts).equals(bytes)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  const image = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 2654435761) >>> 24));
  expect(clean(image, [7, 70_000]).equals(image)).toBe(true);
  const text = Buffer.from(image.toString('base64'));
  expect(clean(text, [11]).equals(text)).toBe(true);
});

test('two halves of a key in two events are both removed', () => {
  for (let cut = 6; cut <= randomPart.length - 6; cut += 1) {
    const [first, second] = [`sk-CANARY-${randomPart.slice(0, cut)}`, randomPart.slice(cut)];
    const stream = Buffer.from(`data: {"d":"${first}"}\n\ndata: {"d":"${second}"}\n\n`);
    expect(canariesIn(clean(stream)), `cut at ${cut}`).toEqual([]);
  }
});

test('a key spelled over many deltas is removed from the text', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12, maxLength: 60 }), (sizes) => {
      const text = `The key is ${canaryKey}, keep it.`;
      const pieces = redactor.pieces();
      let out = '';
      let done = 0;
      for (const size of sizes) {
        out += pieces.push(text.slice(done, done + size));
        done += size;
      }
      out += pieces.push(text.slice(done)) + pieces.end();
      expect(canariesIn(out)).toEqual([]);
      expect(out.startsWith('The key is ')).toBe(true);
      expect(out.endsWith(', keep it.')).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('ordinary deltas pass at once and unchanged', () => {
  const pieces = redactor.pieces();
  for (const piece of ['The', ' quick', ' brown fox', ' ris', 'k', 'y', ' 😀', '', ' aZ', '3!', ' end'])
    expect(pieces.push(piece)).toBe(piece);
  expect(pieces.end()).toBe('');
});

test('plain data is cleaned deeply and kept as is when there is nothing to clean', () => {
  const value = { a: ['x', { [`k-${canaryKey}`]: 1 }], b: `Bearer ${canaryKey}`, n: [1, 2], z: null };
  expect(redactor.value(value)).toEqual({
    a: ['x', { [`k-${redactedKey}`]: 1 }],
    b: `Bearer ${redactedKey}`,
    n: [1, 2],
    z: null,
  });
  const harmless = { a: ['x'], b: { c: 'hello' } };
  expect(redactor.value(harmless)).toBe(harmless);
  const proto = JSON.parse(`{"__proto__":"${canaryKey}"}`);
  expect(Object.getPrototypeOf(redactor.value(proto))).toBe(Object.prototype);
});

test('common words, placeholders and masked keys stay readable', () => {
  const words = new Redactor(['ollama', 'none', 'demo-key-patchbay', 'production']);
  for (const text of ['ollama and none', 'a patchbay demo', 'the key of patchbay']) expect(words.text(text)).toBe(text);
  expect(words.text('Bearer demo-key-patchbay!')).toBe(`Bearer ${redactedKey}!`);
  expect(words.text('X-Env: production')).toBe(`X-Env: ${redactedKey}`);
  const masked = `Incorrect API key provided: sk-*****${randomPart.slice(-4)}.`;
  expect(redactor.text(masked)).toBe(masked);
});

test('several secrets are found side by side', () => {
  const both = new Redactor([canaryKey, 'header-secret-7731']);
  expect(both.text(`${canaryKey}header-secret-7731`)).toBe(redactedKey + redactedKey);
  const stream = Buffer.from(`a ${canaryKey} b header-secret-7731 c`);
  for (let cut = 0; cut < stream.length; cut += 1)
    expect(clean(stream, [cut], both).toString()).toBe(`a ${redactedKey} b ${redactedKey} c`);
});

test('printing a redactor shows no secret', () => {
  expect(canariesIn(redactor)).toEqual([]);
  expect(canariesIn({ stream: redactor.bytes(), pieces: redactor.pieces() })).toEqual([]);
});
