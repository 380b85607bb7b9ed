import type { ReaderKind } from '#shared/routes/route.ts';
import type { AnswerFixture } from './read-answer.ts';

const asked = { head: { streamAsked: false } };

const answer =
  (kind: ReaderKind) =>
  (name: string, value: unknown, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
    name,
    kind,
    body: typeof value === 'string' ? value : JSON.stringify(value),
    tells,
    verdict: 'complete',
    ...asked,
    ...rest,
  });

const vectors = answer('embeddings');
const entry = (index: number | null, embedding: unknown) => ({
  object: 'embedding',
  ...(index === null ? {} : { index }),
  embedding,
});
const list = (...data: unknown[]) => ({ object: 'list', data, model: 'm' });
const two = { usage: { prompt_tokens: 2, total_tokens: 2 } };
const usage = 'usage 2/null/2 rnull cnull';
const odd = 'warning items-odd';

/** Vectors in every shape that is known, and with everything that can be wrong in them. */
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
    odd,
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('without an index', list(entry(null, [1]), entry(null, [2])), [
    'id null m',
    odd,
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('some with an index', list(entry(1, [1]), entry(null, [2])), [
    'id null m',
    odd,
    'vector 0 float 1',
    'vector 1 float 2',
  ]),
  vectors('one vector alone without an index', list(entry(null, [1])), ['id null m', 'vector 0 float 1']),
  vectors('an index as text, and one below zero', list(entry('1' as never, [1]), entry(0, [2]), entry(-1, [3])), [
    'id null m',
    odd,
    'vector 0 float 1',
    'vector 1 float 2',
    'vector 2 float 3',
  ]),
  vectors('one too few', list(entry(1, [1]), entry(3, [2])), [
    'id null m',
    'vector 1 float 1',
    'vector 3 float 2',
    odd,
  ]),
  vectors('an index of many millions', list(entry(2_000_000_000, [1])), ['id null m', 'vector 2000000000 float 1']),
  vectors('two sizes', list(entry(0, [1, 2]), entry(1, [1])), [
    'id null m',
    'vector 0 float 1,2',
    'vector 1 float 1',
    odd,
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
  vectors('values that are null', list(entry(0, [1, null])), ['id null m', 'vector 0 float 1,0 invalid 1', odd]),
  vectors('NaN as Python writes it', '{"data":[{"index":0,"embedding":[NaN, -Infinity, 0.5]}],"model":"NaN \\" NaN"}', [
    'id null NaN " NaN',
    'vector 0 float 0,0,0.5 invalid 0,1',
    odd,
    odd,
  ]),
  vectors('NaN in base64', list(entry(0, 'AADAfwAAgD8=')), ['id null m', 'vector 0 base64 0,1 invalid 0', odd]),
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

const ranking = answer('rerank');

/** Rankings in every shape that is known, and with everything that can be wrong in them. */
export const rankingFixtures: AnswerFixture[] = [
  ranking(
    'as new-api writes it',
    {
      results: [
        { index: 1, relevance_score: 0.98, document: { text: 'b' } },
        { index: 0, relevance_score: 0.1, document: 'a' },
      ],
      usage: { prompt_tokens: 2, completion_tokens: 0, total_tokens: 2, input_tokens: 0, output_tokens: 0 },
    },
    ['ranking 1:0.98:b 0:0.1:a', 'usage 2/0/2 rnull cnull'],
  ),
  ranking(
    'billed in searches',
    { id: 'r', results: [{ index: 0, relevance_score: 0.5 }], meta: { billed_units: { search_units: 1 } } },
    ['id r null', 'ranking 0:0.5', 'usage null/null/null rnull cnull {"searchUnits":1}'],
  ),
  ranking('as a bare list with a score below zero', '[{"index":1,"score":-2.5}]', ['ranking 1:-2.5']),
  ranking('under data', { data: [{ index: 0, score: 3, text: 't' }], model: 'm' }, ['id null m', 'ranking 0:3:t']),
  ranking(
    'inside output',
    { output: { results: [{ index: 0, relevance_score: 0.5, document: { text: 'x' } }] }, request_id: 'q' },
    ['id q null', 'ranking 0:0.5:x'],
  ),
  ranking('as rankings with logits', { rankings: [{ index: 0, logit: -1.5 }] }, ['ranking 0:-1.5']),
  ranking('as scores alone', { scores: [0.1, 0.9] }, ['ranking 1:0.9 0:0.1', 'warning items-odd']),
  ranking(
    'out of order',
    {
      results: [
        { index: 0, score: 0.1 },
        { index: 1, score: 0.9 },
      ],
    },
    ['ranking 1:0.9 0:0.1', 'warning items-odd'],
  ),
  ranking(
    'scores as text',
    {
      results: [
        { index: 0, relevance_score: '-0.5' },
        { index: 1, relevance_score: ' 1e-3' },
      ],
    },
    ['ranking 1:0.001 0:-0.5', 'warning items-odd'],
  ),
  ranking(
    'documents that are null or strange',
    {
      results: [
        { index: 0, score: 2, document: null },
        { index: 1, score: 1, document: { title: 'x' } },
      ],
    },
    ['ranking 0:2 1:1'],
  ),
  ranking(
    'one document twice',
    {
      results: [
        { index: 0, score: 2 },
        { index: 0, score: 1 },
      ],
    },
    ['ranking 0:2 0:1', 'warning items-odd'],
  ),
  ranking(
    'without an index',
    {
      results: [
        { score: 2, text: 'a' },
        { score: 1, text: 'b' },
      ],
    },
    ['ranking 0:2:a 1:1:b', 'warning items-odd'],
  ),
  ranking(
    'an index of no document',
    {
      results: [
        { index: 9999, score: 2 },
        { index: -1, score: 1 },
      ],
    },
    ['ranking 9999:2 -1:1', 'warning items-odd'],
  ),
  ranking(
    'one without a score',
    {
      results: [
        { index: 0, score: 2 },
        { index: 1, score: null },
      ],
    },
    ['ranking 0:2', 'warning unknown-shape', 'raw {"index":1,"score":null}'],
  ),
  ranking('none with a score', { results: [{ index: 0 }] }, ['raw {"results":[{"index":0}]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
  ranking('of nothing', { results: [], usage: { total_tokens: 3 } }, ['usage null/null/3 rnull cnull'], {
    verdict: 'empty',
    code: 'empty',
  }),
  ranking('of null', { results: null }, [], { verdict: 'empty', code: 'empty' }),
  ranking('an answer of another route', { choices: [] }, ['raw {"choices":[]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
];

const edit = answer('edits');

/** Answers of the legacy edits route. */
export const editFixtures: AnswerFixture[] = [
  edit(
    'as its vendor wrote it',
    {
      object: 'edit',
      created: 1,
      choices: [
        { text: 'the cat', index: 0 },
        { text: 'a cat', index: 1 },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    },
    ['text the cat', '[1] text a cat', 'usage 3/4/7 rnull cnull'],
  ),
  edit(
    'as a chat completion',
    { object: 'chat.completion', choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] },
    ['text x', 'finish stop'],
  ),
  edit('as pictures', { created: 1, data: [{ url: 'https://h/p.png' }] }, ['image image/* https://h/p.png']),
  edit('without text', { object: 'edit', choices: [{ text: '', index: 0 }] }, [], { verdict: 'empty', code: 'empty' }),
  edit('of an unknown shape', { answer: 1 }, ['raw {"answer":1}'], { verdict: 'failed', code: 'wrong-type' }),
  edit(
    'refused as it usually is',
    {
      error: { message: 'invalid request type, expected x', type: 'new_api_error', param: '', code: 'invalid_request' },
    },
    [],
    { head: { streamAsked: false, status: 400 }, verdict: 'failed', code: 'route-absent' },
  ),
];
