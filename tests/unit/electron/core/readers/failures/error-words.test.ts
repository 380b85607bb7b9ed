import { describe, expect, test } from 'vitest';
import { type ErrorWords, errorWords } from '#core/readers/failures/error-words.ts';
import { readGatewayError } from '#core/readers/gateway-error.ts';

type Row = [body: unknown, expected: Partial<ErrorWords>];

const nested = (text: string, levels: number): unknown =>
  levels === 0 ? { message: text } : { error: JSON.stringify(nested(text, levels - 1)) };

const rows: Row[] = [
  // One field, in every spelling.
  ...[
    'message',
    'Message',
    'msg',
    'error_msg',
    'errmsg',
    'errMsg',
    'status_msg',
    'statusMessage',
    'detail',
    'details',
  ].map((field): Row => [{ [field]: 'it broke' }, { message: 'it broke' }]),
  ...['description', 'reason', 'title', 'cause', 'error_description', 'errorMessage', 'faultstring', 'err'].map(
    (field): Row => [{ [field]: 'it broke' }, { message: 'it broke' }],
  ),
  // Records and lists.
  [{ error: { message: { detail: 'it broke' } } }, { message: 'it broke' }],
  [{ errors: [{ message: 'one' }, { message: 'two' }] }, { message: 'one; two' }],
  [{ errors: ['one is off', 'two is off'] }, { message: 'one is off; two is off' }],
  [{ errors: { n: ['must be 1'] } }, { message: 'n: must be 1', param: 'n' }],
  [{ errors: { n: 'must be 1', k: 'must be 2' } }, { message: 'n: must be 1; k: must be 2' }],
  [{ n: ['This field is required.'] }, { message: 'n: This field is required.', param: 'n' }],
  [{ non_field_errors: ['Pick a side.'] }, { message: 'Pick a side.', param: null }],
  [{ message: ['n must be a number', 'k too'], error: 'Bad Request' }, { message: 'n must be a number; k too' }],
  [{ fault: { faultstring: 'it broke', detail: { errorcode: 'x.y' } } }, { message: 'it broke' }],
  [
    { ResponseMetadata: { RequestId: 'r', Error: { Code: 'C', Message: 'm' } } },
    { message: 'm', code: 'C', requestId: 'r' },
  ],
  [{ Response: { Error: { Code: 'C.D', Message: 'm' } } }, { message: 'm', code: 'C.D' }],
  [{ status: { code: 11007, description: 'Invalid deploy' } }, { message: 'Invalid deploy', code: '11007' }],
  [{ header: { code: 10013, message: 'blocked' } }, { message: 'blocked', code: '10013' }],
  [{ detail: { status: 'quota_exceeded', message: 'no more' } }, { message: 'no more', code: 'quota_exceeded' }],
  [[{ error: { message: 'm' } }], { message: 'm' }],
  // Codes and types.
  [{ errcode: 41, errmsg: 'm' }, { code: '41' }],
  [{ err_no: 7, err_msg: 'm' }, { code: '7' }],
  [{ base_resp: { status_code: 1008, status_msg: 'm' } }, { code: '1008' }],
  [{ __type: 'com.amazon#ValidationException', message: 'm' }, { type: 'ValidationException' }],
  [{ message: 'm', code: 0 }, { code: null }],
  [
    { message: 'm', code: 'success', type: 'None' },
    { code: null, type: null },
  ],
  // Where the fault is.
  [{ detail: [{ loc: ['body', 'top_k'], msg: 'Extra inputs' }] }, { message: 'top_k: Extra inputs', param: 'top_k' }],
  [{ errors: [{ detail: 'bad', source: {}, pointer: '/data/n' }] }, { param: 'data.n' }],
  [{ message: 'no good', field: 'size' }, { param: 'size' }],
  [
    { error: 'Not Found', path: '/v1/x' },
    { message: 'Not Found', param: null },
  ],
  // JSON in strings.
  [nested('deep', 4), { message: 'deep' }],
  [{ message: JSON.stringify(JSON.stringify({ error: 'twice' })) }, { message: 'twice' }],
  [{ message: 'HTTP 400: {"error":{"message":"inner","code":"c"}}' }, { message: 'HTTP 400: inner', code: 'c' }],
  [
    { message: "[{'type': 'extra_forbidden', 'loc': ('body', 'foo'), 'msg': 'Extra inputs', 'input': None}]" },
    { message: 'foo: Extra inputs', param: 'foo', type: 'extra_forbidden' },
  ],
  [{ message: "Supported formats: ['flac', 'mp3']" }, { message: "Supported formats: ['flac', 'mp3']" }],
  // What says more wins, and a cause is added to a short sentence.
  [{ error: { message: 'Provider returned error', metadata: { raw: 'no GPU left' } } }, { message: 'no GPU left' }],
  [{ message: 'Bad Request', details: ['k is odd'] }, { message: 'k is odd' }],
  [{ message: 'Upload failed', reason: 'disk is full' }, { message: 'Upload failed: disk is full' }],
  [{ error: 'No balance left', message: 'Please top up.' }, { message: 'No balance left: Please top up.' }],
  [
    { error: 'invalid_token', error_description: 'expired' },
    { message: 'expired', code: 'invalid_token' },
  ],
  // Echoes of the request are not words about it.
  [{ message: 'Bad request', input: ['my secret text is long'] }, { message: 'Bad request' }],
  [{ detail: [{ loc: ['n'], msg: 'bad', input: 'a long text of the user' }] }, { message: 'n: bad' }],
  // Last of all, the longest text for people.
  [
    { odd: { place: 'nobody knows what happened here' }, x: 'short one' },
    { message: 'nobody knows what happened here' },
  ],
  [{ id: 'a8f0', url: 'https://example.com/with words' }, { message: null }],
  [{ ok: true, message: 'success' }, { message: null }],
];

