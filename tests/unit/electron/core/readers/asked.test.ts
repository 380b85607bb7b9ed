import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { askedIn } from '#core/readers/asked.ts';
import type { Asked } from '#shared/protocol/asked.ts';
import { readPieces, told } from '../../../../support/readers/read-answer.ts';

const read = (kind: 'embeddings' | 'rerank', document: unknown, asked: Asked | null) =>
  told(readPieces(kind, [Buffer.from(JSON.stringify(document))], { ...(asked && { asked }) }).parts).filter(
    (line) => line !== 'warning json-for-stream',
  );
const vectors = (embedding: unknown) => ({ data: [{ index: 0, embedding }] });
const bits = (text: string) => [...text].map((bit) => (bit === '1' ? 1 : -1)).join(',');

describe('what a request asks for', () => {
  test.each([
    [
      { input: 'one', encoding_format: 'binary' },
      { inputs: 1, vectorType: 'binary' },
    ],
    [
      { texts: [], input: ['a', 'b'], output_dtype: 'INT8', encoding_format: 'base64' },
      { inputs: 2, vectorType: 'int8' },
    ],
    [
      { input: ['a'], embedding_types: ['float', 'ubinary'] },
      { inputs: 1, vectorType: 'ubinary' },
    ],
    [{ input: [1, 2, 3], encoding_format: 'float' }, { inputs: 1 }],
  ])('of vectors: %j', (body, asked) => {
    expect(askedIn('embeddings', body)).toEqual(asked);
  });

  test('of a ranking: its documents, of which equal ones are alike whatever white space is around them', () => {
    const asked = askedIn('rerank', { documents: ['an apple', { text: ' an apple\n' }, { image: 'x' }] });
    expect(asked?.documents?.[0]).toBe(asked?.documents?.[1]);
    expect(asked?.documents?.[2]).toBeNull();
    expect(JSON.stringify(asked)).not.toContain('apple');
  });

  test('of other routes: nothing', () => {
    expect(askedIn('chat.completions', { encoding_format: 'binary' })).toBeNull();
  });
});

describe('vectors without a type', () => {
  test('are packed bits where those were asked for, signed where a value shows it', () => {
    expect(read('embeddings', vectors([160, 7]), { vectorType: 'ubinary' })).toEqual([
      `vector 0 ubinary ${bits('1010000000000111')}`,
    ]);
    expect(read('embeddings', vectors([-128, 127]), { vectorType: 'ubinary' })).toEqual([
      `vector 0 binary ${bits('0000000011111111')}`,
    ]);
    expect(read('embeddings', vectors([200, 7]), { vectorType: 'binary' })).toEqual([
      `vector 0 ubinary ${bits('1100100000000111')}`,
    ]);
    expect(read('embeddings', vectors('oAc='), { vectorType: 'ubinary' })).toEqual([
      `vector 0 ubinary ${bits('1010000000000111')}`,
    ]);
  });

  test('are what they are where they cannot be what was asked for', () => {
    expect(read('embeddings', vectors([0.5, -0.25]), { vectorType: 'binary' })).toEqual(['vector 0 float 0.5,-0.25']);
    expect(read('embeddings', vectors([1, 0, 1]), { vectorType: 'ubinary' })).toEqual(['vector 0 float 1,0,1']);
    const floats = Buffer.from(Float32Array.from({ length: 32 }, (_, at) => Math.sin(at + 1) / 8).buffer);
    expect(read('embeddings', vectors(floats.toString('base64')), { vectorType: 'int8' })[0]).toMatch(
      /^vector 0 base64 0/,
    );
  });

  test('are bytes where those were asked for, however few', () => {
    expect(read('embeddings', vectors([1, -7]), { vectorType: 'int8' })).toEqual(['vector 0 int8 1,-7']);
  });
});

test('vectors are numbered from 1 only where every input has one', () => {
  const two = {
    data: [
      { index: 1, embedding: [0.5, 1] },
      { index: 2, embedding: [0.25, 1] },
    ],
  };
  expect(read('embeddings', two, { inputs: 2 })).toEqual(['vector 0 float 0.5,1', 'vector 1 float 0.25,1']);
  expect(read('embeddings', two, { inputs: 3 })).toContain('vector 2 float 0.25,1');
});

test('a result without an index is the document with its text, and no other', () => {
  const asked = askedIn('rerank', { documents: ['an apple', 'a hammer'] });
  const results = {
    results: [
      { document: 'a hammer', score: 0.9 },
      { document: 'a pear', score: 0.1 },
    ],
  };
  expect(read('rerank', results, asked)).toEqual(['ranking 1:0.9:a hammer 1:0.1:a pear', 'warning items-odd']);
});
