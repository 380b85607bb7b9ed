import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText, type JsonObject, words } from '../intake/json-value.ts';
import { replyForm } from './compose.ts';
import { isEmpty, mergeDelta } from './merged-record.ts';

/** Fields of a message that have parts of their own, or that only report. */
const understood: ReadonlySet<string> = new Set(
  words(`role name content text parts refusal tool_calls
  function_call audio images annotations citations logprobs token_ids type channel`),
);

/** Media are not accepted from an assistant, and calls go back as calls. */
const isOther = (part: unknown) =>
  /image|audio|^(?:tool_use|tool_call|function_call)$/.test(asText(asObject(part)?.type) ?? '');
const isPlain = (part: unknown) =>
  typeof part === 'string' || Object.keys(asObject(part) ?? {}).every((name) => name === 'type' || name === 'text');

/** A flag or a number alone is not what a provider demands back. */
const isState = (value: unknown) => typeof value === 'string' || typeof value === 'object';

/** Collects of a chat reply what its text and its calls do not contain, from deltas or from a whole message. */
export function createChatForm() {
  const extras: JsonObject = {};
  /** The content, once it is a list with more than text. */
  let listed: { content: unknown[] } | null = null;

  function takeContent(content: unknown, before: () => string): void {
    const list = asArray(content).filter((part) => !isOther(part));
    if (listed === null) {
      if (list.every(isPlain)) return;
      const text = before();
      listed = { content: text === '' ? [] : [{ type: 'text', text }] };
    }
    mergeDelta(listed, { content: typeof content === 'string' ? [{ type: 'text', text: content }] : list });
  }

  return {
    /** `before`: returns the text of earlier deltas. */
    take(delta: JsonObject, before: () => string): void {
      for (const name of Object.keys(delta)) if (!understood.has(name)) mergeDelta(extras, { [name]: delta[name] });
      if (delta.content != null) takeContent(delta.content, before);
    },
    /** Takes a whole message, whose fields take precedence over what deltas contained. */
    takeWhole(message: JsonObject): void {
      for (const [name, value] of Object.entries(message))
        if (!understood.has(name) && !isEmpty(value)) extras[name] = value;
      const list = asArray(message.content).filter((part) => !isOther(part));
      if (!list.every(isPlain)) listed = { content: list };
    },
    /** `content`: as received. `hasMore`: content or calls contain what text and calls of the reply do not. */
    end(content: string, calls: JsonObject[], hasMore: boolean): Part[] {
      const isNeeded = hasMore || listed !== null || Object.values(extras).some(isState);
      if (!isNeeded) return [];
      const message = {
        role: 'assistant',
        ...extras,
        content: listed?.content ?? (content || null),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      return replyForm('chat.completions', [message]);
    },
  };
}
