import { asRecord, type JsonRecord } from '../json-value.ts';
import { relayError } from '../responses/errors.ts';
import { arrayReply, type Reply, type Step } from '../responses/reply.ts';
import { breakOff, mapDocuments, without, withSteps } from '../responses/steps.ts';
import { mapChoices } from './chat-faults.ts';
import { dialectFault, faultsOf } from './fault.ts';

const native = dialectFault('native');

/** Changes every candidate of every document. */
const mapCandidates = (reply: Reply, change: (candidate: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => {
    const answer = asRecord(document);
    if (!Array.isArray(answer.candidates)) return answer;
    return { ...answer, candidates: answer.candidates.map((candidate) => change(asRecord(candidate))) };
  });

const isFinal = (candidate: JsonRecord): boolean => typeof candidate.finishReason === 'string';

const contentless = (reply: Reply): Reply =>
  mapCandidates(
    withSteps(reply, (steps) => without(steps, 'text', 'reasoning', 'tool')),
    (candidate) => ({ finishReason: 'OTHER', index: candidate.index }),
  );

/** Returns a choice that the filter of the compatible protocol stopped. */
const filtered = (choice: JsonRecord): JsonRecord =>
  choice.finish_reason === null ? choice : { ...choice, finish_reason: 'content_filter' };

const incomplete = (document: unknown): unknown => {
  const stopped = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  const event = asRecord(document);
  if (event.object === 'response') return { ...event, ...stopped };
  return { ...event, type: 'response.incomplete', response: { ...asRecord(event.response), ...stopped } };
};

const blocked: Step = { do: 'send', mark: 'finish', document: { promptFeedback: { blockReason: 'SAFETY' } } };

/** Refusals on every text route, and quirks of the native protocol. */
export const nativeFaults = faultsOf(
  `
  refusal | text | Refusal by the model | The model declines, in the format of each protocol.
  content-filter | text | Stopped by a content filter | A content filter ends the reply, with that finish reason.
  native-blocked | native | Prompt blocked | Status 200 without candidates; only the feedback shows that the prompt was blocked.
  native-no-content | native | Candidate without content | The candidate has a finish reason but no content.
  native-empty-content | native | Candidate with empty content | The content of the candidate is an empty object.
  native-thought-limit | native | All tokens spent on reasoning | The token limit is spent on reasoning, and no text is left.
  native-array | native | Array instead of events | The stream is one JSON array that arrives in chunks.
  native-array-cut | native | Array that never closes | The stream is one JSON array that stops before its end.
  native-null-finish | native | Nulls in partial chunks | In all chunks before the last one, finish reason and ratings are null.
`,
  {
    refusal: { speaks: { refuses: true } },
    'content-filter': {
      alter(reply) {
        if (reply.dialect === 'chat') return mapChoices(reply, filtered);
        if (reply.dialect === 'responses') return mapDocuments(reply, incomplete, 'finish', 'whole');
        if (reply.dialect !== 'native') return reply;
        return mapCandidates(reply, (candidate) =>
          isFinal(candidate) ? { ...candidate, finishReason: 'SAFETY' } : candidate,
        );
      },
    },
    'native-blocked': {
      alter(reply, authorized) {
        if (reply.dialect === 'native') return withSteps(reply, () => [blocked]);
        if (authorized.method === 'GET') return reply;
        return relayError(authorized, 400, { message: 'The prompt was blocked', code: 'prompt_blocked' });
      },
    },
    'native-no-content': native(contentless),
    'native-empty-content': native((reply) =>
      mapCandidates(contentless(reply), (candidate) => ({ ...candidate, content: {}, finishReason: 'SAFETY' })),
    ),
    'native-thought-limit': native(
      (reply) =>
        mapCandidates(
          withSteps(reply, (steps) => without(steps, 'text')),
          (candidate) => ({
            ...candidate,
            content: { role: 'model' },
            ...(isFinal(candidate) && { finishReason: 'MAX_TOKENS' }),
          }),
        ),
      { voice: 'reasoner' },
    ),
    'native-array': native((reply) => (reply.form === 'events' ? arrayReply(reply.steps, 'native') : reply)),
    'native-array-cut': native((reply) =>
      breakOff(reply.form === 'events' ? arrayReply(reply.steps, 'native') : reply, { do: 'close' }),
    ),
    'native-null-finish': native((reply) =>
      mapCandidates(reply, (candidate) =>
        isFinal(candidate) ? candidate : { ...candidate, finishReason: null, safetyRatings: null },
      ),
    ),
  },
);
