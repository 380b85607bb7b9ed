import { words } from '../../intake/json-value.ts';
import type { Rule } from './rule.ts';

const noKeyFound = {
  summary: 'The gateway did not find a key where it expects one',
  hint: 'Send the key the way the gateway expects it, as a header of this connection, or check the base URL.',
} as const;

const otherPage =
  "APIs don't reject a key with an HTML page. Check the base URL, or ask the operator to allow API requests.";

/** Refusals of a key, its balance, its limits or its rights, and requests that are too large for the server. */
export const accountRules: readonly Rule[] = [
  {
    code: 'too-big-for-server',
    codes: ['payload_too_large', 'request_too_large', 'RequestEntityTooLarge'],
    pattern:
      /(?:request|entity|body|payload|file|content) (?:is |size |entity |body ){0,3}too large|maximum (?:content|file|body) size|(?:文件|请求体?)(?:大小)?(?:过大|超过)/i,
  },
  {
    code: 'quota',
    codes: words(`insufficient_user_quota pre_consume_token_quota_failed insufficient_quota billing_not_active
      billing_error budget_exceeded exceeded_current_quota_error Arrearage AccountOverdueError FreeTierOnly
      AllocationQuota.FreeTierOnly token_quota_exceeded out_of_credits credit_limit_exceeded`),
  },
  {
    // Before the quota: the native surface calls a rate limit a quota.
    code: 'rate-limited',
    codes: words(`rate_limit_exceeded rate_limit too_many_requests rate_limit_error rate_limit_reached_error
      RESOURCE_EXHAUSTED ThrottlingException Throttling RateLimitExceeded RateLimitError RequestLimitExceeded
      LimitExceeded rate_limited ApiRateLimitExceeded concurrency_limit_exceeded`),
    types: ['requests', 'tokens'],
  },
  {
    code: 'quota',
    codes: words(`billing_hard_limit_reached quota_exceeded insufficient_balance insufficient_credits
      insufficient_funds payment_required ServiceQuotaExceededException QuotaExceeded quota_limit_exceeded`),
    pattern:
      /insufficient (?:user |account |token |available |your ){0,2}(?:quota|balance|credits?|funds)|(?:quota|balance|credits?|funds) (?:is |are |too )?(?:insufficient|too low|depleted|exhausted|not enough)|credit balance is too low|exceeded your (?:current|monthly|daily|free) (?:\w{1,20} )?(?:quota|credits?|limit|allocation)|quota (?:is |has been )?(?:exhausted|used up|not enough)|not enough (?:quota|credits?|balance|funds)|(?:ran|run) out of (?:credits?|quota|funds)|budget has been exceeded|used up your (?:\w{1,20} ){0,3}(?:quota|credits?|allocation|allowance)|billing (?:hard )?limit|(?:add|purchase|buy) (?:more )?credits|payment required|key limit exceeded|usage limit (?:reached|exceeded)|inactive subscription|account (?:is )?overdue|in arrears|额度不足|额度已用尽|额度已耗尽|余额不足|欠费|预扣费额度失败|账户已?(?:欠费|透支)|配额(?:不足|已用完)|资源包.{0,10}(?:用完|耗尽|不足)|请充值/i,
  },
  {
    code: 'auth',
    pattern:
      /(?:no|missing|without|did(?: not|n['’]t) (?:pass|provide|send)(?: an?| your)?|not? (?:provided|supplied|pass(?:ed)? in)) (?:an? |any |your |valid )?(?:api[ -]?key|auth(?:entication|orization)? (?:token|header|credentials?)|authorization|access token|bearer token)(?! (?:is )?(?:valid|incorrect))|(?:api[ -]?key|authorization header|access token|bearer token|credentials) (?:is |was |were )?(?:missing|required|not (?:provided|found|supplied|present))|(?:api[ -]?key|token) (?:not|wasn['’]t) (?:provided|passed|supplied)|please carry the api secret key|未提供(?:令牌|token|密钥|api)|缺少(?:令牌|token|api ?key|密钥)/i,
    statuses: [0, 400, 401, 403],
    ...noKeyFound,
  },
  {
    code: 'auth',
    codes: words(`invalid_api_key invalid_token token_expired authentication_error UNAUTHENTICATED
      token_not_found_in_db expired_key incorrect_api_key_error invalid_authentication_error InvalidApiKey
      UnrecognizedClientException ExpiredTokenException InvalidSignatureException AuthFailure invalid_auth
      unauthorized InvalidAccessKeyId SignatureDoesNotMatch auth_error account_deactivated AuthenticationFailed
      invalid_access_token missing_api_key`),
    pattern:
      /(?:invalid|incorrect|expired|wrong|revoked|bad|no valid) (?:proxy server |access |auth(?:entication)? |authorization |subscription |virtual |secret )?(?:api[ -]?)?(?:key|token)\b|(?:api|access|subscription)[ -]?(?:key|token)(?: provided)? (?:is |was |has )?(?:not valid|expired|invalid|incorrect|no longer valid|revoked|disabled|been (?:disabled|revoked))|(?:invalid|incorrect) auth(?:entication|orization)? ?(?:credentials?|header|key|token)|invalid credentials|authentication (?:error|failed|failure|is required|required)|(?:token|key) (?:is |was |seems )(?:invalid|expired)|login fail|无效的(?:令牌|token|api ?key|密钥|key)|(?:令牌|密钥|token|api ?key)(?:已过期|状态不可用|无效|不正确|错误|不存在|已失效|验证不?失?败?)|身份验证失败|鉴权失败|认证失败/i,
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
    ...noKeyFound,
  },
  {
    code: 'auth',
    statuses: [401],
    shapes: ['html'],
    summary: 'The gateway, or a proxy in front of it, requires a login',
    hint: otherPage,
  },
  {
    // Bot checks and firewalls: Cloudflare also returns "error code: 1010" as plain text.
    code: 'forbidden',
    statuses: [403],
    shapes: ['html'],
    pattern: /^error code: 1\d{3}$/i,
    summary: 'The gateway, or a firewall in front of it, rejected the request',
    hint: otherPage,
  },
  {
    code: 'forbidden',
    codes: words(`access_denied permission_error PERMISSION_DENIED key_model_access_denied
      team_model_access_denied permission_denied_error AccessDeniedException
      unsupported_country_region_territory model_terms_required no_access ModelNotOpen AccessDenied.Unpurchased
      model_access_denied org_model_access_denied`),
    pattern:
      /not allowed to (?:access|use|call) (?:this |the )?model|(?:do(?: not|n['’]t)|does(?: not|n['’]t)) have (?:the )?(?:permission|access) to (?:the |this |use |access ){0,2}(?:model|resource|api|organization|project|endpoint)|key can only access models|country, region,? or territory not supported|user location is not supported|organization must be verified|requires? (?:\w{1,20} )?terms acceptance|(?:must|need to|please) (?:first )?(?:accept|agree to) the (?:\w{1,20} )?(?:terms|license|conditions)|no access to (?:this |the )?model|access to (?:this |the )?(?:model|api) is (?:denied|restricted|forbidden)|无权访问|没有权限|权限不足|未开通|ip.{0,20}(?:不在白名单|not allowed|not in (?:the )?(?:white|allow) ?list)|用户已被封禁|账[号户]已被?(?:封禁|禁用)/i,
  },
];
