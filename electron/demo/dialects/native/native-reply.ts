import type { AuthorizedRequest } from '../../incoming-request.ts';
import { type JsonRecord, parsed } from '../../json-value.ts';
import { tokenize } from '../../language/tokens.ts';
import type { Choice, Finish, ModelReply, ToolCall, Usage } from '../../language/turn.ts';
import { arrayReply, eventReply, jsonReply, type Mark, type Reply, type Step } from '../../responses/reply.ts';
import { signatureOf, signsNative } from '../turn-reading.ts';
import type { NativeRequest } from './native-request.ts';

const finishReasons: Record<Finish, string> = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP', refusal: 'SAFETY' };

export type NativeForm = 'whole' | 'events' | 'array';

/** Writes a reply as native generated content: whole, as events, or as one array in chunks. */
export function nativeReply(
  authorized: AuthorizedRequest,
  request: NativeRequest,
  answer: ModelReply,
  form: NativeForm,
): Reply {
  const closing = {
    usageMetadata: nativeUsage(answer.usage),
    modelVersion: request.turn.model,
    responseId: authorized.requestId,
  };
  if (form === 'whole') {
    const candidates = answer.choices.map((choice, index) => ({
      content: { role: 'model', parts: partsOf(choice, request.includesThoughts, signsNative(request.turn)) },
      ...finishOf(choice),
      index,
      safetyRatings: [],
    }));
    return jsonReply({ candidates, ...closing }, 'native', answer.usage.output);
  }
  const steps = nativeSteps(request, answer, closing);
  return form === 'events' ? eventReply(steps, 'native') : arrayReply(steps, 'native');
}

/** Returns the native response to a prompt that will not be processed: status 200, no candidates and a reason. */
export function blockedDocument(authorized: AuthorizedRequest, model: string, inputTokens: number): JsonRecord {
  return {
    promptFeedback: {
      blockReason: 'SAFETY',
      safetyRatings: [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }],
    },
    usageMetadata: { promptTokenCount: inputTokens, totalTokenCount: inputTokens },
    modelVersion: model,
    responseId: authorized.requestId,
  };
}

const finishOf = (choice: Choice): JsonRecord => ({
  finishReason: finishReasons[choice.finish],
  ...(choice.refusal && { finishMessage: choice.refusal }),
});

function partsOf(choice: Choice, includesThoughts: boolean, isSigned: boolean): JsonRecord[] {
  const parts: JsonRecord[] = [];
  if (choice.reasoning && includesThoughts) parts.push({ text: choice.reasoning, thought: true });
  for (const [index, call] of choice.calls.entries()) parts.push(...callParts(call, isSigned && index === 0));
  if (choice.text) parts.push({ text: choice.text });
  return parts;
}

/**
 * Returns the parts of a tool call. A call is sent whole; one cut by the token limit is omitted, since its arguments
 * are not valid JSON. The client must send a signature back unchanged.
 */
function callParts(call: ToolCall, isSigned: boolean): JsonRecord[] {
  const args = parsed(call.arguments);
  if (args === undefined) return [];
  const functionCall = { id: call.id, name: call.name, args };
  return [isSigned ? { functionCall, thoughtSignature: signatureOf(call) } : { functionCall }];
}

function nativeUsage(usage: Usage): JsonRecord {
  return {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output - usage.reasoning,
    totalTokenCount: usage.input + usage.output,
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    ...(usage.cached > 0 && { cachedContentTokenCount: usage.cached }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.input }],
  };
}

/** Sends the candidates one after another. Usage grows with every chunk: the last one counts. */
function* nativeSteps(request: NativeRequest, answer: ModelReply, closing: JsonRecord): Generator<Step> {
  let sent = 0;
  const running = (): JsonRecord => ({
    ...closing,
    usageMetadata: {
      promptTokenCount: answer.usage.input,
      candidatesTokenCount: sent,
      totalTokenCount: answer.usage.input + sent,
    },
  });
  for (const [index, choice] of answer.choices.entries()) {
    for (const { mark, part } of piecesOf(choice, request.includesThoughts, signsNative(request.turn))) {
      sent++;
      const candidates = part === null ? [] : [{ content: { role: 'model', parts: [part] }, index }];
      if (part === null) yield { do: 'raw', bytes: '', tokens: 1 };
      else yield { do: 'send', mark, document: { candidates, ...running() }, tokens: 1 };
    }
    const isLast = index === answer.choices.length - 1;
    const finished = {
      content: { role: 'model', parts: [{ text: '' }] },
      ...finishOf(choice),
      index,
      safetyRatings: [],
    };
    const document = { candidates: [finished], ...(isLast ? closing : running()) };
    yield { do: 'send', mark: isLast ? 'finish' : 'frame', document };
  }
}

/**
 * Yields the parts of a candidate. `null` is a thought that is generated but not shown: it still takes its time and its
 * token.
 */
function* piecesOf(
  choice: Choice,
  includesThoughts: boolean,
  isSigned: boolean,
): Generator<{ mark: Mark; part: JsonRecord | null }> {
  for (const text of tokenize(choice.reasoning)) {
    yield { mark: 'reasoning', part: includesThoughts ? { text, thought: true } : null };
  }
  for (const [index, call] of choice.calls.entries()) {
    for (const part of callParts(call, isSigned && index === 0)) yield { mark: 'tool', part };
  }
  for (const text of tokenize(choice.text)) yield { mark: 'text', part: { text } };
}
