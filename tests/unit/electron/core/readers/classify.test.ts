import { describe, expect, test } from 'vitest';
import { classify, failureFromBody } from '#core/readers/classify.ts';
import { rules } from '#core/readers/failures/rules/rules.ts';
import { readGatewayError } from '#core/readers/gateway-error.ts';
import { redactedKey } from '#core/redaction/redact.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import { refusalWords } from '#shared/protocol/refusal-words.ts';

const error = (code: string, message = 'm', type = 'new_api_error') => ({ error: { message, type, param: '', code } });
const said = (message: string, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code: null },
});

const rows: [code: FailureCode, status: number, body: unknown, retryable: boolean][] = [
  ['auth', 401, error('', 'invalid token'), false],
  [
    'auth',
    400,
    { error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } },
    false,
  ],
  ['auth', 401, said('无效的令牌'), false],
  ['quota', 401, said('该令牌额度已用尽'), false],
  ['quota', 403, error('insufficient_user_quota'), false],
  ['quota', 403, error('pre_consume_token_quota_failed'), false],
  [
    'quota',
    429,
    { error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } },
    false,
  ],
  ['quota', 402, '', false],
  ['forbidden', 403, error('access_denied'), false],
  ['forbidden', 403, said('no access to this group'), false],
  ['model-not-found', 503, error('model_not_found'), false],
  ['model-not-found', 503, said('当前分组 default 下对于模型 x 无可用渠道', 'new_api_error'), false],
  ['model-not-found', 400, said('There are no healthy deployments for this model. Passed model=x'), false],
  ['model-not-found', 404, said('The model `x` does not exist or you do not have access to it.'), false],
  [
    'model-not-found',
    404,
    { error: { code: 404, message: 'models/x is not found for API version v1beta', status: 'NOT_FOUND' } },
    false,
  ],
  ['model-not-found', 400, said('The model `x` does not support audio transcriptions'), false],
  ['model-not-found', 400, said('This model does not appear to be an embedding model by default.'), false],
  ['forbidden', 400, said('The model `x` requires terms acceptance.'), false],
  ['forbidden', 403, said('No access to model: x'), false],
  ['route-absent', 400, said('No route for that URI'), false],
  ['route-absent', 404, said('No static resource v1/rerank.'), false],
  ['parameter', 400, { message: "'input_type' parameter is required for asymmetric models" }, false],
  ['parameter', 400, { detail: 'Instructions are required' }, false],
  ['parameter', 500, error('invalid_request', 'field messages is required'), false],
  ['parameter', 500, error('invalid_request', 'contents is required'), false],
  ['parameter', 400, said("Unsupported parameter: 'max_tokens' is not supported with this model."), false],
  ['parameter', 422, { detail: [{ loc: ['body', 'model'], msg: 'Field required', type: 'missing' }] }, false],
  ['rejected', 500, error('invalid_request', 'no'), false],
  ['rejected', 400, error('model_price_error'), false],
  [
    'rejected',
    400,
    {
      error: {
        message: "This model's maximum context length is 8192 tokens",
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
    false,
  ],
  ['rejected', 418, '', false],
  ['moderated', 500, error('sensitive_words_detected'), false],
  ['moderated', 400, said('Your request was rejected as a result of our safety system.'), false],
  ['rate-limited', 429, '', true],
  ['rate-limited', 429, said('当前分组上游负载已饱和，请稍后再试'), true],
  [
    'rate-limited',
    429,
    { error: { code: 429, message: 'You exceeded your current quota', status: 'RESOURCE_EXHAUSTED' } },
    true,
  ],
  ['overloaded', 503, error('system_cpu_overloaded'), true],
  ['overloaded', 503, '', true],
  ['overloaded', 529, { error: { type: 'overloaded_error', message: 'Overloaded' } }, true],
  ['route-absent', 404, error('', 'Invalid URL (POST /v1/v1/chat/completions)', 'invalid_request_error'), false],
  ['route-absent', 404, '404 page not found', false],
  ['route-absent', 404, '<html><title>404 Not Found</title>', false],
  ['route-absent', 501, error('api_not_implemented'), false],
  ['route-absent', 400, error('invalid_request', 'unsupported endpoint "/v1/responses/compact"'), false],
  ['not-found', 400, { code: 'task_not_exist', message: 'task_not_exist', data: null }, false],
  ['not-found', 404, said('Video not found'), false],
  ['too-big-for-server', 413, '<html><title>413 Request Entity Too Large</title>', false],
  ['too-big-for-server', 413, error('read_request_body_failed'), false],
  ['too-big-for-server', 400, said('http: request body too large'), false],
  ['unsupported-media', 415, '', false],
  ['unsupported-media', 400, said("Invalid file format. Supported formats: ['flac']"), false],
  ['upstream', 500, error('do_request_failed'), true],
  ['upstream', 500, error('channel:no_available_key'), false],
  ['upstream', 500, error('bad_response_status_code'), true],
  ['rate-limited', 429, error('bad_response_status_code'), true],
  ['upstream', 502, '<html><title>502 Bad Gateway</title>', true],
  ['upstream', 504, '', true],
  ['upstream', 408, '', true],
  ['upstream', 524, '<html><title>h | 524: A timeout occurred</title>', false],
  ['upstream', 520, '', true],
  ['server', 500, error('count_token_failed'), true],
  ['server', 500, { error: { message: 'panic', type: 'new_api_panic' } }, true],
  ['server', 500, '', true],
  ['in-band', 200, said('quota', ''), true],
  ['upstream', 200, { error: { message: 'm', code: 502 } }, true],
  ['rate-limited', 200, error('rate_limit_exceeded'), true],
  ['redirect', 302, '', false],
  ['proxy', 407, '', false],
  ['upstream', 503, 'no healthy upstream', true],
  [
    'upstream',
    503,
    'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
    true,
  ],
  ['upstream', 503, { message: 'failure to get a peer from the ring-balancer' }, true],
  ['upstream', 503, { message: 'name resolution failed' }, true],
  ['upstream', 503, 'no available server', true],
  ['upstream', 500, { is_bifrost_error: true, error: { message: 'no keys found for provider: openai' } }, false],
  ['route-absent', 403, { message: 'Missing Authentication Token' }, false],
  ['route-absent', 404, { success: false, message: 'Route not found: /v1/videos/x' }, false],
  ['auth', 401, { type: 'error', error: { type: 'x', message: 'x-api-key header is required' } }, false],
  [
    'auth',
    403,
    { error: { code: 403, message: "Method doesn't allow unregistered callers.", status: 'PERMISSION_DENIED' } },
    false,
  ],
  ['forbidden', 403, '<html><title>Just a moment...</title>', false],
  ['forbidden', 403, 'error code: 1010', false],
  ['upstream', 200, { error: { message: 'm', type: 'upstream_error' } }, true],
  ['auth', 403, { message: 'Invalid authentication credentials' }, false],
  ['moderated', 403, said('Your input was flagged for "violence". No credits were charged.'), false],
  ['model-not-found', 400, { error: { message: 'x is not a valid model ID', code: 400 } }, false],
  ['model-not-found', 400, { object: 'error', message: 'The model does not support Embeddings API' }, false],
  [
    'model-not-found',
    400,
    {
      error: {
        code: 'OperationNotSupported',
        message: 'The chatCompletion operation does not work with the specified model, x.',
      },
    },
    false,
  ],
];

test.each(rows)('%s: %i %j', (code, status, body, retryable) => {
  const failure = failureFromBody(body, { status });
  expect({ code: failure.code, retryable: failure.retryable }).toEqual({ code, retryable });
  expect(failure.message).toMatch(/^(?:The|A) .*\.$/);
  expect(failure.message).toContain(String(status));
  expect(failure.hint).toMatch(/\.$/);
  expect(failure.status).toBe(status);
});

describe('a 404 where the path names nothing but the route', () => {
  const names: [code: FailureCode, body: unknown][] = [
    ['route-absent', { detail: 'Not Found' }],
    ['route-absent', { message: 'Not Found', ok: false }],
    ['route-absent', { error: { message: 'Not found', type: 'not_found' } }],
    ['route-absent', { error: { message: 'Not found', type: 'not_found_error' } }],
    ['route-absent', { message: 'Route POST:/v1/chat/completions not found', error: 'Not Found', statusCode: 404 }],
    ['route-absent', { message: 'Route GET:/v1/models not found', error: 'Not Found', statusCode: 404 }],
    ['route-absent', { error: { code: '404', message: 'Resource not found' } }],
    ['route-absent', { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }],
    ['route-absent', 'Not Found'],
    ['route-absent', 'nothing here'],
    ['route-absent', ''],
    ['model-not-found', { type: 'error', error: { type: 'not_found_error', message: 'model: claude-none' } }],
    [
      'model-not-found',
      { error: { message: 'Not found the model x or Permission denied', type: 'resource_not_found_error' } },
    ],
    ['model-not-found', { error: { message: 'No endpoints found for vendor/x.', code: 404 } }],
    ['model-not-found', { error: { message: 'No endpoints found that support tool use.', code: 404 } }],
    [
      'model-not-found',
      { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } },
    ],
    ['not-found', { error: { message: 'No such File object: file-1', type: 'invalid_request_error', param: null } }],
    ['not-found', { error: { message: 'm', code: 'previous_response_not_found' } }],
    ['not-found', { error: { message: 'No fixture matched', type: 'invalid_request_error' } }],
    ['not-found', { error: { message: 'Requested entity was not found.', status: 'NOT_FOUND', code: 404 } }],
  ];

  test.each(names)('%s: %j', (code, body) => {
    expect(failureFromBody(body, { status: 404, fixedPath: true }).code).toBe(code);
  });

  test('also where the status is inside a 200 response', () => {
    const body = { code: 404, msg: '接口不存在', data: null };
    expect(failureFromBody(body, { status: 200, fixedPath: true }).code).toBe('route-absent');
  });

  test('with an id in the path it is about the object with the id', () => {
    expect(failureFromBody({ detail: 'Not Found' }, { status: 404 }).code).toBe('not-found');
  });
});

