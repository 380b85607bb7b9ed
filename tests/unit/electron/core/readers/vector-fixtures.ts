import { Buffer } from 'node:buffer';
import type { AnswerFixture } from '../../../../support/readers/read-answer.ts';
import { answer } from './whole-response.ts';

const vectors = answer('embeddings');
const entry = (index: number | null, embedding: unknown) => ({
  object: 'embedding',
  ...(index === null ? {} : { index }),
  embedding,
});
const list = (...data: unknown[]) => ({ object: 'list', data, model: 'm' });
const two = { usage: { prompt_tokens: 2, total_tokens: 2 } };
const usage = 'usage 2/null/2 rnull cnull';
const unexpected = 'warning items-odd';

const bytes = Buffer.from(Array.from({ length: 128 }, (_, at) => (at * 37 + (at >> 2) * 11) % 256));
const halves = Buffer.from(Array.from({ length: 64 }, (_, at) => (at % 2 ? [0, 0xb8] : [0, 0x34])).flat());
const floats = Buffer.from(Float32Array.from({ length: 64 }, (_, at) => Math.sin(at) / 8).buffer);

/** Vectors in every known shape, and with every possible fault. */
export const vectorFixtures: AnswerFixture[] = [
  vectors('numbers', { ...list(entry(0, [1, -0.5]), entry(1, [0, 2])), ...two }, [
    'id null m',
    'vector 0 float 1,-0.5',
    'vector 1 float 0,2',
    usage,
  ]),
  vectors('base64', { data: [entry(0, 'AACAPwAAAEA=')] }, ['vector 0 base64 1,2']),
  vectors('base64 for one text and numbers for the other', list(entry(0, 'AACAPwAAAEA='), entry(1, [3, 4])), [
    'id null m',
    'vector 0 base64 1,2',
    'vector 1 float 3,4',
  ]),
  vectors('out of order', list(entry(2, [3]), entry(0, [1]), entry(1, [2])), [
    'id null m',
    'vector 0 float 1',
    'vector 1 float 2',
    'vector 2 float 3',
  ]),
  vectors('all with index 0', list(entry(0, [1]), entry(0, [2])), [
    'id null m',
    unexpected,
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('without an index', list(entry(null, [1]), entry(null, [2])), [
    'id null m',
    unexpected,
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('some with an index', list(entry(1, [1]), entry(null, [2])), [
    'id null m',
    unexpected,
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('one vector alone without an index', list(entry(null, [1])), ['id null m', 'vector 0 float 1']),
  vectors('an index as text, and one below zero', list(entry('1' as never, [1]), entry(0, [2]), entry(-1, [3])), [
    'id null m',
    unexpected,
    'vector 0 float 1',
    'vector 1 float 2',
    'vector 2 float 3',
  ]),
  vectors('one too few', list(entry(1, [1]), entry(3, [2])), [
    'id null m',
    'vector 1 float 1',
    'vector 3 float 2',
    unexpected,
  ]),
  vectors('an index of many millions', list(entry(2_000_000_000, [1])), ['id null m', 'vector 2000000000 float 1']),
  vectors('two sizes', list(entry(0, [1, 2]), entry(1, [1])), [
    'id null m',
    'vector 0 float 1,2',
    'vector 1 float 1',
    unexpected,
  ]),
  vectors('one that is null', list(entry(0, null), entry(1, [1])), [
    'id null m',
    'warning unknown-shape',
    'raw {"object":"embedding","index":0,"embedding":null}',
    'vector 1 float 1',
  ]),
  vectors('wrapped in a list of one', list(entry(0, [[1, 2]])), ['id null m', 'vector 0 float 1,2']),
  vectors('a vector for each token', list(entry(0, [[1], [2]]), entry(1, [1])), [
    'id null m',
    'warning unknown-shape',
    'raw {"object":"embedding","index":0,"embedding":[[1],[2]]}',
    'vector 1 float 1',
  ]),
  vectors(
    'nothing but a vector for each token',
    [
      {
        index: 0,
        embedding: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
    ],
    ['warning unknown-shape', 'raw {"index":0,"embedding":[[1,2],[3,4],[5,6]]}'],
  ),
  vectors('sparse weights', list({ index: 0, sparse_embedding: { 12: 0.5, 77: 1.25 } }), [
    'id null m',
    'warning unknown-shape',
    'raw {"index":0,"sparse_embedding":{"12":0.5,"77":1.25}}',
  ]),
  vectors(
    'pairs of index and value',
    [[{ index: 3, value: 0.5 }]],
    ['warning unknown-shape', 'raw [{"index":3,"value":0.5}]'],
  ),
  vectors('several number types', { embeddings: { int8: [[5, -7]], float: [[0.5, -0.7]] } }, [
    'vector 0 float 0.5,-0.7',
    unexpected,
  ]),
  vectors('bytes by name', { embeddings: { int8: [[5, -7]] } }, ['vector 0 int8 5,-7']),
  vectors('bits by name', { embeddings_by_type: { ubinary: [[0xa1]] } }, ['vector 0 ubinary 1,-1,1,-1,-1,-1,-1,1']),
  vectors('signed bits by name', { embeddings: { binary: [[0xa1 - 128]] } }, ['vector 0 binary 1,-1,1,-1,-1,-1,-1,1']),
  vectors('number types of each vector', list(entry(0, { int8: [1, 2] }), entry(1, { int8: [3, 4] })), [
    'id null m',
    'vector 0 int8 1,2',
    'vector 1 int8 3,4',
  ]),
  vectors('bytes in base64, of a declared type', { output_dtype: 'int8', data: [entry(0, '/wF/')] }, [
    'vector 0 int8 -1,1,127',
  ]),
  vectors('bytes in base64 that cannot be floats', list(entry(0, bytes.toString('base64'))), [
    'id null m',
    `vector 0 int8 ${[...new Int8Array(bytes)].join(',')}`,
  ]),
  vectors('16-bit floats in base64', list(entry(0, halves.toString('base64'))), [
    'id null m',
    `vector 0 float16 ${Array.from({ length: 64 }, (_, at) => (at % 2 ? -0.5 : 0.25)).join(',')}`,
  ]),
  vectors(
    'many floats in base64 that were cut',
    list(entry(0, floats.subarray(0, 255).toString('base64')), entry(1, [1])),
    [
      'id null m',
      'warning unknown-shape',
      `raw {"object":"embedding","index":0,"embedding":"${floats.subarray(0, 255).toString('base64')}"}`,
      'vector 1 float 1',
    ],
  ),
  vectors('bytes as numbers', list(entry(0, [...new Int8Array(bytes)])), [
    'id null m',
    `vector 0 int8 ${[...new Int8Array(bytes)].join(',')}`,
  ]),
  vectors('values that are null', list(entry(0, [1, null])), ['id null m', 'vector 0 float 1,0 invalid 1', unexpected]),
  vectors('NaN as Python writes it', '{"data":[{"index":0,"embedding":[NaN, -Infinity, 0.5]}],"model":"NaN \\" NaN"}', [
    'id null NaN " NaN',
    'vector 0 float 0,0,0.5 invalid 0,1',
    unexpected,
    unexpected,
  ]),
  vectors('NaN in base64', list(entry(0, 'AADAfwAAgD8=')), ['id null m', 'vector 0 base64 0,1 invalid 0', unexpected]),
  vectors('base64 that was cut', list(entry(0, 'AACAPwAA'), entry(1, [1])), [
    'id null m',
    'warning unknown-shape',
    'raw {"object":"embedding","index":0,"embedding":"AACAPwAA"}',
    'vector 1 float 1',
  ]),
  vectors(
    'nothing but what can not be read',
    list(entry(0, 'no vector')),
    ['raw {"object":"list","data":[{"object":"embedding","index":0,"embedding":"no vector"}],"model":"m"}'],
    { verdict: 'failed', code: 'wrong-type' },
  ),
  vectors('an empty list', { ...list(), ...two }, ['id null m', usage], { verdict: 'empty', code: 'empty' }),
  vectors('an empty list as null', { data: null }, [], { verdict: 'empty', code: 'empty' }),
  vectors(
    'a bare list of vectors',
    [
      [1, 2],
      [3, 4],
    ],
    ['vector 0 float 1,2', 'vector 1 float 3,4'],
  ),
  vectors('a bare list of one vector', [[1, 2]], ['vector 0 float 1,2']),
  vectors('a bare vector', [1, 2, 3], ['vector 0 float 1,2,3']),
  vectors('under embeddings', { model: 'm', embeddings: [[1], [2]], prompt_eval_count: 4 }, [
    'id null m',
    'vector 0 float 1',
    'vector 1 float 2',
    'usage 4/null/null rnull cnull',
  ]),
  vectors(
    'under the name of their type',
    { id: 'e', embeddings: { float: [[1]] }, meta: { billed_units: { input_tokens: 3 } } },
    ['id e null', 'vector 0 float 1', 'usage 3/null/null rnull cnull'],
  ),
  vectors('as values of the native surface', { embeddings: [{ values: [1] }, { values: [2] }] }, [
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('one of the native surface', { embedding: { values: [1, 2] } }, ['vector 0 float 1,2']),
  vectors('one alone', { embedding: [1, 2] }, ['vector 0 float 1,2']),
  vectors(
    'inside output',
    { output: { embeddings: [{ text_index: 0, embedding: [1] }] }, usage: { total_tokens: 5 } },
    ['vector 0 float 1', 'usage null/null/5 rnull cnull'],
  ),
  vectors(
    'an error with status 200',
    { error: { message: 'no channel', type: 'new_api_error', code: 'model_not_found' } },
    [],
    {
      verdict: 'failed',
      code: 'model-not-found',
    },
  ),
  vectors(
    'in an event stream',
    `data: ${JSON.stringify(list(entry(0, [1])))}\n\ndata: [DONE]\n\n`,
    ['warning stream-for-json', 'id null m', 'vector 0 float 1'],
    { finished: true },
  ),
];
