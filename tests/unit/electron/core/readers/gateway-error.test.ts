import { describe, expect, test } from 'vitest';
import { errorIn } from '#core/readers/failures/foreign-document.ts';
import { type GatewayError, readGatewayError } from '#core/readers/gateway-error.ts';

type Row = [name: string, body: unknown, expected: Partial<GatewayError>];

const rows: Row[] = [
  [
    'compatible, whole',
    { error: { message: 'm', type: 't', param: 'p', code: 'c', metadata: {} } },
    { shape: 'document', message: 'm', type: 't', param: 'p', code: 'c' },
  ],
  [
    'compatible, without a param',
    { error: { message: 'm', type: 't', code: '' } },
    { message: 'm', type: 't', code: null, param: null },
  ],
  [
    'compatible, message and type only',
    { error: { message: 'm', type: 'new_api_panic' } },
    { message: 'm', type: 'new_api_panic' },
  ],
  [
    'flat task error',
    { code: 'task_not_exist', message: 'm', data: null },
    { shape: 'document', message: 'm', code: 'task_not_exist' },
  ],
  [
    'native, with details',
    {
      error: {
        code: 429,
        message: 'm',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'x' }, { retryDelay: '17s' }],
      },
    },
    { shape: 'document', message: 'm', type: 'RESOURCE_EXHAUSTED', code: '429', retryAfterMs: 17_000 },
  ],
  ['a string as the error', { error: 'text' }, { message: 'text', code: null }],
  [
    'a word and a sentence',
    { error: 'invalid_token', error_description: 'expired' },
    { message: 'expired', code: 'invalid_token' },
  ],
  ['success is false', { success: false, message: 'm' }, { shape: 'document', message: 'm' }],
  [
    'success is false with an error',
    { success: false, error: { code: 'c', status: 429, message: 'm' } },
    { shape: 'document', message: 'm', code: 'c' },
  ],
  ...['message', 'msg', 'err', 'error_msg', 'detail'].map(
    (field): Row => [`only ${field}`, { [field]: 'm' }, { shape: 'document', message: 'm' }],
  ),
  ['a header with a message', { header: { message: 'm' } }, { message: 'm' }],
  ['a response with an error', { response: { error: { message: 'm', code: 'c' } } }, { message: 'm', code: 'c' }],
  [
    'validation list',
    {
      detail: [
        { loc: ['body', 'messages', 0, 'role'], msg: 'Field required', type: 'missing' },
        { loc: ['body'], msg: 'x' },
      ],
    },
    {
      shape: 'document',
      message: 'messages.0.role: Field required; body: x',
      param: 'messages.0.role',
      type: 'missing',
    },
  ],
  [
    'description',
    { description: 'm', type: 'upstream_error', code: 4 },
    { shape: 'document', message: 'm', type: 'upstream_error', code: '4' },
  ],
  ['array around an error', [{ error: { message: 'm', code: 400 } }], { message: 'm', code: '400' }],
  [
    'a page',
    '<html><head><title>\n a &amp; b | 524: A timeout </title>',
    { shape: 'html', message: 'a & b | 524: A timeout' },
  ],
  ['a page without a title', '<p>no</p>', { shape: 'html', title: null, message: 'no' }],
  ['plain text', ' error code: 1015 ', { shape: 'text', message: 'error code: 1015' }],
  ['nothing', '', { shape: 'empty', message: null }],
  ['no error at all', { x: 1 }, { shape: 'document', message: null }],
  ['null', null, { shape: 'document', message: null }],
  ['text that is JSON', '{"error":{"message":"m","code":"c"}}', { shape: 'document', message: 'm', code: 'c' }],
  [
    'an error inside a sentence',
    {
      error: {
        message: '{"error":{"message":"inner","code":"rate_limit_exceeded","param":"x"}}',
        type: 'upstream_error',
        code: 'bad_response',
      },
    },
    { message: 'inner', type: 'upstream_error', code: 'rate_limit_exceeded', param: 'x' },
  ],
  [
    'raw words of the service behind',
    { error: { message: 'Provider returned error', metadata: { raw: 'real' } } },
    { message: 'real' },
  ],
  ['the flat event', { type: 'error', message: 'm', code: 'c', param: null }, { message: 'm', type: null, code: 'c' }],
  ['the nested event', { type: 'error', error: { type: 't', message: 'm' } }, { message: 'm', type: 't' }],
];

