import { expect, test } from 'vitest';
import { failureFromBody } from '#core/readers/classify.ts';
import { rules } from '#core/readers/failures/rules/rules.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';

type Row = [status: number, body: unknown];
const said = (message: string, more: Record<string, unknown> = {}) => ({ error: { message, ...more } });

/** What services write for each kind of refusal, by the code it must become. */
const table: Partial<Record<FailureCode, Row[]>> = {
  'rate-limited': [
    [429, said('Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM)', { type: 'tokens' })],
    [
      429,
      {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'Number of request tokens has exceeded your limit' },
      },
    ],
    [400, { __type: 'ThrottlingException', message: 'Too many tokens, please wait before trying again.' }],
    [429, { code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded, please try again later.' }],
    [429, said('Quota exceeded for aiplatform.googleapis.com', { status: 'RESOURCE_EXHAUSTED', code: 429 })],
    [200, { error_code: 18, error_msg: 'Open api qps request limit reached' }],
    [200, { base_resp: { status_code: 1002, status_msg: 'rate limit' } }],
    [429, said('您的账户已达到速率限制，请您控制请求频率', { code: '1302' })],
    [429, said('Your account is rate limited', { type: 'rate_limit_reached_error' })],
    [429, { message: 'API rate limit exceeded' }],
    [403, { code: 50603, message: 'Request was rejected due to rate limiting. Details: RPM limit reached' }],
    [500, said('litellm.RateLimitError: RateLimitError: OpenAIException - m')],
    [429, { message: 'You are using a Trial key, which is limited to 40 API calls / minute' }],
    [200, { code: 'RateLimitExceeded.EndpointTPMExceeded', message: 'TPM limit exceeded' }],
  ],
  quota: [
    [
      429,
      said('You exceeded your current quota, please check your plan and billing details.', {
        code: 'insufficient_quota',
      }),
    ],
    [402, said('Insufficient Balance', { type: 'unknown_error' })],
    [402, said('Insufficient credits. Add more using the dashboard', { code: 402 })],
    [
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
      },
    ],
    [403, said('Key limit exceeded (total limit).', { code: 403 })],
    [429, said('您的账户已欠费，请充值后重试。', { code: '1113' })],
    [200, { id: 'x', choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }],
    [400, { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' }],
    [403, { code: 30001, message: 'Sorry, your account balance is insufficient', data: null }],
    [429, said('Your account is suspended, please check your plan', { type: 'exceeded_current_quota_error' })],
    [403, said('The account is overdue', { code: 'AccountOverdueError' })],
    [400, said('Budget has been exceeded! Current cost: 1.2, Max budget: 1', { type: 'budget_exceeded' })],
    [429, { errors: [{ code: 4006, message: 'you have used up your daily free allocation of 10,000 neurons' }] }],
    [402, { error: 'You have exceeded your monthly included credits for Inference Providers.' }],
    [401, { detail: { status: 'quota_exceeded', message: 'This request exceeds your quota.' } }],
    [429, { message: 'Inactive subscription or usage limit reached' }],
    [403, said('用户额度不足, 剩余额度: ＄0.00', { type: 'new_api_error' })],
  ],
  auth: [
    [401, said('Incorrect API key provided: sk-x.', { code: 'invalid_api_key' })],
    [401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }],
    [401, { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' } }],
    [403, { __type: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' }],
    [401, { code: 'InvalidApiKey', message: 'Invalid API-key provided.' }],
    [200, { error_code: 110, error_msg: 'Access token invalid or no longer valid' }],
    [
      200,
      {
        base_resp: {
          status_code: 1004,
          status_msg: "login fail: Please carry the API secret key in the 'Authorization' field",
        },
      },
    ],
    [200, { base_resp: { status_code: 2049, status_msg: 'invalid api key' } }],
    [401, said('身份验证失败。', { code: '1000' })],
    [401, { message: 'invalid api token' }],
    [401, { message: 'No API key found in request' }],
    [401, said("You didn't provide an API key.", { type: 'invalid_request_error' })],
    [400, { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' }],
    [401, { error: 'Authorization header is correct, but the token seems invalid' }],
    [401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } }],
    [401, { title: 'Unauthenticated', detail: 'You did not pass an authentication token', status: 401 }],
    [401, { errors: [{ code: 10000, message: 'Authentication error' }], success: false }],
    [401, { message: 'Unauthorized' }],
    [401, said('该令牌已过期', { type: 'new_api_error' })],
    [401, said('Incorrect API key provided', { type: 'incorrect_api_key_error' })],
  ],
  forbidden: [
    [
      403,
      { __type: 'AccessDeniedException', message: "You don't have access to the model with the specified model ID." },
    ],
    [403, said('Country, region, or territory not supported', { code: 'unsupported_country_region_territory' })],
    [400, said('User location is not supported for the API use.', { status: 'FAILED_PRECONDITION', code: 400 })],
    [403, said('Your organization must be verified to use the model `x`.')],
    [403, said('该令牌无权访问模型 x', { type: 'new_api_error' })],
    [403, { code: 'AccessDenied', message: 'Access denied.' }],
    [404, said('The account has not activated the model', { code: 'ModelNotOpen' })],
  ],
  moderated: [
    [
      400,
      said("The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", {
        code: 'content_filter',
      }),
    ],
    [400, { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' }],
    [400, said('The request may contain sensitive information', { code: 'SensitiveContentDetected.SevereViolation' })],
    [200, { base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }],
    [400, said('系统检测到输入或生成内容可能包含不安全或敏感内容', { code: '1301' })],
    [400, said('Your request was rejected as a result of our safety system.', { code: 'moderation_blocked' })],
    [403, said('Your chosen model requires moderation and your input was flagged for "violence"')],
    [200, { header: { code: 10013, message: '内容审核不通过' } }],
    [400, said('litellm.ContentPolicyViolationError: blocked')],
  ],
  'model-not-found': [
    [404, said('The model `x` does not exist or you do not have access to it.', { code: 'model_not_found' })],
    [404, said('model "x" not found, try pulling it first')],
    [
      404,
      said('Publisher Model `projects/p/models/x` was not found or your project does not have access to it.', {
        status: 'NOT_FOUND',
      }),
    ],
    [404, said('The API deployment for this resource does not exist.', { code: 'DeploymentNotFound' })],
    [400, { code: 20012, message: 'Model does not exist. Please check it carefully.', data: null }],
    [404, said('The model or endpoint ep-1 does not exist', { code: 'InvalidEndpointOrModel.NotFound' })],
    [400, said('The model `x` has been decommissioned and is no longer supported.', { code: 'model_decommissioned' })],
    [400, said('模型不存在，请检查模型代码。', { code: '1211' })],
    [400, said('No models loaded. Please load a model in the developer page.')],
    [404, { code: 'ModelNotFound', message: 'Model not exist.' }],
    [400, { errors: [{ message: 'AiError: No such model @cf/x or task', code: 5007 }], success: false }],
    [404, said('Unable to access model x. Please visit the list')],
    [400, { error: '"x" does not support chat' }],
    [404, said('This is not a chat model and thus not supported in the v1/chat/completions endpoint.')],
    [501, said('The current model does not support audio input.')],
  ],
  rejected: [
    [400, said("This model's maximum context length is 4096 tokens.", { code: 'context_length_exceeded' })],
    [400, { message: 'Input is too long for requested model.' }],
    [400, said('the request exceeds the available context size', { type: 'exceed_context_size_error' })],
    [400, { code: 20015, message: 'length of prompt_tokens (9000) must be less than max_seq_len (4096).' }],
    [
      422,
      {
        error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1500',
        error_type: 'validation',
      },
    ],
    [400, said("The input (9000 tokens) is longer than the model's context length (4096 tokens).")],
    [400, said('prompt is too long: 210000 tokens > 200000 maximum', { type: 'invalid_request_error' })],
    [400, said('输入内容过长，超过模型上下文长度', {})],
  ],
  overloaded: [
    [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
    [429, said('The engine is currently overloaded, please try again later', { type: 'engine_overloaded_error' })],
    [503, { error: 'Model x is currently loading', estimated_time: 20 }],
    [503, said('Loading model', { type: 'unavailable_error', code: 503 })],
    [
      429,
      {
        object: 'error',
        message: 'Service tier capacity exceeded for this model.',
        type: 'service_tier_capacity_exceeded',
      },
    ],
    [503, { code: 50505, message: 'Model service overloaded. Please try again later.' }],
    [503, said('Service is too busy.', { type: 'service_unavailable_error' })],
    [503, said('系统繁忙，请稍后再试')],
  ],
  parameter: [
    [
      400,
      said("Unsupported parameter: 'top_k' is not supported with this model.", {
        code: 'unsupported_parameter',
        param: 'top_k',
      }),
    ],
    [
      422,
      {
        object: 'error',
        message: {
          detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
        },
      },
    ],
    [
      500,
      said("litellm.UnsupportedParamsError: openai does not support parameters: ['top_k'], for model=m.", {
        code: '400',
      }),
    ],
    [400, { code: 'InvalidParameter', message: 'Range of max_tokens should be [1, 8192]' }],
    [200, said('json: unknown field "foo"')],
    [400, { statusCode: 400, message: ['property foo should not exist'], error: 'Bad Request' }],
    [400, { model: ['This field is required.'] }],
    [422, 'Failed to deserialize the JSON body into the target type: missing field `model` at line 1 column 2'],
  ],
  'route-absent': [
    [200, { error: 'Unexpected endpoint or method. (POST /v1/rerank)' }],
    [501, said('This server does not support reranking. Start it with `--reranking`', { type: 'not_supported_error' })],
    [501, said('This server does not support embeddings.', { type: 'api_error' })],
    [
      501,
      '<html><head><title>Error response</title></head><body><p>Message: Unsupported method (POST).</p></body></html>',
    ],
    [503, said('当前分组 default 下对于模型  无可用渠道', { code: 'model_not_found' })],
    [503, said('No available channel for model  under group default (distributor)', { code: 'model_not_found' })],
    [404, { error: 'unknown route' }],
    [404, said('File Not Found')],
  ],
  'not-found': [
    [404, { detail: 'Not Found' }],
    [404, '404: Not Found'],
    [404, ''],
    [404, said('Video with id x was not found')],
  ],
};

const rows = Object.entries(table).flatMap(([code, list]) => list.map(([status, body]) => ({ code, status, body })));

test.each(rows)('$code: $status $body', ({ code, status, body }) => {
  const found = failureFromBody(body, { status });
  expect([found.code, found.gatewayMessage]).toEqual([code, body === '' ? null : expect.any(String)]);
});

test('a route that is switched off is not blamed on the base URL, and a bare 404 with an ID may be either', () => {
  const off = failureFromBody(said('This server does not support reranking.'), { status: 501 });
  expect(off).toMatchObject({ retryable: false, message: expect.stringContaining('switched off') });
  expect(off.hint).not.toMatch(/base URL/i);
  const bare = failureFromBody({ detail: 'Not Found' }, { status: 404 });
  expect(bare.hint).toMatch(/base URL.*ID may be/s);
});

test('every pattern is quick on hostile text', () => {
  const texts = [
    'model ',
    'a',
    'rate limit ',
    'insufficient ',
    "'a",
    'the request exceeds ',
    ' ',
    '模型',
    'no api ',
  ].map((piece) => piece.repeat(Math.ceil(16_384 / piece.length)));
  for (const { pattern } of rules) for (const text of texts) pattern?.test(text);
  for (const text of texts) failureFromBody(text, { status: 400 });
});
