import { asRecord, type JsonRecord } from '../json-value.ts';
import { arrayReply, type Reply, relayError, type Step } from '../responses/reply.ts';
import { breakOff, mapDocuments, without, withSteps } from '../responses/steps.ts';
import { mapChoices } from './chat-faults.ts';
import { dialectFault, faultsOf } from './fault.ts';

export const native = dialectFault('native');

/** Changes every candidate of every document. */
export const mapCandidates = (reply: Reply, change: (candidate: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => {
    const answer = asRecord(document);
    if (!Array.isArray(answer.candidates)) return answer;
    return { ...answer, candidates: answer.candidates.map((candidate) => change(asRecord(candidate))) };
  });

export const isFinal = (candidate: JsonRecord): boolean => typeof candidate.finishReason === 'string';

export const contentless = (reply: Reply): Reply =>
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
  refusal | text | refused | Refusal by the model | 模型拒绝回答
  content-filter | text | refused | Stopped by a content filter | 被内容过滤器中止
  native-blocked | native | refused | Prompt blocked | 提示词被拦截
  native-no-content | native | contents | Candidate without content | 候选项没有内容
  native-thought-limit | native | contents | All tokens spent on reasoning | 词元全部用于推理
  native-array-cut | native | cut | Array that never closes | 数组没有结尾
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
    'native-array-cut': native((reply) =>
      breakOff(reply.form === 'events' ? arrayReply(reply.steps, 'native') : reply, { do: 'close' }),
    ),
  },
);
