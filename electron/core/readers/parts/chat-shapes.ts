import { asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';
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
    const inner = asObject(document[name]);
    if (inner && (isChat(inner) || Array.isArray(inner.choices)))
      return { ...inner, usage: inner.usage ?? document.usage };
  }
  return null;
}

/** A completion in one record: Ollama's `{message, done}`, or only a text. */
function single(document: JsonObject): JsonObject | null {
  const message = asObject(document.message);
  const text = document.response ?? document.output_text ?? document.generated_text ?? document.completion;
  const isMessage = message !== null && (message.role !== undefined || message.content !== undefined);
  if (!isMessage && typeof text !== 'string') return null;
  const reason = finishReasonIn(document) ?? (document.done === true ? 'stop' : null);
  const said = isMessage ? message : { content: text, thinking: document.thinking };
  return { ...document, choices: [{ message: said, finish_reason: reason }], message: undefined };
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
  const foreign = unwrapped(document) ?? anthropic(document) ?? single(document);
  if (foreign) return { document: foreign, isForeign: true };
  return document.usage === undefined ? null : { document, isForeign: false };
}

/** The records of the choices: a list, or one choice without a list. */
export function choicesIn({ choices }: JsonObject): JsonObject[] {
  const only = asObject(choices);
  return only ? [only] : asObjects(choices);
}
