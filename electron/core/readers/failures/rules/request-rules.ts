import { words } from '../../intake/json-value.ts';
import type { Rule } from './rule.ts';

/** Statuses of refused requests; new-api and others use 500 for them. */
const generic = [0, 400, 422, 500];

/** Refusals of the model, of the content, and of the request itself; and an overload, whose words are much alike. */
export const requestRules: readonly Rule[] = [
  {
    code: 'model-not-found',
    pattern: /no endpoints found (?:that|matching)|no (?:allowed )?providers? (?:are )?available/i,
    summary: 'No provider of this model can handle this request',
    hint: 'Change what the gateway names, or select another model.',
  },
  {
    code: 'model-not-found',
    codes: words(`model_not_found model_not_exist model_not_available invalid_model DeploymentNotFound
      InvalidEndpointOrModel ModelNotFound model_decommissioned unknown_model model_not_supported
      ModelNotReadyException model_not_loaded UnsupportedModel deactivated_model model_deprecated`),
    pattern:
      /no available channel|no healthy deployments for this model|no deployments available for selected model|no endpoints found for|无可用渠道|model.{0,120}(?:does not exist|doesn['’]t exist|not found|not available|no longer available|is not loaded|not deployed|has been (?:decommissioned|deprecated|retired|shut ?down|removed))|(?:no such|unknown|invalid) model\b|invalid model name|unable to access model|is not a valid model\b|unsupported model\b|no models? (?:is |are )?loaded|(?:the )?model (?:identifier|id|name) is invalid|on-demand throughput isn['’]t supported|模型.{0,80}(?:不存在|未找到|已下线|未上线|不可用)|(?:不存在|未找到|不支持)(?:该|此|的)?模型/i,
  },
  {
    code: 'moderated',
    codes: words(`sensitive_words_detected prompt_blocked violation_fee.grok.csam content_policy_violation
      content_filter moderation_blocked data_inspection_failed DataInspectionFailed content_blocked
      SensitiveContentDetected InputTextSensitiveContentDetected OutputTextSensitiveContentDetected
      InputImageSensitiveContentDetected OutputImageSensitiveContentDetected content_moderation safety
      InputVideoSensitiveContentDetected OutputVideoSensitiveContentDetected ResponsibleAIPolicyViolation
      ContentPolicyViolationError image_generation_user_error content_violation risk_control`),
    pattern:
      /content (?:management |usage |moderation )?policy|ContentPolicyViolation|usage policy|usage guidelines|safety system|sensitive (?:words?|content|information)|(?:input|output) (?:new_)?sensitive|inappropriate content|(?:violat|(?:blocked|rejected|filtered) (?:by|for)).{0,40}(?:polic|guideline|moderation|safety|content.?filter)|risk (?:control|not pass)|\bflagged (?:by|for|as) |content (?:was |is )?(?:blocked|filtered|moderated)|敏感(?:词|内容|信息)|内容安全|不安全或敏感|违规内容|内容违规|涉及敏感|内容审核/i,
  },
  {
    code: 'overloaded',
    codes: words(`system_cpu_overloaded system_memory_overloaded system_disk_overloaded overloaded_error
      server_overloaded engine_overloaded slow_down engine_overloaded_error ServerOverloaded model_overloaded
      overloaded service_tier_capacity_exceeded ServiceUnavailableException`),
    types: ['UNAVAILABLE', 'unavailable_error'],
  },
  {
    code: 'rate-limited',
    statuses: [0, 400, 403, 429, 500],
    pattern:
      /rate.?limit(?!.{0,20}\bparameter)|too many (?:requests|tokens)|(?:requests?|tokens?) per (?:second|minute|hour|day)|(?:qps|rpm|tpm|rpd|daily|concurrency|parallel requests?|requests?) limit (?:was |is |has been )?(?:reached|exceeded)|request was throttled|throttled|请求过于频繁|请求频率|频率(?:过快|超限|限制)|速率限制|并发(?:数)?(?:超|过高|已达)|限流|负载已饱和|访问量过大/i,
  },
  {
    code: 'overloaded',
    pattern:
      /\boverloaded\b|at capacity|capacity (?:exceeded|constraints)|负载已饱和|server is (?:too )?busy|system is busy|currently loading|loading model\b|high demand|(?:系统|服务器?|服务)(?:繁忙|过载)/i,
  },
  {
    code: 'rejected',
    codes: words(`context_length_exceeded string_above_max_length exceed_context_size_error
      ContextWindowExceededError`),
    pattern:
      /(?:maximum|max) context (?:length|size|window)|ContextWindowExceeded|context (?:length|window|size).{0,60}exceed|exceed.{0,60}context (?:length|window|size)|prompt is too long|input (?:token count.{0,40}exceeds|is too long)|longer than the (?:model['’]s )?context|too many (?:input |prompt |total )?tokens? (?:in|for) |(?:inputs?|prompt)\W{1,3}(?:must have less than|tokens).{0,60}(?:must be <=|tokens)|length of prompt_tokens|exceeds? the (?:max(?:imum)? )?(?:model |input |token |available ){1,3}(?:length|limit|size|tokens)|上下文(?:长度|窗口)?.{0,20}(?:超|过长)|(?:输入|prompt).{0,10}(?:过长|超长|超过.{0,10}长度)|超过.{0,20}(?:上下文|最大长度|token)/i,
    hint: 'Shorten the conversation or input, or select a model with a larger context.',
  },
  {
    code: 'unsupported-media',
    codes: ['unsupported_image_media_type', 'unsupported_media_type', 'invalid_image_format', 'unsupported_file'],
    pattern:
      /invalid file format|unsupported (?:audio |image |file |media )?(?:format|mime|media type|content.?type)|不支持的(?:文件|图片|音频|媒体)?格式/i,
  },
  {
    code: 'not-found',
    codes: words(`task_not_exist video_not_found task_not_found previous_response_not_found not_found
      not_found_error`),
  },
  {
    code: 'rejected',
    codes: ['model_price_error'],
    hint: "The operator has not set a price for this model, so the gateway doesn't serve it. Select another model.",
  },
  {
    code: 'rejected',
    codes: words(`invalid_request bad_request_body convert_request_failed invalid_json invalid_multipart_form
      missing_model invalid_size invalid_value invalid_type unsupported_value unsupported_parameter
      unknown_parameter missing_required_parameter invalid_prompt invalid_argument FAILED_PRECONDITION
      ValidationException InvalidParameter MissingParameter UnsupportedParamsError InvalidParameterValue
      invalid_parameter missing_parameter validation_error extra_forbidden`),
  },
  {
    code: 'rejected',
    statuses: generic,
    codes: ['invalid_request_error', 'BadRequestError', 'bad_request_error'],
  },
  {
    // A field is named: it is the request, whatever the status.
    code: 'rejected',
    statuses: [...generic, 502, 503],
    pattern:
      /unsupported (?:parameter|field)|does not support parameters?:|(?:unknown|unrecognized) (?:request )?(?:parameter|argument|field|name)|extra (?:inputs|fields)(?: are)? not permitted|additional properties are not allowed|missing required (?:parameter|field|argument)|unexpected keyword argument/i,
  },
];
