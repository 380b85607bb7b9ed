import type { AuthorizedRequest } from '../../incoming-request.ts';
import type { JsonRecord } from '../../json-value.ts';
import { tokenize } from '../../language/tokens.ts';
import type { Choice, Finish, ModelReply, Usage } from '../../language/turn.ts';
import { eventReply, jsonReply, type Reply, type Step } from '../../responses/reply.ts';
import type { ChatRequest } from './chat-request.ts';

const finishReasons: Record<Finish, string> = { stop: 'stop', length: 'length', tools: 'tool_calls', refusal: 'stop' };

/** Writes a reply as a chat completion, whole or in chunks. */
export function chatReply(authorized: AuthorizedRequest, request: ChatRequest, answer: ModelReply): Reply {
  const envelope = {
    id: `chatcmpl-${authorized.requestId}`,
    created: Math.floor(Date.now() / 1000),
    model: request.turn.model,
    system_fingerprint: null,
  };
  if (request.isStreamed) return eventReply(chatSteps(envelope, request, answer), 'chat');
  const document = {
    ...envelope,
    object: 'chat.completion',
    choices: answer.choices.map((choice, index) => ({
      index,
      message: messageOf(choice),
      logprobs:
        request.logprobs === null ? null : { content: unigramLogprobs(choice.text, request.logprobs), refusal: null },
      finish_reason: finishReasons[choice.finish],
    })),
    usage: chatUsage(answer.usage),
  };
  return jsonReply(document, 'chat', answer.usage.output);
}

function messageOf(choice: Choice): JsonRecord {
  const speaks = choice.calls.length === 0 && choice.refusal === '';
  return {
    role: 'assistant',
    content: speaks ? choice.text : null,
    ...(choice.reasoning && { reasoning_content: choice.reasoning }),
    refusal: choice.refusal || null,
    ...(choice.calls.length > 0 && {
      tool_calls: choice.calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
  };
}

function chatUsage(usage: Usage): JsonRecord {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** Interleaves the choices of a reply, token by token, as when several are generated at the same time. */
function* chatSteps(envelope: JsonRecord, request: ChatRequest, answer: ModelReply): Generator<Step> {
  const chunk = (choices: unknown[], usage: unknown): JsonRecord => ({
    ...envelope,
    object: 'chat.completion.chunk',
    choices,
    ...(request.includesUsage && { usage }),
  });
  let speaking = answer.choices.map((choice, index) => ({ index, deltas: deltasOf(choice, request.logprobs) }));
  while (speaking.length > 0) {
    const still: typeof speaking = [];
    for (const speaker of speaking) {
      const next = speaker.deltas.next();
      if (next.done) continue;
      const { mark, delta, finish = null, logprob } = next.value;
      const logprobs = logprob ? { content: [logprob], refusal: null } : null;
      const document = chunk([{ index: speaker.index, delta, logprobs, finish_reason: finish }], null);
      yield { do: 'send', mark, document, tokens: mark === 'open' || mark === 'finish' ? 0 : 1 };
      still.push(speaker);
    }
    speaking = still;
  }
  if (request.includesUsage) yield { do: 'send', mark: 'usage', document: chunk([], chatUsage(answer.usage)) };
  yield { do: 'send', mark: 'done', document: '[DONE]' };
}

interface Delta {
  mark: 'open' | 'reasoning' | 'text' | 'tool' | 'finish';
  delta: JsonRecord;
  finish?: string;
  logprob?: TokenLogprob | undefined;
}

function* deltasOf(choice: Choice, logprobs: number | null): Generator<Delta> {
  const all = logprobs === null ? [] : unigramLogprobs(choice.text, logprobs);
  yield { mark: 'open', delta: { role: 'assistant', content: '' } };
  for (const token of tokenize(choice.reasoning)) yield { mark: 'reasoning', delta: { reasoning_content: token } };
  for (const [place, token] of tokenize(choice.text).entries()) {
    yield { mark: 'text', delta: { content: token }, logprob: all[place] };
  }
  for (const token of tokenize(choice.refusal)) yield { mark: 'text', delta: { refusal: token } };
  for (const [index, call] of choice.calls.entries()) {
    const head = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
    yield { mark: 'tool', delta: { tool_calls: [head] } };
    for (const token of tokenize(call.arguments)) {
      yield { mark: 'tool', delta: { tool_calls: [{ index, function: { arguments: token } }] } };
    }
  }
  yield { mark: 'finish', delta: {}, finish: finishReasons[choice.finish] };
}

interface Alternative {
  token: string;
  logprob: number;
  bytes: number[];
}

export interface TokenLogprob extends Alternative {
  top_logprobs: Alternative[];
}

/**
 * Computes log-probabilities. The demo has no model and so no probabilities of its own. It returns a real statistic of
 * the same shape instead: how likely each token is if tokens were drawn at random from this very reply.
 */
export function unigramLogprobs(text: string, alternatives: number): TokenLogprob[] {
  const tokens = tokenize(text);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const weigh = (token: string): Alternative => ({
    token,
    logprob: Math.log((counts.get(token) ?? 1) / tokens.length),
    bytes: [...Buffer.from(token)],
  });
  const likely = [...counts].sort((one, other) => other[1] - one[1]).slice(0, alternatives);
  const top = likely.map(([token]) => weigh(token));
  return tokens.map((token) => ({ ...weigh(token), top_logprobs: top }));
}
