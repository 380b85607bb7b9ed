import { asRecord, type JsonRecord } from '../json-value.ts';
import { relayError } from '../responses/errors.ts';
import { arrayReply, type Reply, type Step } from '../responses/reply.ts';
import { breakOff, mapDocuments, without, withSteps } from '../responses/steps.ts';
import { mapChoices } from './chat-documents.ts';
import type { Fault } from './fault.ts';

const native = (
  name: string,
  title: string,
  about: string,
  alter: (reply: Reply) => Reply,
  speaks?: Fault['speaks'],
): Fault => ({
  name,
  title,
  about,
  routes: 'native',
  alter: (reply) => (reply.dialect === 'native' ? alter(reply) : reply),
  ...(speaks && { speaks }),
});

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
    (candidate) => ({
      finishReason: 'OTHER',
      index: candidate.index,
    }),
  );

/** A choice that the filter of the compatible protocol stopped. */
const filtered = (choice: JsonRecord): JsonRecord =>
  choice.finish_reason === null ? choice : { ...choice, finish_reason: 'content_filter' };

const incomplete = (document: unknown): unknown => {
  const stopped = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  const event = asRecord(document);
  if (event.object === 'response') return { ...event, ...stopped };
  return { ...event, type: 'response.incomplete', response: { ...asRecord(event.response), ...stopped } };
};

const blocked: Step = { do: 'send', mark: 'finish', document: { promptFeedback: { blockReason: 'SAFETY' } } };

/** Refusals on every text route, and oddities of the native protocol. */
export const nativeFaults: readonly Fault[] = [
  {
    name: 'refusal',
    title: 'Refusal by the model',
    about: 'The model refuses, in the words that each protocol has for it.',
    routes: 'text',
    speaks: { refuses: true },
  },
  {
    name: 'content-filter',
    title: 'Stopped by a filter',
    about: 'A filter steps in, and the answer ends with that reason.',
    routes: 'text',
    alter(reply) {
      if (reply.dialect === 'chat') return mapChoices(reply, filtered);
      if (reply.dialect === 'responses') return mapDocuments(reply, incomplete, 'finish', 'whole');
      if (reply.dialect !== 'native') return reply;
      return mapCandidates(reply, (candidate) =>
        isFinal(candidate) ? { ...candidate, finishReason: 'SAFETY' } : candidate,
      );
    },
  },
  {
    name: 'native-blocked',
    title: 'Prompt blocked',
    about: 'Status 200 without any candidate; only the feedback says that the prompt was blocked.',
    routes: 'native',
    alter(reply, authorized) {
      if (reply.dialect === 'native') return withSteps(reply, () => [blocked]);
      if (authorized.method === 'GET') return reply;
      return relayError(authorized, 400, { message: 'The prompt was blocked', code: 'prompt_blocked' });
    },
  },
  native(
    'native-no-content',
    'Candidate without content',
    'The candidate has a reason for its end and no content at all.',
    contentless,
  ),
  native(
    'native-empty-content',
    'Candidate with empty content',
    'The content of the candidate is an empty object.',
    (reply) =>
      mapCandidates(contentless(reply), (candidate) => ({ ...candidate, content: {}, finishReason: 'SAFETY' })),
  ),
  native(
    'native-thought-limit',
    'All tokens spent on thinking',
    'The limit is spent on thoughts, and no text is left.',
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
  native('native-array', 'Array instead of events', 'The stream is one JSON array that arrives in pieces.', (reply) =>
    reply.form === 'events' ? arrayReply(reply.steps, 'native') : reply,
  ),
  native(
    'native-array-cut',
    'Array that never closes',
    'The stream is one JSON array that stops before its end.',
    (reply) => breakOff(reply.form === 'events' ? arrayReply(reply.steps, 'native') : reply, { do: 'close' }),
  ),
  native(
    'native-null-finish',
    'Nulls on partial pieces',
    'Pieces before the last one say that their finish reason and ratings are null.',
    (reply) =>
      mapCandidates(reply, (candidate) =>
        isFinal(candidate) ? candidate : { ...candidate, finishReason: null, safetyRatings: null },
      ),
  ),
];
