import type { FailureCode } from '#shared/protocol/failure.ts';

/** Default message of a failure code, unless something more specific is known. */
interface Wording {
  /** One clause about the gateway; the status follows in parentheses. */
  summary: string;
  hint: string;
}

/** Messages of the failures that a gateway reports in words or by its status. */
export const wordings = {
  auth: {
    summary: 'The gateway did not accept the key',
    hint: 'Check the key of this connection, or use another one.',
  },
  forbidden: {
    summary: 'The gateway does not allow this with this key',
    hint: 'The key may be limited to other models, routes or addresses. Use another key or ask the operator.',
  },
  quota: {
    summary: 'The gateway says that the balance or quota of this key is used up',
    hint: 'Add balance with the operator of the gateway, or use another key.',
  },
  'model-not-found': {
    summary: 'The gateway has nobody to serve this model for this key',
    hint: 'Load the model list again and pick a model from it. The name must match letter by letter.',
  },
  'not-found': {
    summary: 'The gateway does not know what was asked for',
    hint: 'Check the id and the address; it may have expired, or belong to another key.',
  },
  'route-absent': {
    summary: 'The gateway has no such route',
    hint: 'Check the base address for a doubled or missing path; if it is right, this gateway does not offer the route.',
  },
  'too-big-for-server': {
    summary: 'The gateway finds the request too big',
    hint: 'Send a smaller file or a shorter input. The limit belongs to the server or a proxy in front of it.',
  },
  'unsupported-media': {
    summary: 'The gateway does not take this type of content',
    hint: 'Convert the file to a common format, and check the content type that was sent.',
  },
  parameter: {
    summary: 'The gateway rejected one field of the request',
    hint: 'Correct the field or switch it off, and send again.',
  },
  rejected: {
    summary: 'The gateway rejected the request as it is',
    hint: 'Read what the gateway said, change the request and send again.',
  },
  moderated: {
    summary: 'The gateway blocked this for its content',
    hint: 'Change the wording or the attachment. The rules are those of the service, not of this program.',
  },
  'rate-limited': {
    summary: 'The gateway limits how often this may be asked',
    hint: 'Wait and send again.',
  },
  overloaded: {
    summary: 'The gateway or the service behind it is overloaded',
    hint: 'Wait a little and send again, or pick another model.',
  },
  upstream: {
    summary: 'The service behind the gateway failed',
    hint: 'Send again, or pick another model. If work was begun it may be charged.',
  },
  'upstream-account': {
    summary: "The provider behind the gateway refused the gateway's own account",
    hint: "Your key is fine. The gateway's operator must act; a model of another provider may work.",
  },
  server: {
    summary: 'The gateway itself failed',
    hint: 'Send again later. If it stays, report it to the operator with the request id.',
  },
  'in-band': {
    summary: 'The gateway reported an error',
    hint: 'What arrived before it was kept. Read what the gateway said, then send again or change the request.',
  },
  redirect: {
    summary: 'The gateway sent the request elsewhere, and it was not followed',
    hint: 'If the new address is right, make it the base address; the key is asked for again.',
  },
  proxy: {
    summary: 'A proxy on the way wants a login',
    hint: 'Check the proxy settings of this connection.',
  },
} satisfies Partial<Record<FailureCode, Wording>>;

export type GatewayFailureCode = keyof typeof wordings;

/**
 * Messages for an error about a key or a balance that concerns the gateway's account at its provider, not the user's
 * key.
 */
export const providerRefusals = {
  auth: "The provider behind the gateway did not accept the gateway's own key",
  forbidden: "The provider behind the gateway does not allow this to the gateway's own account",
  quota: "The quota or balance of the gateway's own account at its provider is used up",
} as const satisfies Partial<Record<GatewayFailureCode, string>>;
