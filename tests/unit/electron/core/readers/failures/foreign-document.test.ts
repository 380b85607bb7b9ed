import { describe, expect, test } from 'vitest';
import { errorIn, looksLike } from '#core/readers/failures/foreign-document.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { readPieces, sse, stop } from '../../../../../support/readers/read-answer.ts';

test.each([
  { base_resp: { status_code: 1008, status_msg: 'insufficient balance' }, id: 'x', choices: null },
  { base_resp: { status_code: 2013 }, task_id: '' },
  { code: 40001, msg: 'bad key' },
  { code: 40001, msg: 'bad key', data: [] },
  { code: -1, message: 'bad key', data: {}, id: '' },
  { code: 'InvalidApiKey', message: 'bad key', request_id: 'r' },
  { id: 'x', code: 'rate_limit', message: 'slow' },
  { error_code: 17, error_msg: 'daily limit' },
  { success: false },
  { ok: false, description: 'no' },
  { status: 'error', message: 'no' },
  { status: 'fail', reason: 'no' },
  { result: 'error', msg: 'no' },
  { object: 'error', message: 'no', code: 400 },
  { type: 'response.error', message: 'no' },
  { type: 'RateLimitError', message: 'no' },
  { fault: { faultstring: 'no' } },
  { errors: [{ message: 'no' }], data: null },
  { header: { code: 10013, message: 'blocked' } },
  { status: { code: 11007, description: 'Invalid' } },
  { Response: { Error: { Code: 'x', Message: 'no' } } },
  { ResponseMetadata: { Error: { Code: 'x', Message: 'no' } } },
  { error: 1, message: 'no' },
  { choices: [{ delta: { error: 'no' } }] },
  { choices: [{ error: { message: 'no' } }] },
  { choices: [{ message: { error: { message: 'no' } } }] },
])('%j is an error with status 200', (document) => {
  expect(errorIn(document)).not.toBeNull();
});

test.each([
  { error: null, choices: [] },
  { error: { code: 0, message: 'success' }, choices: [] },
  { error: { code: 200, message: 'OK' } },
  { error: '', message: '' },
  { error: 'none' },
  { code: 0, msg: '' },
  { code: 200, message: 'Request was successful' },
  { code: 1, message: '获取成功', data: [] },
  { code: 10000, status: { code: 10000, description: 'Ok' } },
  { base_resp: { status_code: 0, status_msg: '' } },
  { base_resp: { status_code: 0, status_msg: 'success' }, choices: [] },
  { status: 'success', message: 'Image generated successfully' },
  { status: 'processing', message: 'Drawing the image' },
  { status: 'queued', message: 'You are number 3' },
  { type: 'progress', message: 'Drawing the image' },
  { message: { role: 'assistant', content: 'hi' }, done: true },
  { id: 'x', message: 'hi' },
  { errors: [], data: [] },
  { errors: null, results: [] },
  { header: { code: 0, message: 'Success' } },
  { success: true, message: 'hi' },
  { type: 'response.created', response: { error: null, status: 'in_progress' } },
  { choices: [{ delta: { content: 'error: no', error: null } }] },
  { choices: [{ message: { content: '{"error":"no"}' } }] },
  { code: 'print(1)', results: [1] },
  { message: 'deployed', code: 'success' },
  { meta: { api_version: { version: '1' } }, results: [] },
])('%j is none', (document) => {
  expect(errorIn(document)).toBeNull();
});

/** Complete responses with fields that elsewhere mean trouble. */
const good: [kind: ReaderKind, document: unknown][] = [
  ['chat', { code: 0, message: 'ok', choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] }],
  ['chat', { code: 7, msg: 'cached', choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] }],
  ['chat', { status: 'success', error: null, choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] }],
  [
    'chat',
    { base_resp: { status_code: 0 }, choices: [{ message: { content: 'Error: quota' }, finish_reason: 'stop' }] },
  ],
  [
    'responses',
    {
      object: 'response',
      status: 'completed',
      error: null,
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'hi' }] }],
    },
  ],
  ['native', { candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }], message: 'ok' }],
  ['embeddings', { code: 12, message: 'partly cached', data: [{ index: 0, embedding: [1, 2] }] }],
  ['rerank', { message: 'done', code: 'x', results: [{ index: 0, relevance_score: 0.5 }] }],
  ['images', { code: 3, msg: 'filtered lightly', data: [{ url: 'https://example.com/a.png' }] }],
  ['models', { message: 'two models', data: [{ id: 'a' }] }],
  ['models', { success: true, message: '', data: [{ id: 'a' }] }],
  ['transcript', { code: 9, message: 'noisy', text: 'hello' }],
  ['task', { code: 'success', message: '', data: { task_id: 't', status: 'QUEUED' } }],
  ['task', { id: 't', status: 'failed', message: 'no more GPU' }],
  ['task', { id: 't', status: 'queued', message: 'You are number 3', code: 102 }],
  ['anything', { message: 'pong' }],
  ['anything', { detail: 'a page about error codes' }],
];

test.each(good)('%s: %j is read as a response', (kind, document) => {
  const { ending } = readPieces(kind, [Buffer.from(JSON.stringify(document))], { streamAsked: false });
  expect(ending.error).toBeNull();
  expect(ending.verdict).toBe('complete');
});

test('events beside the reply end nothing', () => {
  const body = `${sse({ type: 'progress', message: 'Thinking' })}${sse({ status: 'queued', message: 'wait' })}${sse({ choices: [{ delta: { content: 'hi' } }], code: 4, message: 'x' })}${stop}data: [DONE]\n\n`;
  expect(readPieces('chat', [Buffer.from(body)]).ending).toMatchObject({ verdict: 'complete', error: null });
});

describe('what an unexpected document seems to be', () => {
  test.each([
    [{ data: [{ embedding: [[1], [2]] }] }, 'a list with one vector per token, as a model without pooling returns it'],
    [{ data: [{ embedding: [1] }] }, 'a list of vectors'],
    [{ data: [{ url: 'x' }] }, 'a list of images'],
    [{ data: [{ id: 'a' }] }, 'a list of models'],
    [{ data: [7] }, null],
  ])('%j', (document, name) => {
    expect(looksLike(document)).toBe(name);
  });

  test('vectors are not said to look like vectors', () => {
    const read = (document: unknown) => readPieces('embeddings', [Buffer.from(JSON.stringify(document))]).ending.error;
    expect(read({ data: [{ embedding: 'x y' }] })?.message).not.toContain('looks like');
  });
});
