import type { Failure, SentFlag } from '#shared/routes/failure.ts';

const sentWords: Readonly<Record<SentFlag, string>> = {
  'not-sent': 'nothing was sent',
  'maybe-processed': 'it may have been processed, and billed',
  answered: 'the gateway answered',
};

/** Where the core's own hint is about something that only the page has. */
const terminalHints: Partial<Record<Failure['code'], string>> = {
  'key-missing': 'Set PATCHBAY_API_KEY, or use --key-file FILE or --key-env NAME.',
  'key-style': 'Use --native-key-style auto, or name another style.',
};

/** A failure as lines for a person: what happened, the gateway's own words, the facts, what to do next. */
export function failureLines(failure: Failure, sent?: SentFlag): string[] {
  const { message, gatewayMessage, status, type, gatewayCode, param, requestId, retryAfterMs } = failure;
  const hint = terminalHints[failure.code] ?? failure.hint;
  const facts = [
    failure.code,
    status !== null && `status ${status}`,
    type && `type ${type}`,
    gatewayCode && `code ${gatewayCode}`,
    param && `param ${param}`,
    requestId && `request ${requestId}`,
    retryAfterMs !== null && `retry after ${Math.ceil(retryAfterMs / 1000)} s`,
    sent && sentWords[sent],
  ].filter(Boolean);
  return [
    `patchbay: ${message}`,
    ...(gatewayMessage && !message.includes(gatewayMessage) ? [`  gateway: ${gatewayMessage}`] : []),
    `  ${facts.join(' · ')}`,
    ...(hint ? [`  ${hint}`] : []),
  ];
}
