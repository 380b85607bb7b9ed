import { asList, isObject, type JsonObject } from '../json.ts';
import type { ReplyForm } from '../part.ts';

/*
 * What of a reply goes back with the next request, besides its text and tool calls. It does so only on the protocol,
 * model and connection that the reply came from (`context.ts`): signatures are bound to the model that made them.
 *
 * Chat. Fields that Patchbay does not know go back always, where they were: `extra_content` of a tool call (Gemini:
 * ai.google.dev/gemini-api/docs/openai, "thought signatures"), `reasoning_details` (OpenRouter: openrouter.ai/docs,
 * "preserving reasoning"), `thinking_blocks` and `provider_specific_fields` (LiteLLM). Reasoning as text goes back with
 * tool calls and with the replies to their outputs: DeepSeek and Kimi demand it there
 * (api-docs.deepseek.com/guides/thinking_mode), and DeepSeek R1 rejects it on every other message. Reasoning inside the
 * content (`<think>`) follows the same rule.
 *
 * Responses. Items go back as received and in order: a reasoning item is required before the call that it led to, and
 * is rejected without the item that followed it (developers.openai.com, "reasoning": "keeping reasoning items in
 * context"). Where the gateway stores nothing, an item that consists of an id refers to nothing and is left out.
 *
 * Native. Parts go back as received and in order, with their signatures (ai.google.dev/gemini-api/docs/thought-signatures).
 */

const reasoningField =
  /^(?:reasoning|thinking|think|thoughts?|analysis|cot|chain_?of_?thought)(?:_?(?:content|text|summary|process|steps?|delta))?$/i;

/** Whether a field of a chat message or delta contains reasoning as text, in any spelling. */
export const isReasoningField = (name: string): boolean => reasoningField.test(name);

interface SentReply {
  text: string;
  calls: readonly { id: string; name: string; arguments: string }[];
}

/**
 * Returns the assistant message of a chat reply.
 *
 * @param withReasoning the reply belongs to a turn in which tools are called.
 */
export function chatMessageOf({ entries }: ReplyForm, { text, calls }: SentReply, withReasoning: boolean): JsonObject {
  const { content, tool_calls: received, ...extras } = entries[0] ?? {};
  const kept = Object.entries(extras).filter(([name]) => withReasoning || !isReasoningField(name));
  const isWhole = withReasoning || (Array.isArray(content) && content.some(isOpaque));
  return {
    role: 'assistant',
    ...Object.fromEntries(kept),
    // `null` is accepted only beside calls.
    content: (isWhole ? content : text) || text || (calls.length > 0 ? null : ''),
    ...(calls.length > 0 ? { tool_calls: calls.map((call, at) => chatCall(call, asList(received)[at])) } : {}),
  };
}

/** Whether something of a form is sent whatever surrounds the reply. */
export const isAlwaysSent = ({ protocol, entries }: ReplyForm, calls: readonly unknown[]): boolean =>
  protocol !== 'chat.completions' ||
  calls.length > 0 ||
  Object.entries(entries[0] ?? {}).some(
    ([name, value]) =>
      !(name === 'role' || isReasoningField(name)) &&
      (name !== 'content' || (Array.isArray(value) && value.some(isOpaque))),
  );

/** A content part that is more than text. */
const isOpaque = (part: unknown): boolean =>
  isObject(part) &&
  Object.keys(part).some((name) => !['type', 'text', 'index'].includes(name) && !isReasoningField(name));

/** Returns a tool call with the fields that it was received with. */
export function chatCall(call: SentReply['calls'][number], received?: unknown): JsonObject {
  const entry = isObject(received) ? received : {};
  const called = isObject(entry.function) ? entry.function : {};
  if (isObject(entry.custom)) return { ...entry, id: call.id };
  return {
    ...entry,
    id: call.id,
    type: 'function',
    function: { ...called, name: call.name, arguments: call.arguments },
  };
}

/** How a request is made to which items of a reply are added. */
interface ItemUse {
  /** The gateway is asked not to store replies. */
  storesNothing: boolean;
  sendsImages: boolean;
}

/** Returns the input items of a responses reply. */
export function responsesItemsOf({ entries, isUnstored }: ReplyForm, use: ItemUse): JsonObject[] {
  const isLeftOut = (item: JsonObject) =>
    (!use.sendsImages && item.type === 'image_generation_call') ||
    ((isUnstored || use.storesNothing) && isOnlyId(item));
  const items = entries.filter((item, at) => {
    if (isLeftOut(item)) return false;
    const next = entries.slice(at + 1).find(({ type }) => type !== 'reasoning');
    return item.type !== 'reasoning' || (next !== undefined && !isLeftOut(next));
  });
  const isWhole = items.length === entries.length;
  // `null` is written for absent values, and rejected as input.
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null && (isWhole || name !== 'id'))),
  );
}

/** Whether an item means nothing to a gateway that has not stored it. */
function isOnlyId({ type, call_id, encrypted_content, content, result }: JsonObject): boolean {
  if (type === 'message' || call_id || encrypted_content) return false;
  return type === 'reasoning' ? asList(content).length === 0 : !result;
}

/** Whether the items of a reply contain its images, so that they are not sent as attachments. */
export const hasImageItems = (form: ReplyForm | undefined): boolean =>
  form?.protocol === 'responses' && form.entries.some(({ type }) => type === 'image_generation_call');

/** Returns the parts of a native reply. */
export const nativePartsOf = ({ entries }: ReplyForm, sendsImages: boolean): JsonObject[] =>
  sendsImages ? entries : entries.filter((part) => !(part.inlineData ?? part.inline_data ?? part.fileData));
