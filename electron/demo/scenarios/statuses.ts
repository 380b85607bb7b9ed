import type { AuthorizedRequest } from '../incoming-request.ts';
import {
  type GatewayError,
  isStreamed,
  middlewareError,
  type Reply,
  rawReply,
  refusedWith,
  relayError,
  withHeaders,
} from '../responses/reply.ts';
import { breakOff } from '../responses/steps.ts';
import { type Effect, faultsOf } from './fault.ts';

export const relayed =
  (status: number, error: GatewayError, headers: Record<string, string> = {}) =>
  (authorized: AuthorizedRequest): Reply =>
    withHeaders(relayError(authorized, status, error), headers);

/** Returns the error page of a proxy in front of the gateway. */
export function proxyPage(status: number, title: string, signature: string): Reply {
  const html = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${signature}</center>\r\n</body>\r\n</html>\r\n`;
  return rawReply(status, 'text/html', html);
}

export const tooMany: GatewayError = {
  message: 'Rate limit reached for requests',
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
};

/** Redirects once; the target responds normally, so that there is no redirect loop. */
export const redirect = (target: (authorized: AuthorizedRequest) => string): Effect => ({
  instead(authorized) {
    if (authorized.query.has('redirected')) return null;
    const query = new URLSearchParams([...authorized.query, ['redirected', '1']]);
    return withHeaders(rawReply(307, null, ''), { location: `${target(authorized)}?${query}` });
  },
});

/** Returns an upstream error with its own wording. */
export const worded = (status: number, document: (authorized: AuthorizedRequest) => unknown): Effect => ({
  instead: (authorized) => refusedWith(status, document(authorized)),
});

/** Repeats the caller's key in every place where one can leak. */
function echoCredentials(reply: Reply, authorized: AuthorizedRequest): Reply {
  const message = `Incorrect API key provided: ${authorized.key}. Authorization was: Bearer ${authorized.key}`;
  const headers = { 'x-echo-authorization': `Bearer ${authorized.key}` };
  const error = { error: { message, type: 'authentication_error', param: null, code: 'invalid_api_key' } };
  if (!isStreamed(reply)) return withHeaders(refusedWith(400, error), headers);
  const failing = breakOff(reply, { do: 'send', mark: 'frame', document: error });
  return withHeaders(failing, headers);
}

/** Refusals by status: what each code really looks like when a gateway or the proxy in front of it sends it. */
export const statusFaults = faultsOf(
  `
  401 | any | refused | 401 Invalid key | 401 密钥无效
  402 | any | refused | 402 Balance used up | 402 余额不足
  403 | any | refused | 403 Not allowed | 403 无权访问
  403-quota | any | refused | 403 Quota used up | 403 额度用尽
  404 | any | refused | 404 Not found | 404 未找到
  413-early | any | refused | 413 Before the upload ends | 413 上传未完即拒绝
  422-detail | any | refused | 422 List of invalid fields | 422 无效字段列表
  400-parameter | any | refused | 400 Parameter rejected | 400 参数被拒
  400-moderated | any | refused | 400 Prompt rejected | 400 提示词被拒
  429-retry-after | any | refused | 429 Retry-After in seconds | 429 带重试秒数
  429-empty | any | refused | 429 Without a body | 429 无正文
  500 | any | refused | 500 Server error | 500 服务器错误
  502-html | any | refused | 502 HTML page | 502 HTML 页面
  503-overloaded | any | refused | 503 Overloaded | 503 过载
  503-model | any | refused | 503 No channel for the model | 503 模型无可用渠道
  504 | any | refused | 504 Gateway timeout | 504 网关超时
  success-false | any | refused | Status 200 with success: false | 状态 200 但 success 为 false
  echo-credentials | any | refused | Error that echoes your key | 错误中回显密钥
  redirect-cross | any | refused | Redirect to another host | 重定向到其他主机
  redirect-loop | any | refused | Redirect loop | 循环重定向
`,
  {
    '401': { instead: (authorized) => middlewareError(authorized, 401, { message: 'Invalid token' }) },
    '402': { instead: relayed(402, { message: 'Payment required', type: 'insufficient_quota' }) },
    '403': {
      instead: (authorized) => middlewareError(authorized, 403, { message: 'This token has no access to this model' }),
    },
    '403-quota': {
      instead: relayed(403, {
        message: 'The balance of this user is not enough: remaining $0.000000, needed $0.002000',
        code: 'insufficient_user_quota',
      }),
    },
    '404': {
      instead: relayed(404, {
        message: 'The model does not exist or you do not have access to it.',
        type: 'invalid_request_error',
        code: 'model_not_found',
      }),
    },
    '413-early': {
      instead: () => withHeaders(proxyPage(413, '413 Request Entity Too Large', 'nginx'), { connection: 'close' }),
      isEarly: true,
    },
    '422-detail': worded(422, () => ({
      detail: [
        { type: 'int_type', loc: ['body', 'max_tokens'], msg: 'Input should be a valid integer', input: 'many' },
      ],
    })),
    '400-parameter': {
      instead: relayed(400, {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_parameter',
      }),
    },
    '400-moderated': { instead: relayed(400, { message: 'The prompt was blocked', code: 'prompt_blocked' }) },
    '429-retry-after': {
      instead: relayed(429, tooMany, {
        'retry-after': '3',
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '3s',
      }),
    },
    '429-empty': { instead: () => rawReply(429, null, '') },
    '500': { instead: relayed(500, { message: 'do request failed', code: 'do_request_failed' }) },
    '502-html': { instead: () => proxyPage(502, '502 Bad Gateway', 'nginx/1.24.0') },
    '503-overloaded': {
      instead: relayed(
        503,
        { message: 'system cpu overloaded', code: 'system_cpu_overloaded' },
        { 'retry-after': '4' },
      ),
    },
    '503-model': {
      instead: (authorized) =>
        middlewareError(authorized, 503, {
          message: 'No available channel for this model under group default (distributor)',
          code: 'model_not_found',
        }),
    },
    '504': { instead: () => proxyPage(504, '504 Gateway Time-out', 'nginx') },
    'redirect-cross': redirect(
      (authorized) => `${authorized.gateway.origin.replace('127.0.0.1', 'localhost')}${authorized.path}`,
    ),
    'redirect-loop': { instead: (authorized) => withHeaders(rawReply(307, null, ''), { location: authorized.path }) },
    'success-false': worded(200, () => ({ success: false, message: 'Failed to read the group of this token' })),
    'echo-credentials': echoCredentials,
  },
);