test.each(rows)('%s', (_name, body, expected) => {
  expect(readGatewayError(body, 400)).toMatchObject(expected);
});

describe('decorations', () => {
  test('the last request id is that of the gateway; all are removed', () => {
    const error = readGatewayError({ error: { message: 'bad (request id: A1) (request id: B2)' } }, 400, [
      ['X-Oneapi-Request-Id', 'H'],
    ]);
    expect(error).toMatchObject({ message: 'bad', requestId: 'B2' });
  });

  test.each([
    [
      [
        ['x-request-id', 'up'],
        ['X-Oneapi-Request-Id', 'own'],
      ],
      'own',
    ],
    [[['x-request-id', 'up']], 'up'],
    [
      [
        ['x-request-id', 'up'],
        ['x-litellm-call-id', 'own'],
      ],
      'own',
    ],
    [[['CF-Ray', 'edge']], 'edge'],
    [[], null],
  ] as [[string, string][], string | null][])('request id from headers %j', (headers, id) => {
    expect(readGatewayError({ error: { message: 'm' } }, 400, headers).requestId).toBe(id);
  });

  test('metadata after the sentence is removed, other brackets stay', () => {
    expect(readGatewayError({ error: { message: 'bad ({"a":{"b":1}})' } }, 400).message).toBe('bad');
    expect(readGatewayError({ error: { message: 'bad ({x})' } }, 400).message).toBe('bad ({x})');
  });

  test('a sentence is at most 4,096 characters', () => {
    expect(readGatewayError('x'.repeat(10_000), 500).message).toHaveLength(4096);
  });
});

describe('waits', () => {
  const wait = (headers: [string, string][], body: unknown = '') => readGatewayError(body, 429, headers).retryAfterMs;

  test.each([
    [[['retry-after', '3']], 3000],
    [[['Retry-After', '1.5']], 1500],
    [
      [
        ['retry-after-ms', '250'],
        ['retry-after', '9'],
      ],
      250,
    ],
    [
      [
        ['retry-after', 'Wed, 21 Oct 2026 07:28:10 GMT'],
        ['date', 'Wed, 21 Oct 2026 07:28:00 GMT'],
      ],
      10_000,
    ],
    [
      [
        ['retry-after', 'Wed, 21 Oct 2026 07:28:00 GMT'],
        ['date', 'Wed, 21 Oct 2026 07:29:00 GMT'],
      ],
      0,
    ],
    [[['retry-after', 'soon']], null],
    [[['retry-after', '-1']], null],
    [[['retry-after', '99999999']], null],
  ] as [[string, string][], number | null][])('%j', (headers, milliseconds) => {
    expect(wait(headers)).toBe(milliseconds);
  });

  test.each([
    ['Please try again in 1.2s.', 1200],
    ['Try again in 6m0s', 360_000],
    ['try again in 120ms', 120],
    ['retry after 20 seconds', 20_000],
    ['retry after 1 minute', 60_000],
    ['try again later', null],
  ])('in the sentence "%s"', (message, milliseconds) => {
    expect(wait([], { error: { message } })).toBe(milliseconds);
  });
});

describe('errors inside 200 responses', () => {
  test.each([
    { error: { message: 'm' } },
    { error: 'm' },
    { error: { code: 'c', message: '' }, choices: [] },
    { type: 'error', message: 'm' },
    { type: 'upstream_error' },
    { success: false },
    { code: 'x', message: 'm', data: null },
    { detail: 'no' },
    { detail: [{ loc: [], msg: 'm' }] },
    [{ error: { message: 'm' } }],
  ])('%j is one', (document) => {
    expect(errorIn(document)).not.toBeNull();
  });

  test.each([
    { error: null, choices: [] },
    { error: {}, choices: [] },
    { error: { message: '', type: '', param: '', code: null }, choices: [] },
    { code: 'success', message: '', data: null },
    { code: 0, message: 'ok' },
    { id: 'x', message: 'm' },
    { success: true, data: [] },
    { type: 'response.output_text.delta', message: 'm' },
    { choices: [{ message: { content: 'error' } }] },
    [{ id: 'a' }],
    'error',
    null,
  ])('%j is none', (document) => {
    expect(errorIn(document)).toBeNull();
  });
});
