import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { bodyPlaceOf } from '#core/readers/intake/payload-cutter.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { readPieces } from '../../../../support/readers/read-answer.ts';

const pieceBytes = 16 * 1024;
const imageBytes = `iVBORw0KGgoAAAAN${'A'.repeat(20 * 1024 * 1024)}`;

/** A response as it arrives from the network. */
function* pieces(body: string): Generator<Uint8Array> {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

const read = (kind: ReaderKind, body: string, streamAsked = false) => readPieces(kind, pieces(body), { streamAsked });
const imagesIn = (parts: readonly Part[]) => parts.filter((part) => part.type === 'image');

test('20 MB of base64 in one document: the part reports its position in the body', () => {
  const body = JSON.stringify({ created: 1, data: [{ b64_json: imageBytes }], size: 'x' });
  const { parts, ending } = read('images', body);
  const [image] = imagesIn(parts);
  expect(image?.mediaType).toBe('image/png');
  expect(bodyPlaceOf(image?.base64 ?? '')).toEqual({ offset: body.indexOf('iVBOR'), sizeBytes: imageBytes.length });
  expect(ending.verdict).toBe('complete');
});

test('20 MB of base64 in one event, and one of line breaks', () => {
  const event = `event: image_generation.completed\ndata: ${JSON.stringify({ type: 'image_generation.completed', b64_json: imageBytes })}\n\n`;
  const { parts, ending } = read('images', event, true);
  expect(imagesIn(parts)[0]?.base64?.length).toBe(imageBytes.length);
  expect(ending.verdict).toBe('complete');
  const broken = imageBytes.replace(/.{76}/g, '$&\n');
  const whole = read('images', JSON.stringify({ data: [{ b64_json: broken }] }));
  const escaped = JSON.stringify(broken).length - 2;
  expect(bodyPlaceOf(imagesIn(whole.parts)[0]?.base64 ?? '')).toEqual({ offset: 22, sizeBytes: escaped });
});

test('2,048 vectors of 1,024 dimensions, as numbers with NaN among them, and as base64', () => {
  const values = Array.from({ length: 1024 }, (_, place) => Math.fround(Math.sin(place)));
  const bytes = Buffer.alloc(4096);
  values.forEach((value, place) => {
    bytes.writeFloatLE(value, place * 4);
  });
  const answer = (embedding: unknown) =>
    JSON.stringify({ data: Array.from({ length: 2048 }, (_, index) => ({ index, embedding })) });
  const packed = read('embeddings', answer(bytes.toString('base64')));
  expect(packed.parts.filter(({ type }) => type === 'vector')).toHaveLength(2048);
  const short = values.map((value) => Math.round(value * 1e4) / 1e4);
  const python = answer(short).replaceAll('[0,', '[NaN,');
  const { parts } = read('embeddings', python);
  const vectors = parts.filter((part) => part.type === 'vector');
  expect(vectors).toHaveLength(2048);
  expect(vectors.every(({ invalid }) => invalid?.length === 1 && invalid[0] === 0)).toBe(true);
});

test('100,000 results, and names that every object inherits', () => {
  const results = Array.from({ length: 100_000 }, (_, index) => ({ index, relevance_score: index / 100_000 }));
  const ranking = read('rerank', JSON.stringify({ results })).parts.find((part) => part.type === 'ranking');
  expect(ranking?.results[0]).toEqual({ index: 99_999, score: 0.99999, text: null });
  const hostile = '{"__proto__":{"results":[{"index":0,"score":1}]},"constructor":{"data":[]}}';
  for (const kind of ['rerank', 'embeddings', 'images', 'edits'] as const)
    expect(read(kind, hostile).ending.error?.code).toBe('wrong-type');
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('lists a million levels deep, and a million empty ones', () => {
  const deep = `{"data":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
  const wide = `{"data":[${'{},'.repeat(300_000)}{}]}`;
  const nested = `${'{"output":'.repeat(1_000_000)}{}${'}'.repeat(1_000_000)}`;
  for (const kind of ['rerank', 'embeddings', 'images', 'edits'] as const) {
    expect(read(kind, nested).ending.verdict).toBe('failed');
    expect(read(kind, deep).ending.verdict).toBe('failed');
    expect(read(kind, wide).ending.verdict).toBe('failed');
  }
});
