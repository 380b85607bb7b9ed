import type { FailureCode } from '#shared/protocol/failure.ts';
import type { ErrorShape } from '../gateway-error.ts';

/**
 * One way in which a gateway reports an error. A rule matches when one of `codes`, `types`, `pattern` or `shapes` fits the
 * error and its status is among `statuses` (if given; 0 means any 2xx status: an error inside a response).
 */
export interface Rule {
  code: FailureCode;
  codes?: readonly string[];
  types?: readonly string[];
  pattern?: RegExp;
  shapes?: readonly ErrorShape[];
  statuses?: readonly number[];
  /**
   * Override what the failure code says by default: the clause about the gateway, what to do, whether to send again.
   */
  summary?: string;
  retryable?: boolean;
  hint?: string;
}

const generic = [0, 400, 422, 500];

/**
 * The first matching rule wins. The body takes precedence over the status, because gateways of the new-api family
 * return plain validation failures with 500, an unknown model with 503 and an empty balance with 403, and write some of
 * their messages in Chinese whatever the request's language.
 */
export const rules: readonly Rule[] = [
  {
    code: 'route-absent',
    codes: ['api_not_implemented', 'not_implemented'],
    pattern:
      /^Invalid URL \(|^404 page not found|^Cannot (?:GET|POST) |^Route (?:[A-Z]+:\/|not found\b)|\b(?:URL|path) \/\S* (?:was )?not found|no route matched|unknown request url|method not allowed/i,
  },
  { code: 'route-absent', statuses: [404], shapes: ['html'] },
  {
    // What AWS API Gateway returns for an unknown path or method, with or without a key.
    code: 'route-absent',
    statuses: [403],
    pattern: /^Missing Authentication Token$/i,
    hint: 'AWS API Gateway returns "Missing Authentication Token" for unknown paths. Check the base URL, including its stage name.',
  },
  {
    code: 'route-absent',
    pattern: /unsupported endpoint/i,
    summary: 'The gateway does not serve this model on this route',
    hint: 'Select another model or route.',
  },
  {
    code: 'route-absent',
    pattern: /invalid request type, expected/i,
    summary: 'The gateway has the path of this route but no handler for it',
    hint: "Changing the model doesn't help. Use a chat model on chat.completions for the same edit.",
  },
  {
    // vLLM, Azure.
    code: 'model-not-found',
    pattern: /\bmodel does not support .{1,60} API\b|\boperation does not work with the specified model\b/i,
    summary: 'The gateway does not serve this model on this route',
    hint: 'Select another model or route.',
  },
  {
    code: 'too-big-for-server',
    codes: ['payload_too_large', 'request_too_large'],
    pattern:
      /(?:request|entity|body|payload|file|content) (?:is |size |entity |body ){0,4}too large|maximum (?:content|file|body) size/i,
  },
  {
    code: 'quota',
    codes: ['insufficient_user_quota', 'pre_consume_token_quota_failed', 'insufficient_quota', 'billing_not_active'],
    types: ['insufficient_quota', 'billing_error', 'budget_exceeded'],
  },
  {
    code: 'rate-limited',
    codes: ['rate_limit_exceeded', 'rate_limit', 'too_many_requests'],
    types: ['rate_limit_error', 'requests', 'tokens', 'RESOURCE_EXHAUSTED'],
  },
  {
    code: 'quota',
    codes: ['billing_hard_limit_reached', 'quota_exceeded', 'insufficient_balance', 'insufficient_credits'],
    pattern:
      /insufficient (?:user |account |token )?(?:quota|balance|credits?|funds)|exceeded your current quota|quota (?:is |has been )?(?:exhausted|used up|not enough)|not enough (?:quota|credits?|balance)|额度不足|额度已用尽|余额不足|欠费/i,
  },
  {
    code: 'auth',
    codes: ['invalid_api_key', 'invalid_token', 'token_expired', 'authentication_error'],
    types: ['authentication_error', 'UNAUTHENTICATED', 'token_not_found_in_db', 'expired_key'],
    pattern:
      /(?:invalid|incorrect|expired|missing|no valid) (?:api[ -]?)?(?:key|token)\b|api key (?:not valid|expired|is invalid)|invalid auth(?:entication)? credentials|无效的令牌|令牌(?:已过期|状态不可用)|未提供(?:令牌|token)/i,
  },
  {
    code: 'auth',
    types: ['no_db_connection'],
    hint: 'Without a database, LiteLLM knows only its master key. Check the key, or set up the database.',
  },
  {
    code: 'auth',
    statuses: [0, 400, 401, 403],
    pattern: /\b(?:(?:x-)?api-?key|helicone-auth)\b header (?:is )?(?:required|missing)|unregistered callers/i,
    summary: 'The gateway did not find a key where it expects one',
    hint: 'Send the key the way the gateway expects it, as a header of this connection, or check the base URL.',
  },
  {
    code: 'auth',
    statuses: [401],
    shapes: ['html'],
    summary: 'The gateway, or a proxy in front of it, requires a login',
    hint: "APIs don't reject a key with an HTML page. Check the base URL, or ask the operator to allow API requests.",
  },
  {
    // Bot checks and firewalls: Cloudflare also returns "error code: 1010" as plain text.
    code: 'forbidden',
    statuses: [403],
    shapes: ['html'],
    pattern: /^error code: 1\d{3}$/i,
    summary: 'The gateway, or a firewall in front of it, rejected the request',
    hint: "APIs don't reject a key with an HTML page. Check the base URL, or ask the operator to allow API requests.",
  },
  {
    code: 'forbidden',
    codes: ['access_denied'],
    types: ['permission_error', 'PERMISSION_DENIED', 'key_model_access_denied', 'team_model_access_denied'],
  },
  {
    code: 'model-not-found',
    pattern: /no endpoints found (?:that|matching)/i,
    summary: 'No provider of this model can handle this request',
    hint: 'Change what the gateway names, or select another model.',
  },
  {
    code: 'model-not-found',
    codes: ['model_not_found', 'model_not_exist', 'model_not_available', 'invalid_model', 'DeploymentNotFound'],
    pattern:
      /no available channel|no healthy deployments for this model|no endpoints found for|无可用渠道|model.{0,120}(?:does not exist|not found|not available|no longer available)|(?:no such|unknown|invalid) model\b|is not a valid model\b|模型.{0,80}不存在/i,
  },
  {
    code: 'moderated',
    codes: [
      'sensitive_words_detected',
      'prompt_blocked',
      'violation_fee.grok.csam',
      'content_policy_violation',
      'content_filter',
      'moderation_blocked',
      'data_inspection_failed',
    ],
    pattern:
      /content (?:management |usage )?policy|usage policy|safety system|sensitive words?|inappropriate content|\bflagged (?:by|for) |敏感词|敏感内容|内容安全/i,
  },
  {
    code: 'overloaded',
    codes: [
      'system_cpu_overloaded',
      'system_memory_overloaded',
      'system_disk_overloaded',
      'overloaded_error',
      'server_overloaded',
      'engine_overloaded',
      'slow_down',
    ],
    types: ['overloaded_error', 'UNAVAILABLE'],
  },
  { code: 'rate-limited', statuses: [0, 429], pattern: /rate.?limit|too many requests|请求过于频繁|负载已饱和/i },
  { code: 'overloaded', pattern: /\boverloaded\b|at capacity|负载已饱和|server is busy/i },
  {
    code: 'rejected',
    codes: ['context_length_exceeded', 'string_above_max_length'],
    pattern:
      /maximum context length|context (?:length|window).{0,40}exceed|prompt is too long|input (?:token count.{0,40}exceeds|is too long)/i,
    hint: 'Shorten the conversation or input, or select a model with a larger context.',
  },
  {
    code: 'unsupported-media',
    codes: ['unsupported_image_media_type', 'unsupported_media_type', 'invalid_image_format', 'unsupported_file'],
    pattern: /invalid file format|unsupported (?:audio |image |file |media )?(?:format|mime|media type|content.?type)/i,
  },
  {
    code: 'not-found',
    codes: ['task_not_exist', 'video_not_found', 'task_not_found', 'previous_response_not_found', 'not_found'],
    types: ['not_found_error'],
  },
  {
    code: 'rejected',
    codes: ['model_price_error'],
    hint: "The operator has not set a price for this model, so the gateway doesn't serve it. Select another model.",
  },
  {
    code: 'rejected',
    codes: [
      'invalid_request',
      'invalid_request_error',
      'bad_request_body',
      'convert_request_failed',
      'invalid_json',
      'invalid_multipart_form',
      'missing_model',
      'invalid_size',
      'invalid_value',
      'invalid_type',
      'unsupported_value',
      'unsupported_parameter',
      'unknown_parameter',
      'missing_required_parameter',
      'invalid_prompt',
      'invalid_argument',
    ],
    types: ['INVALID_ARGUMENT', 'FAILED_PRECONDITION'],
  },
  { code: 'rejected', statuses: generic, types: ['invalid_request_error', 'BadRequestError', 'bad_request_error'] },
  {
    code: 'upstream',
    codes: [
      'do_request_failed',
      'get_channel_failed',
      'request_timeout',
      'upstream_timeout',
      'fail_to_fetch_task',
      'bad_response',
      'bad_response_body',
      'empty_response',
      'read_response_body_failed',
      'invalid_response',
      'unmarshal_response_body_failed',
    ],
    types: ['DEADLINE_EXCEEDED', 'timeout_error'],
    retryable: true,
  },
  { code: 'upstream', statuses: [0, 500], codes: ['bad_response_status_code'], retryable: true },
  {
    // Envoy and Istio, Kong, Traefik: the proxy works and has no healthy upstream.
    code: 'upstream',
    statuses: [0, 500, 502, 503, 504],
    pattern:
      /no healthy upstream|upstream connect error|failure to get a peer|^name resolution failed|^no available server$/i,
    retryable: true,
  },
  {
    code: 'upstream',
    codes: [
      'channel:no_available_key',
      'channel:invalid_key',
      'channel:param_override_invalid',
      'channel:header_override_invalid',
      'channel:model_mapped_error',
      'channel:response_time_exceeded',
      'channel:aws_client_error',
      'invalid_api_platform',
      'model_mapping_failed',
      'invalid_channel_id',
      'task_channel_disable',
      'channel_not_found',
    ],
    pattern: /\bno keys? (?:found|available) for provider\b/i,
    retryable: false,
    hint: 'The gateway is misconfigured. Its operator must fix this; another model may work.',
  },
  {
    code: 'server',
    codes: [
      'count_token_failed',
      'json_marshal_failed',
      'gen_relay_info_failed',
      'query_data_error',
      'update_data_error',
      'get_task_failed',
      'server_error',
      'internal_error',
    ],
    types: ['new_api_panic', 'INTERNAL', 'server_error', 'api_error'],
  },
];
