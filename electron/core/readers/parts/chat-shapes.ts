import { isReasoningField } from '#shared/protocol/compose/reply-form.ts';
import { asObject, asObjects, asText, type JsonObject, parseJson } from '../intake/json-value.ts';
import { finishReasonIn } from './finish-reasons.ts';

/** A document with its choices, in the form of a chat completion. */
interface ChatShape {
  document: JsonObject;
  /** It came in another form. */
  isForeign: boolean;
}

export function isChat(document: JsonObject): boolean {
  return asText(document.object)?.startsWith('chat.completion') === true;
}

const envelopes = ['data', 'result', 'output', 'response', 'body', 'chunk'] as const;

/** Returns the completion inside an envelope such as `{code, data: {choices}}`. */
function unwrapped(document: JsonObject): JsonObject | null {
  for (const name of envelopes) {
    const value = document[name];
    const inner = asObject(value) ?? asObject(typeof value === 'string' ? parseJson(value) : null);
    if (inner === null) continue;
    const whole = { ...inner, usage: inner.usage ?? document.usage };
    if (isChat(inner) || Array.isArray(inner.choices)) return whole;
    const text = single(whole);
    if (text) return text;
  }
  return null;
}

/** Fields with the whole text of a reply, or a piece of it. The second ones are also used for what is no reply. */
const replyFields = ['response', 'output_text', 'generated_text', 'completion'] as const;
const vagueFields = ['answer', 'reply', 'result', 'text', 'content'] as const;

const textAmong = (record: JsonObject, names: readonly string[]) =>
  names.map((name) => record[name]).find((value) => typeof value === 'string');

/** A completion in one record: Ollama's `{message, done}`, or only a text. */
function single(document: JsonObject): JsonObject | null {
  const message = asObject(document.message);
  const isMessage = message !== null && (message.role !== undefined || message.content !== undefined);
  const vague = () => (isReplyBeside(document) ? textAmong(document, vagueFields) : undefined);
  const text = textAmong(document, replyFields) ?? vague();
  if (!isMessage && text === undefined) return null;
  const said = isMessage ? message : { content: text, thinking: document.thinking };
  return { ...document, choices: [{ message: said, finish_reason: finishReasonIn(document) }], message: undefined };
}

/** Something beside a text says that it is a reply: how it ended, or what it cost. */
const isReplyBeside = (document: JsonObject): boolean =>
  finishReasonIn(document) !== null ||
  ['usage', 'done', 'is_end', 'is_finished', 'stop', 'message_id', 'conversation_id'].some(
    (name) => document[name] !== undefined,
  );

/** A token of a Text Generation Inference stream; its last one repeats the whole text and has the finish reason. */
function token(document: JsonObject): JsonObject | null {
  const { token, details } = document;
  const one = asObject(token);
  if (one === null || typeof one.text !== 'string') return null;
  const reason = finishReasonIn(asObject(details));
  const content = one.special === true ? '' : one.text;
  return { choices: [{ delta: { content }, finish_reason: reason }], usage: details ?? undefined };
}

/** An event of Cohere's stream: the message in its delta contains what is new. */
function deltaMessage(document: JsonObject): JsonObject | null {
  const delta = asObject(document.delta);
  const message = asObject(delta?.message);
  const reason = finishReasonIn(delta);
  if (delta === null || (message === null && reason === null)) return null;
  return { id: document.id, choices: [{ delta: message ?? {}, finish_reason: reason }], usage: delta.usage };
}

/** A whole message of Anthropic's, and the events of its stream. */
function anthropic(document: JsonObject): JsonObject | null {
  const choice = (record: JsonObject, usage?: unknown) => ({ choices: [record], usage: usage ?? document.usage });
  const block = asObject(document.content_block);
  const delta = asObject(document.delta);
  switch (document.type) {
    case 'message': {
      if (!Array.isArray(document.content)) return null;
      const whole = choice({ message: { content: document.content }, finish_reason: finishReasonIn(document) });
      return { ...whole, id: document.id, model: document.model };
    }
    case 'message_start': {
      const { id, model, usage } = asObject(document.message) ?? {};
      return { ...choice({ delta: {} }, usage), id, model };
    }
    case 'content_block_start':
      return choice({
        delta: block?.type === 'tool_use' ? { tool_calls: [callOf(document, block)] } : { content: block },
      });
    case 'content_block_delta': {
      const piece = asText(delta?.partial_json);
      if (piece !== null)
        return choice({ delta: { tool_calls: [{ index: document.index, function: { arguments: piece } }] } });
      // The signature of a thought is meant for the service alone.
      if (delta?.type === 'signature_delta') return choice({ delta: {} });
      return choice({ delta: { content: delta?.text, thinking: delta?.thinking } });
    }
    case 'message_delta':
      return choice({ delta: {}, finish_reason: finishReasonIn(delta) });
    case 'content_block_stop':
    case 'message_stop':
      return { choices: [] };
    default:
      return null;
  }
}

/** The first event of a call has an empty object where its arguments follow in pieces. */
const callOf = ({ index }: JsonObject, block: JsonObject): JsonObject => {
  const input = asObject(block.input);
  const isEmpty = input === null || Object.keys(input).length === 0;
  return { index, id: block.id, function: { name: block.name, arguments: isEmpty ? '' : input } };
};

/** Returns a document as a chat completion, also one in the form of another service; `null` when it is none. */
export function chatShape(document: JsonObject): ChatShape | null {
  if (isChat(document) || document.choices !== undefined) return { document, isForeign: false };
  const foreign =
    unwrapped(document) ?? anthropic(document) ?? token(document) ?? deltaMessage(document) ?? single(document);
  if (foreign) return { document: foreign, isForeign: true };
  return document.usage === undefined ? null : { document, isForeign: false };
}

/** Fields of a message, in other spellings. */
const spellings: readonly (readonly [name: string, others: readonly string[]])[] = [
  ['tool_calls', ['toolCalls', 'tool_call', 'toolCall']],
  ['function_call', ['functionCall']],
];
const besideMessage: ReadonlySet<string> = new Set(['refusal', ...spellings.flat(2)]);

/**
 * Returns the message or the delta of a choice with its fields in their usual spelling, and with those that services
 * write beside it; `null` when the choice has none.
 */
export function messageIn(choice: JsonObject, value: unknown): JsonObject | null {
  const received = asObject(value);
  if (received === null) return null;
  const message = received.content == null ? (asObject(received.message) ?? received) : received;
  const outer = Object.entries(choice).filter(
    ([name, field]) => message[name] == null && (besideMessage.has(name) || isReasoningField(name)) && field != null,
  );
  let whole = outer.length > 0 ? { ...message, ...Object.fromEntries(outer) } : message;
  for (const [name, others] of spellings) {
    const other = others.find((one) => whole[one] != null);
    if (other === undefined) continue;
    const { [other]: moved, ...rest } = whole;
    whole = { ...rest, [name]: rest[name] ?? moved };
  }
  return whole;
}

/** The records of the choices: a list, or one choice without a list. */
export function choicesIn({ choices }: JsonObject): JsonObject[] {
  const only = asObject(choices);
  return only ? [only] : asObjects(choices);
}