test.each(rows)('%j', (body, expected) => {
  expect(errorWords(body)).toMatchObject(expected);
});

describe('texts that are no JSON', () => {
  test.each([
    [
      '<Error><Code>AccessDenied</Code><Message>No entry</Message></Error>',
      { message: 'No entry', code: 'AccessDenied' },
    ],
    [
      '<?xml version="1.0"?><f:Fault><faultstring><![CDATA[It broke]]></faultstring></f:Fault>',
      { message: 'It broke' },
    ],
    [
      '<html><head><title>Error</title></head><body><pre>Cannot POST /x</pre></body></html>',
      { message: 'Cannot POST /x' },
    ],
    ['<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>', { message: '502 Bad Gateway' }],
    ['<html><script>let x = "<p>";</script><h1>Closed</h1></html>', { message: 'Closed', title: null }],
    ['{"error":{"message":"Half a \\"word\\"","type":"t","par', { message: 'Half a "word"', type: 't' }],
  ])('%s', (text, expected) => {
    expect(readGatewayError(text, 500)).toMatchObject(expected);
  });

  test('AWS names the exception in a header', () => {
    const headers: [string, string][] = [['x-amzn-ErrorType', 'ThrottlingException:http://internal']];
    expect(readGatewayError({ message: 'm' }, 400, headers).type).toBe('ThrottlingException');
  });
});

test('a wait is read from the fields that services use', () => {
  expect(readGatewayError({ error: 'Model x is currently loading', estimated_time: 20 }, 503).retryAfterMs).toBe(
    20_000,
  );
  expect(readGatewayError({ message: 'slow', retry_after: 1.5 }, 429).retryAfterMs).toBe(1500);
});

test('hostile documents are read within bounds', () => {
  const deep = `${'{"error":'.repeat(5000)}"end of it"${'}'.repeat(5000)}`;
  expect(readGatewayError(deep, 500).status).toBe(500);
  const wide = { errors: Array.from({ length: 50_000 }, (_, at) => ({ message: `fault ${at}` })) };
  expect(readGatewayError(wide, 500).message).toBe('fault 0; fault 1; fault 2; fault 3; fault 4');
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, { a: { b: { c: [] } } }]));
  expect(readGatewayError(many, 500).message).toBeNull();
  expect(readGatewayError('{"a":"'.repeat(20_000), 500).status).toBe(500);
  expect(readGatewayError(`<${'a '.repeat(100_000)}`, 500).status).toBe(500);
});
