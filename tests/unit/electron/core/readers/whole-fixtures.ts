import { type AnswerFixture, chunk, done, sse } from '../../../../support/readers/read-answer.ts';

const unstreamed = { head: { streamAsked: false } };
const message = (content: unknown, rest: Record<string, unknown> = {}) => ({
  id: 'c1',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content, ...rest }, finish_reason: 'stop' }],
});
const whole = (name: string, value: unknown, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'chat',
  body: typeof value === 'string' ? value : JSON.stringify(value),
  tells,
  verdict: 'complete',
  ...unstreamed,
  ...rest,
});
const listing = (
  kind: 'models' | 'native-models',
  name: string,
  value: unknown,
  tells: string[],
  rest: Partial<AnswerFixture> = {},
): AnswerFixture => ({
  ...whole(name, value, tells),
  kind,
  ...rest,
});

/** Whole responses, listings, and failures of every shape. */
export const wholeFixtures: AnswerFixture[] = [
  whole(
    'a chat completion',
    {
      ...message('Hi', { reasoning_content: 'hm' }),
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    },
    ['id c1 m', 'reasoning hm', 'text Hi', 'finish stop', 'usage 1/2/3 rnull cnull'],
  ),
  whole(
    'for a stream that was asked for',
    message('Hi'),
    ['warning json-for-stream', 'id c1 m', 'text Hi', 'finish stop'],
    { head: { streamAsked: true } },
  ),
  whole('laid out over lines, blank lines around it', `\n\n${JSON.stringify(message('Hi'), null, 2)}\n\n`, [
    'id c1 m',
    'text Hi',
    'finish stop',
  ]),
  whole('labelled as an event stream', message('Hi'), ['id c1 m', 'text Hi', 'finish stop'], {
    head: { streamAsked: false, headers: [['content-type', 'text/event-stream']] },
  }),
  whole('reasoning in the text, never opened', message('plan\n</think>\n\nanswer'), [
    'id c1 m',
    'reasoning plan',
    'text answer',
    'finish stop',
  ]),
  whole('no finish reason', { choices: [{ message: { content: 'Hi' }, finish_reason: null }] }, ['text Hi']),
  whole(
    'everything a message may hold',
    message([{ type: 'text', text: 'a' }], {
      refusal: 'no',
      tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }],
      images: [{ image_url: { url: 'data:image/webp;base64,UklGRg==' } }],
      audio: { id: 'x', data: '//sAAA==', transcript: 'hey' },
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://s', title: 'S' } }],
    }),
    [
      'id c1 m',
      'text a',
      'refusal no',
      'citation https://s S',
      'audio audio/mpeg //sAAA==|hey',
      'image image/webp UklGRg==',
      'finish stop',
      'call 0 t:f {}',
    ],
  ),
  whole('null content', message(null), ['id c1 m', 'finish stop'], {
    verdict: 'empty',
    code: 'empty',
    finishReason: 'stop',
  }),
  whole(
    'zero values where an error would stand',
    { ...message('Hi'), error: { message: '', type: '', param: '', code: null } },
    ['id c1 m', 'text Hi', 'finish stop'],
  ),
  whole('an error beside empty choices', { choices: [], error: { message: 'x', type: 'upstream_error' } }, [], {
    verdict: 'failed',
    code: 'upstream',
  }),
  whole('success is false', { success: false, message: 'no group' }, [], { verdict: 'failed', code: 'in-band' }),
  whole(
    'success is false, with a code and a status',
    { success: false, error: { code: 'rate_limit', status: 429, message: 'x' } },
    [],
    { verdict: 'failed', code: 'rate-limited' },
  ),
  whole('an answer of another route', { object: 'list', data: [] }, ['raw {"object":"list","data":[]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
  whole('JSON that is no object', '"hello"', [], { verdict: 'failed', code: 'not-json' }),
  whole('cut JSON', '{"choices":[{"message":{"content":"Hi', [], { verdict: 'failed', code: 'truncated' }),
  whole('broken JSON', '{"choices":[{"message":{content:1}}]}', [], { verdict: 'failed', code: 'bad-json' }),
  whole('an empty body', '', [], { verdict: 'empty', code: 'empty' }),
  whole('only blank lines', '\n\r\n  \n', [], { verdict: 'empty', code: 'empty' }),
  whole('only comments', ': PING\n\n: PING\n\n', ['warning stream-for-json'], { verdict: 'empty', code: 'empty' }),
  whole('only the end mark', '[DONE]', [], { head: { streamAsked: true }, verdict: 'empty', code: 'empty' }),
  whole('a page', '<!doctype html>\n<html><head><title>One &amp; API</title></head></html>', [], {
    verdict: 'failed',
    code: 'not-json',
  }),
  whole('plain text', 'Welcome to the proxy', [], { verdict: 'failed', code: 'not-json' }),
  whole('the words of a proxy', 'upstream connect error', [], { verdict: 'failed', code: 'upstream' }),
  whole('text that begins like a field', 'data unavailable', [], { verdict: 'failed', code: 'not-json' }),
  whole(
    'an error labelled as an event stream',
    '{"error":{"message":"bad (request id: 2026X)","type":"upstream_error","param":"","code":400}}',
    [],
    {
      head: { status: 400, headers: [['content-type', 'text/event-stream']] },
      verdict: 'failed',
      code: 'rejected',
    },
  ),
  whole(
    'a bare error after a comment',
    ': PING\n\n{"error":{"message":"no channel","type":"new_api_error","code":"model_not_found"}}',
    [],
    {
      head: { streamAsked: true },
      verdict: 'failed',
      code: 'model-not-found',
    },
  ),
  whole(
    'a bare error over several lines inside a stream',
    `${chunk({ content: 'Hi' })}{\n  "error": {\n    "message": "x"\n  }\n}\n`,
    ['text Hi'],
    {
      head: { streamAsked: true },
      verdict: 'failed',
      code: 'in-band',
      finished: true,
    },
  ),
  whole(
    'an error event after text',
    `${chunk({ content: 'Hi' })}${sse({ error: { message: 'quota' } })}data: [DONE]`,
    ['text Hi'],
    {
      head: { streamAsked: true },
      verdict: 'failed',
      code: 'in-band',
      finished: true,
    },
  ),
  whole(
    'an error that looks like a chunk',
    `${chunk({ content: 'Hi' })}${sse({ id: 'x', object: 'chat.completion.chunk', choices: [], error: { message: 'm', code: 429 } })}${chunk({ content: 'late' })}${done}`,
    ['text Hi', 'id x null'],
    {
      head: { streamAsked: true },
      verdict: 'failed',
      code: 'rate-limited',
      finished: true,
    },
  ),
  whole(
    'an error with a number as its code',
    `${sse({ error: { object: 'error', message: 'm', type: 'BadRequestError', param: null, code: 400 } })}`,
    [],
    {
      head: { streamAsked: true },
      verdict: 'failed',
      code: 'rejected',
      finished: true,
    },
  ),
  whole(
    'an error inside a choice',
    `${sse({ choices: [{ delta: { content: 'a' }, error: { code: 502, message: 'm' }, finish_reason: 'error' }] })}`,
    ['text a', 'finish error', 'warning finish-odd'],
    {
      head: { streamAsked: true },
      verdict: 'failed',
      code: 'upstream',
      finished: true,
    },
  ),
  whole('an error stream with an error status', sse({ error: { message: 'm', type: 'rate_limit_error' } }), [], {
    head: { status: 429, streamAsked: true },
    verdict: 'failed',
    code: 'rate-limited',
    finished: true,
  }),
  whole('an empty body with status 429', '', [], { head: { status: 429 }, verdict: 'failed', code: 'rate-limited' }),
  whole('a page with status 524', '<html><title>h | 524: A timeout occurred</title>', [], {
    head: { status: 524 },
    verdict: 'failed',
    code: 'upstream',
  }),
  listing(
    'models',
    'a listing',
    {
      object: 'list',
      success: true,
      data: [{ id: 'x', supported_endpoint_types: null }, { id: 'y' }, { id: 'x' }, {}, 'z'],
    },
    ['models x,y,z next null'],
  ),
  listing('models', 'a page instead of a listing', '<!DOCTYPE html><title>Console</title>', [], {
    verdict: 'failed',
    code: 'not-json',
  }),
  listing(
    'models',
    'an error instead of a listing',
    { error: { message: "The model '' does not exist", type: 'invalid_request_error', code: 'model_not_found' } },
    [],
    {
      verdict: 'failed',
      code: 'model-not-found',
    },
  ),
  listing('models', 'an empty listing', { object: 'list', data: null }, ['models  next null'], {
    verdict: 'empty',
    code: 'empty',
  }),
  listing('models', 'a bare array', [{ id: 'a' }], ['models a next null']),
  listing('models', 'names as the native surface has them', { models: [{ name: 'a' }] }, ['models a next null']),
  listing('models', 'a list below `data`', { data: { models: [{ id: 'a' }] } }, ['models a next null']),
  listing('models', 'a map from ids to records', { data: { a: { owned_by: 'x' } } }, ['models a next null']),
  listing('models', 'ids under other names', { data: [{ model_id: 'a' }, { modelId: 'b' }] }, ['models a,b next null']),
  listing('models', 'a page of several', { data: [{ id: 'a' }], has_more: true, last_id: 'a' }, ['models a next a']),
  listing(
    'models',
    'records without ids, which are no empty list',
    { data: [{ uuid: 1 }] },
    ['raw {"data":[{"uuid":1}]}'],
    {
      verdict: 'failed',
      code: 'wrong-type',
    },
  ),
  listing(
    'native-models',
    'a native listing of a gateway',
    { models: [{ name: 'g', displayName: 'g', supportedGenerationMethods: null }], nextPageToken: null },
    ['models g next null'],
  ),
  listing(
    'native-models',
    'a native listing with pages',
    { models: [{ name: 'models/g', displayName: 'G' }], nextPageToken: 'p2' },
    ['models g next p2'],
  ),
  whole("any JSON for a path of the person's own", { choices: [{ text: 'a' }] }, ['raw {"choices":[{"text":"a"}]}'], {
    kind: 'anything',
  }),
  whole("plain text for a path of the person's own", 'WEBVTT\n\nhello', ['text WEBVTT\n\nhello'], {
    kind: 'anything',
  }),
];
