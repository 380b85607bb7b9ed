import type { FailureCode } from './failure.ts';

/** What a refusal of a gateway says by default, where nothing more specific is known. */
interface RefusalWords {
  /** One clause about the gateway; the status follows in parentheses. */
  summary: string;
  hint: string;
}

/** English messages of the failures that a gateway reports in words or by its status. */
export const refusalWords = {
  auth: {
    summary: 'The gateway rejected the key',
    hint: 'Check the key of this connection, or use another one.',
  },
  forbidden: {
    summary: 'The gateway does not allow this request with this key',
    hint: 'The key may be limited to other models, routes or IP addresses. Use another key, or ask the operator.',
  },
  quota: {
    summary: 'The balance or quota of this key is used up',
    hint: "Add credit with the gateway's operator, or use another key.",
  },
  'model-not-found': {
    summary: 'The gateway does not offer this model for this key',
    hint: 'Refresh the models and select one from the list. The ID must match exactly.',
  },
  'not-found': {
    summary: 'The gateway did not find the requested object',
    hint: 'Check the ID and the URL. The object may have expired, or belong to another key.',
  },
  'route-absent': {
    summary: 'The gateway does not have this route',
    hint: "Check the base URL for a repeated or missing path. If it is right, this gateway doesn't offer the route.",
  },
  'too-big-for-server': {
    summary: 'The request is too large for the gateway',
    hint: 'Send a smaller file or a shorter input. The limit is set by the gateway or a proxy in front of it.',
  },
  'unsupported-media': {
    summary: 'The gateway does not support this content type',
    hint: 'Convert the file to a common format, and check the content type that was sent.',
  },
  parameter: {
    summary: 'The gateway rejected one field of the request',
    hint: 'Correct the field or turn it off, then send again.',
  },
  rejected: {
    summary: 'The gateway rejected the request',
    hint: "See the gateway's message, change the request and send again.",
  },
  moderated: {
    summary: "The gateway's content filter blocked the request",
    hint: 'Rephrase the prompt or change the attachment. The service sets these rules, not Patchbay.',
  },
  'rate-limited': {
    summary: "The gateway's rate limit was reached",
    hint: 'Wait, then send again.',
  },
  overloaded: {
    summary: 'The gateway or its upstream is overloaded',
    hint: 'Wait a moment and send again, or select another model.',
  },
  upstream: {
    summary: "The gateway's upstream failed",
    hint: 'Send again, or select another model.',
  },
  'upstream-account': {
    summary: "The provider rejected the gateway's own account",
    hint: "Your key is fine. The gateway's operator must fix this; another provider's model may work.",
  },
  server: {
    summary: 'The gateway failed',
    hint: 'Send again later. If this persists, give the operator the request ID.',
  },
  'in-band': {
    summary: 'The gateway reported an error',
    hint: "See the gateway's message, then send again or change the request.",
  },
  redirect: {
    summary: 'The gateway redirected the request, and Patchbay did not follow',
    hint: 'If you trust the new URL, use it as the base URL and enter the key again.',
  },
  proxy: {
    summary: 'A proxy requires a login',
    hint: 'Check the proxy settings of this connection.',
  },
} satisfies Partial<Record<FailureCode, RefusalWords>>;

/** What a refusal says about the field that it names, by what is wrong with it. */
export const parameterWords = {
  unsupported: {
    summary: 'does not support the field',
    hint: 'Turn off the field and send again. Supported fields depend on the model.',
  },
  missing: { summary: 'requires the field', hint: 'Fill in the field and send again.' },
  invalid: { summary: 'rejected the field', hint: 'Correct the field or turn it off, then send again.' },
} as const;

export type GatewayFailureCode = keyof typeof refusalWords;

/**
 * Messages for an error about a key or a balance that concerns the gateway's account at its provider, not the user's
 * key.
 */
export const providerRefusals = {
  auth: "The provider rejected the gateway's own key",
  forbidden: "The provider does not allow this request for the gateway's own account",
  quota: "The balance or quota of the gateway's own account at the provider is used up",
} as const satisfies Partial<Record<GatewayFailureCode, string>>;
