import { redactedKey } from '../../redaction/redact.ts';
import { asObject, asText } from '../intake/json-value.ts';
import { type HeaderList, headerOf } from './headers.ts';

/** What tells whose words an error is made of. */
export interface Spoken {
  body: unknown;
  headers: HeaderList;
  message: string;
  type: string | null;
  /** The gateway's own code, before that of an error inside its sentence. */
  outerCode: string | null;
  /** The sentence names a request id as gateways of the new-api family append it. */
  hasIdMark: boolean;
}

/** What gateways of the new-api family call their own errors; what they pass on keeps the provider's type. */
const ownTypes: ReadonlySet<string> = new Set(['new_api_error', 'one_api_error', 'new_api_panic']);

/** LiteLLM names its exception and the provider's: "AuthenticationError: OpenAIException - Incorrect API key ...". */
const liteLlmText = /\blitellm\.\w+Error\b|\b[A-Z][A-Za-z]*Exception - /;

/** Whether the gateway passes on what the provider behind it said, and does not speak for itself or about the user's key. */
export function isPassedOn({ body, headers, message, type, outerCode, hasIdMark }: Spoken): boolean {
  if (message.includes(redactedKey)) return false;
  if (type === 'upstream_error' || outerCode === 'fail_to_fetch_task' || liteLlmText.test(message)) return true;
  // Aggregating gateways keep the provider's answer beside their own sentence.
  if (asText(asObject(asObject(asObject(body)?.error)?.metadata)?.raw) !== null) return true;
  const isNewApi = hasIdMark || headerOf(headers, 'x-oneapi-request-id') !== null;
  return isNewApi && type !== null && !ownTypes.has(type);
}
