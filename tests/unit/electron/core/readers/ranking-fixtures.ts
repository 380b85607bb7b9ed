import type { AnswerFixture } from '../../../../support/readers/read-answer.ts';
import { answer } from './whole-response.ts';

const ranking = answer('rerank');

/** Rankings in every known shape, and with every possible fault. */
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
    ['ranking 0:2 1:null', 'warning items-odd'],
  ),
  ranking('one without a score before one with', { results: [{ index: 4 }, { index: 1, score: -3 }] }, [
    'ranking 1:-3 4:null',
    'warning items-odd',
    'warning items-odd',
  ]),
  ranking('none with a score', { results: [{ index: 2 }, { index: 0 }] }, [
    'ranking 2:null 0:null',
    'warning items-odd',
  ]),
  ranking('neither score nor index', { results: [{ text: 'a' }] }, ['raw {"results":[{"text":"a"}]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
  ranking(
    'a list of vectors',
    { data: [{ index: 0, embedding: [1] }] },
    ['raw {"data":[{"index":0,"embedding":[1]}]}'],
    {
      verdict: 'failed',
      code: 'wrong-type',
    },
  ),
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

/** Responses of the legacy edits route. */
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
