import { Buffer } from 'node:buffer';
import type { Failure } from '#shared/protocol/failure.ts';
import { failureFromBody, failureFromText } from '../classify.ts';
import { errorIn } from '../failures/foreign-document.ts';
import type { ResponseFacts } from '../failures/response-failures.ts';
import { isHuman } from '../failures/sentences.ts';
import { readGatewayError } from '../gateway-error.ts';
import { createDocumentScanner } from './document-scanner.ts';
import { parseJson } from './json-value.ts';

/** An error is short: only the end of a broken event is searched for one. */
const searched = 16_384;
const maxTries = 8;
const documentStart = /\{\s*"(?:error|errors|type|object|code|message|msg|detail|status|success|base_resp)"/g;

/**
 * Returns the failure in the error document that was written into an event before that event was complete, as proxies
 * do that lose their upstream; `null` when there is none.
 */
export function failureWithin(data: string, facts: ResponseFacts): Failure | null {
  const end = data.slice(-searched);
  let tries = 0;
  for (const { index } of end.matchAll(documentStart)) {
    if (index === 0 && data.length <= searched) continue;
    tries += 1;
    if (tries > maxTries) return null;
    const bytes = Buffer.from(end.slice(index));
    const length = createDocumentScanner().scan(bytes, 0, bytes.length);
    const error = length === -1 ? null : errorIn(parseJson(bytes.toString('utf8', 0, length)));
    if (error !== null) return failureFromBody(error, facts);
  }
  return null;
}

/** A word in brackets is a mark of severity: `[ERROR] the model is gone`. */
const isLikeJson = (text: string): boolean => /^[[{"]/.test(text) && !/^\[[A-Za-z_ ]{1,30}\]/.test(text);

/** Returns what a broken event says in plain words, or as a page; `null` when it only contains broken JSON. */
export function wordsWithin(data: string): string | null {
  const end = data.slice(-searched).trim();
  const page = end.search(/<(?:!doctype html|html|head|body)\b/i);
  if (page !== -1) return end.slice(page);
  const line = isLikeJson(end) ? end.slice(end.lastIndexOf('\n') + 1).trim() : end;
  return isLikeJson(line) || !isHuman(line) ? null : line;
}

/**
 * Returns a failure with the words that arrived outside of the documents of the response: of the kind that the words
 * mean where they name one, else the same failure with the words quoted.
 */
export function quoting(failure: Failure, words: string | null, facts: ResponseFacts): Failure {
  if (words === null || words.trim() === '') return failure;
  const { message } = readGatewayError(words, facts.status);
  return failureFromText(words, facts) ?? { ...failure, gatewayMessage: failure.gatewayMessage ?? message };
}
