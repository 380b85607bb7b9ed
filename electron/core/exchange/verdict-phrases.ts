import type { FailureCode } from '#shared/routes/failure.ts';
import type { WarningCode } from '#shared/routes/part.ts';

/** What the body of a refusal says, as the end of "the body says that …", and the statuses that say the same. */
export const refusals: Partial<Record<FailureCode, { says: string; statuses: readonly number[] }>> = {
  auth: { says: 'the key is not accepted', statuses: [401] },
  forbidden: { says: 'the key may not do this', statuses: [403] },
  quota: { says: 'the balance or quota is used up', statuses: [402] },
  'model-not-found': { says: 'the model is not known here', statuses: [404] },
  'not-found': { says: 'what was asked for is not there', statuses: [404, 410] },
  'route-absent': { says: 'there is no such route', statuses: [404, 405, 501] },
  'too-big-for-server': { says: 'the request is too big', statuses: [413] },
  'unsupported-media': { says: 'this type of content is not taken', statuses: [415] },
  parameter: { says: 'a field of the request is wrong', statuses: [400, 422] },
  rejected: { says: 'the request is wrong as it is', statuses: [400, 422] },
  moderated: { says: 'the content is not allowed', statuses: [400, 403] },
  'rate-limited': { says: 'this is asked too often', statuses: [429] },
  overloaded: { says: 'there is too much to do at the moment', statuses: [503, 529] },
  upstream: { says: 'the service behind the gateway failed', statuses: [502, 504, 520, 521, 522, 523, 524] },
  server: { says: 'the gateway itself failed', statuses: [500] },
  'in-band': { says: 'something went wrong', statuses: [] },
};

/** How an answer that had begun broke, as the end of "…, then". */
export const breaks: Partial<Record<FailureCode, string>> = {
  'no-terminal': 'ended without a finish reason',
  truncated: 'ended in its middle',
  reset: 'the connection broke',
  'idle-timeout': 'nothing more came',
  'total-timeout': 'the time for the whole exchange was over',
  aborted: 'was stopped by you',
  'app-ended': 'Patchbay ended',
  'too-large': 'grew larger than what is read',
  encoding: 'its compression could not be undone',
  'bad-json': 'could no longer be read as JSON',
  'in-band': 'reported an error',
  protocol: 'was no valid HTTP any more',
};

/** What was odd, as a clause after a semicolon. */
export const oddities: Readonly<Record<WarningCode, string>> = {
  'bad-event': 'some events could not be read',
  'bad-arguments': 'the arguments of a call are not JSON',
  'events-lost': 'some events seem to be lost',
  'finish-odd': 'the finish reason does not fit what came',
  'html-suspected': 'it looks like a web page',
  'invalid-utf8': 'some of its bytes are not UTF-8',
  'items-odd': 'some of what it lists is not as it should be',
  'json-for-stream': 'a stream was asked for and one document came',
  'length-unchecked': 'no length was announced, so nothing tells whether all of it came',
  'no-end-mark': 'the mark for its end is missing',
  'not-kept': 'something it gave could not be fetched or stored',
  'proxy-buffers': 'a proxy seems to buffer: the first byte came with the last',
  'stream-for-json': 'one document was asked for and a stream came',
  'surplus-bytes': 'more bytes followed its end',
  'truncated-arguments': 'the arguments of a call are cut off',
  'unknown-shape': 'its shape is not known',
  'duplicate-events': 'some events came twice',
  retried: 'an earlier attempt had failed',
};
