import type { RecordedExchange } from './exchange-recording.ts';

/** Characters of a gateway's own words that a search looks through. */
const saidCharacters = 400;

/**
 * The lower-case text that a search looks through: id, route, connection, key alias, model, method, address, state,
 * status, failure code, finish reason, origin, codes of the warnings, and of a failure its request id and the beginning
 * of the gateway's message. Bodies and headers are not searched.
 */
export const wordsOf = (facts: RecordedExchange): string =>
  [
    facts.id,
    facts.routeId,
    facts.connectionName,
    facts.keyAlias,
    facts.model,
    facts.method,
    facts.address,
    facts.state,
    facts.status,
    facts.failureCode,
    facts.finishReason,
    facts.origin,
    ...new Set(facts.warnings.map(({ code }) => code)),
    facts.failure?.requestId,
    facts.failure?.gatewayMessage?.slice(0, saidCharacters),
  ]
    .filter((word) => word !== null && word !== undefined)
    .join(' ')
    .toLowerCase();

/** What a typed text looks for: its words, each of which must be found. */
export const wantedWords = (text: string | undefined): string[] =>
  (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
