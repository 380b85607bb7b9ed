import { words } from '../../intake/json-value.ts';
import type { Rule } from './rule.ts';

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