test.each([
  [500, 'litellm.InternalServerError: InternalServerError: OpenAIException - Connection error.'],
  [500, 'litellm.APIConnectionError: APIConnectionError: OpenAIException - Connection error.'],
  [200, 'litellm.MidStreamFallbackError: litellm.InternalServerError: OpenAIException - Connection error.'],
])('a forwarded failure of the provider with status %i is not one of the gateway: %s', (status, message) => {
  const failure = failureFromBody({ error: { message, type: null, param: null, code: '500' } }, { status });
  expect(failure).toMatchObject({ code: 'upstream', retryable: true });
});

describe("the provider's words about the gateway's own account", () => {
  const newApi: [string, string][] = [['X-Oneapi-Request-Id', '2026']];
  const wrongKey = {
    error: {
      message: 'Incorrect API key provided: sk-upstr***bad. You can find your API key at https://platform.example.',
      type: 'invalid_request_error',
      param: '',
      code: 'invalid_api_key',
    },
  };
  const rows: [status: number, body: unknown, headers: [string, string][], words: RegExp][] = [
    [401, wrongKey, newApi, /gateway's own key/],
    [401, { error: { ...wrongKey.error, message: 'Incorrect API key provided (request id: 2026)' } }, [], /own key/],
    [
      400,
      {
        error: {
          message: 'API key not valid. Please pass a valid API key.',
          type: 'upstream_error',
          param: '',
          code: 400,
        },
      },
      [],
      /own key/,
    ],
    [
      401,
      {
        error: {
          message:
            'litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect API key provided: bad.',
          type: null,
          param: null,
          code: '401',
        },
      },
      [],
      /own key/,
    ],
    [
      401,
      { error: { message: 'AuthenticationError: OpenAIException - invalid x-api-key', type: null, code: '401' } },
      [],
      /own key/,
    ],
    [
      429,
      {
        error: {
          message: 'You exceeded your current quota, please check your plan and billing details.',
          type: 'upstream_error',
          param: '',
          code: 429,
        },
      },
      newApi,
      /balance or quota of the gateway's own account/,
    ],
    [
      429,
      { error: { message: 'm', type: 'insufficient_quota', param: '', code: 'insufficient_quota' } },
      newApi,
      /balance or quota/,
    ],
    [
      402,
      {
        error: {
          message: 'Provider returned error',
          code: 402,
          metadata: { raw: '{"error":"Insufficient balance"}', provider_name: 'V' },
        },
      },
      [],
      /balance or quota/,
    ],
    [
      401,
      { code: 'fail_to_fetch_task', message: '{"code":1002,"message":"Auth failed: api key is invalid"}', data: null },
      [],
      /own key/,
    ],
    [
      403,
      {
        error: {
          message: 'Country, region, or territory not supported',
          type: 'request_forbidden',
          param: '',
          code: 'unsupported_country',
        },
      },
      newApi,
      /own account/,
    ],
  ];

  test.each(rows)('%i %j', (status, body, headers, words) => {
    const failure = failureFromBody(body, { status, headers });
    expect(failure).toMatchObject({ code: 'upstream-account', retryable: false, status });
    expect(failure.message).toMatch(words);
    expect(failure.hint).toMatch(/^Your key is fine\. .*operator must fix this/);
  });

  test.each([
    ['auth', 401, { error: { ...wrongKey.error, message: `Incorrect API key provided: ${redactedKey}` } }, newApi],
    ['auth', 401, { error: { code: '', message: 'Invalid token (request id: 2026)', type: 'new_api_error' } }, newApi],
    ['quota', 403, error('insufficient_user_quota', 'no balance (request id: 2026)'), newApi],
    ['auth', 401, { error: { message: '无效的令牌 (request id: 1)', type: 'one_api_error' } }, newApi],
    ['auth', 401, { ...wrongKey, error: { ...wrongKey.error, param: null } }, []],
    [
      'auth',
      401,
      {
        error: {
          message: 'Authentication Error, Invalid proxy server token passed.',
          type: 'token_not_found_in_db',
          param: 'key',
          code: '401',
        },
      },
      [],
    ],
    ['auth', 400, { error: { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' } }, []],
    [
      'forbidden',
      401,
      {
        error: {
          message: 'key not allowed to access model.',
          type: 'key_model_access_denied',
          param: 'model',
          code: '401',
        },
      },
      [],
    ],
    [
      'rate-limited',
      429,
      {
        error: { message: 'Rate limit reached for requests', type: 'requests', param: '', code: 'rate_limit_exceeded' },
      },
      newApi,
    ],
  ] as [FailureCode, number, unknown, [string, string][]][])(
    "the gateway's own %s stays the user's: %i %j",
    (code, status, body, headers) => {
      expect(failureFromBody(body, { status, headers }).code).toBe(code);
    },
  );
});

test('a page or a missing header does not say that the key is wrong', () => {
  const message = (body: unknown, status: number) => failureFromBody(body, { status }).message;
  expect(message('<html><title>Just a moment...</title>', 403)).toBe(
    'The gateway, or a firewall in front of it, rejected the request (status 403, an HTML page titled "Just a moment...").',
  );
  expect(message('<html><title>401 Authorization Required</title>', 401)).toContain('requires a login');
  expect(message({ error: { message: 'x-api-key header is required' } }, 401)).toContain('did not find a key');
});

test("a route handled by another route's handler: the result is consistent", () => {
  const said = 'invalid request type, expected ***.GeneralOpenAIRequest, got ****.ImageRequest';
  const failure = failureFromBody(
    { error: { message: said, type: 'new_api_error', code: 'convert_request_failed' } },
    { status: 400 },
  );
  expect(failure.code).toBe('route-absent');
  expect(failure.message).toBe('The gateway has the path of this route but no handler for it (status 400).');
  expect(failure.hint).toContain('chat.completions');
  expect(failure.hint).not.toMatch(/this route exists|another model/i);
});

describe('the blamed field', () => {
  test.each([
    ["Unsupported parameter: 'max_tokens' is not supported with this model.", 'max_tokens', 'does not support'],
    ["Unsupported value: 'temperature' does not support 0.2 with this model.", 'temperature', 'does not support'],
    ["Unknown parameter: 'foo'.", 'foo', 'does not support'],
    ['Unrecognized request argument supplied: foo', 'foo', 'does not support'],
    ['Invalid JSON payload received. Unknown name "foo": Cannot find field.', 'foo', 'does not support'],
    ["Missing required parameter: 'messages'.", 'messages', 'requires'],
    ['field prompt is required', 'prompt', 'requires'],
    ['input is required', 'input', 'requires'],
    ["Invalid type for 'messages[0].content': expected string", 'messages[0].content', 'rejected'],
    ['field model must be a string', 'model', 'rejected'],
  ])('%s', (message, param, words) => {
    const failure = failureFromBody(said(message), { status: 400 });
    expect(failure).toMatchObject({ code: 'parameter', param });
    expect(failure.message).toContain(words);
    expect(failure.message).toContain(param);
  });

  test('named separately from the sentence', () => {
    const failure = failureFromBody(
      { error: { message: 'bad', param: 'tools', code: 'invalid_value' } },
      { status: 400 },
    );
    expect(failure).toMatchObject({ code: 'parameter', param: 'tools' });
  });
});

test("the gateway's message is passed on unchanged", () => {
  const body = { error: { message: 'slow (request id: R1)', type: 'rate_limit_error', param: 'x', code: 7 } };
  expect(failureFromBody(body, { status: 429, headers: [['retry-after', '2']] })).toMatchObject({
    gatewayMessage: 'slow',
    requestId: 'R1',
    type: 'rate_limit_error',
    gatewayCode: '7',
    param: 'x',
    retryAfterMs: 2000,
    status: 429,
  });
});

test('every code of every rule has words', () => {
  for (const rule of rules) expect(Object.keys(refusalWords)).toContain(rule.code);
});

test('every rule is reachable by its own codes', () => {
  for (const rule of rules) {
    for (const code of rule.codes ?? []) {
      const status = rule.statuses?.[0] === 0 ? 200 : (rule.statuses?.[0] ?? 500);
      const named = classify(readGatewayError({ error: { message: '-', code } }, status));
      expect([code, named.code]).toEqual([code, rule.code]);
    }
  }
});
