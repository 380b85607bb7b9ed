import { words } from '../../intake/json-value.ts';
import { accountRules } from './account-rules.ts';
import { requestRules } from './request-rules.ts';
import type { Rule } from './rule.ts';

const notOnRoute = {
  summary: 'The gateway does not serve this model on this route',
  hint: 'Select another model or route.',
} as const;

/** Refusals of a router, which has no such route, or none for this model. */
export const pathRules: readonly Rule[] = [
  {
    // An empty name where the model belongs: the gateway did not read it from this kind of body, so none can work.
    code: 'route-absent',
    statuses: [400, 404, 422, 500, 503],
    pattern:
      /模型\s{2,4}无可用渠道|\b(?:for|the) model (?:\s|``|''|""|“”)\s?(?:under|in|does|not|is|\()|\bmodel:? (?:``|''|"")(?:[ .,]|$)|模型\s?(?:''|""|``|“”|「」)\s?(?:不存在|无可用)/i,
    summary: 'The gateway read no model from this request',
    hint: 'Fill in the model. If the request names one, the gateway does not read it on this route, and no model can work.',
  },
  {
    // LM Studio, with status 200.
    code: 'route-absent',
    codes: ['api_not_implemented', 'not_implemented'],
    pattern:
      /^Invalid URL \(|^404 page not found|^Cannot (?:GET|POST|PUT|DELETE) |^Route (?:[A-Z]+:\/|not found\b)|\b(?:URL|path) \/\S{0,300} (?:was )?not found|no route matched|unknown request url|unexpected endpoint or method|^no route for (?:that|this) ur[il]\b|^no (?:api|route|handler|endpoint|static resource) (?:was )?found for\b|^no static resource\b|method not allowed|\bunknown (?:route|endpoint|api path)\b/i,
  },
  { code: 'route-absent', statuses: [404], shapes: ['html'] },
  {
    // What AWS API Gateway returns for an unknown path or method, with or without a key.
    code: 'route-absent',
    statuses: [403],
    pattern: /^Missing Authentication Token$/i,
    hint: 'AWS API Gateway returns "Missing Authentication Token" for unknown paths. Check the base URL, including its stage name.',
  },
  { code: 'route-absent', pattern: /unsupported endpoint/i, ...notOnRoute },
  {
    code: 'route-absent',
    pattern: /invalid request type, expected/i,
    summary: 'The gateway has the path of this route but no handler for it',
    hint: "Changing the model doesn't help. Use a chat model on chat.completions for the same edit.",
  },
  {
    // Groq: "The model `x` does not support audio transcriptions"; SGLang: "does not appear to be an embedding model".
    code: 'model-not-found',
    pattern:
      /\bmodel\b(?: [`'"“][^`'"”\s]{1,120}[`'"”])? does not support (?:this (?:endpoint|api|route|operation)|(?:chat|text|audio|image|video|speech|voice)?[ -]?(?:completions?|generations?|transcriptions?|translations?|embeddings?|reranking|rerank|speech|synthesis|edit(?:s|ing)?|audio|responses))\b|\bmodel (?:does not appear to be|is not) an? (?:chat|embeddings?|rerank(?:er|ing)?|image|speech|tts|transcription|video|text)\b|\bthis is not an? (?:chat|embeddings?|rerank(?:er|ing)?|image|speech|transcription|video) model\b/i,
    ...notOnRoute,
  },
  {
    // vLLM, Azure, Ollama, OpenAI, Vertex.
    code: 'model-not-found',
    pattern:
      /\bmodel does not support .{1,60} API\b|\boperation does not work with the specified model\b|["'`] does not support (?:chat|generate|completions?|embeddings?)\b|\bmodel does not support (?:embeddings?|reranking|chat|generate|completions?|transcriptions?)\b|\bnot a chat model\b|\bonly supported in v1\/(?:responses|completions|chat)|\bmodels?\b.{0,80}\bis not supported (?:for|in|on|by|with) (?:the )?(?:v1beta|v1|this (?:api|endpoint|route)|\w{1,30} (?:api|endpoint))\b|\bnot supported for (?:generateContent|embedContent|predict)/i,
    ...notOnRoute,
  },
];

/** Failures of the service behind the gateway, and of the gateway itself. */
export const serverRules: readonly Rule[] = [
  {
    code: 'upstream',
    codes: words(`do_request_failed get_channel_failed request_timeout upstream_timeout fail_to_fetch_task
      bad_response bad_response_body empty_response read_response_body_failed invalid_response
      unmarshal_response_body_failed DEADLINE_EXCEEDED timeout_error ModelTimeoutException ModelErrorException
      ModelStreamErrorException`),
    retryable: true,
  },
  { code: 'upstream', statuses: [0, 500], codes: ['bad_response_status_code'], retryable: true },
  {
    // Envoy and Istio, Kong, Traefik, nginx: the proxy works and has no healthy upstream.
    code: 'upstream',
    statuses: [0, 500, 502, 503, 504],
    pattern:
      /no healthy upstream|upstream (?:connect error|request timeout|(?:connection )?(?:closed|reset|timed out|disconnected))|failure to get a peer|^name resolution failed|^no available server$|^stream timeout$|connection (?:to upstream |to provider )?(?:reset by peer|refused)/i,
    retryable: true,
  },
  {
    code: 'upstream',
    codes: words(`channel:no_available_key channel:invalid_key channel:param_override_invalid
      channel:header_override_invalid channel:model_mapped_error channel:response_time_exceeded
      channel:aws_client_error invalid_api_platform model_mapping_failed invalid_channel_id task_channel_disable
      channel_not_found`),
    pattern: /\bno keys? (?:found|available) for provider\b/i,
    retryable: false,
    hint: 'The gateway is misconfigured. Its operator must fix this; another model may work.',
  },
  {
    code: 'server',
    codes: words(`count_token_failed json_marshal_failed gen_relay_info_failed query_data_error
      update_data_error get_task_failed server_error internal_error new_api_panic INTERNAL api_error
      InternalServerException InternalServerError internal_server_error`),
    statuses: [0, 400, 500, 501, 502, 503, 504, 529],
  },
];

/**
 * The first matching rule wins. The body takes precedence over the status, because gateways of the new-api family
 * return plain validation failures with 500, an unknown model with 503 and an empty balance with 403, and write some of
 * their messages in Chinese whatever the request's language.
 */
export const rules: readonly Rule[] = [...pathRules, ...accountRules, ...requestRules, ...serverRules];
