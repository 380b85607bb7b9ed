import type { Part } from '#shared/protocol/part.ts';
import { asObject, asText, type JsonObject } from '../intake/json-value.ts';
import { replyForm } from './compose.ts';

/** Parts with only these fields are composed again from the text, the calls and the images of the reply. */
const composed: ReadonlySet<string> = new Set(['text', 'thought', 'functionCall', 'inlineData']);
const composedCall: ReadonlySet<string> = new Set(['id', 'name', 'args']);

const isText = (part: JsonObject) =>
  typeof part.text === 'string' && Object.keys(part).every((name) => name === 'text' || name === 'thought');

/** Collects the parts of a candidate as received; texts that arrive in pieces are joined. */
export function createNativeForm() {
  const parts: JsonObject[] = [];

  function take(part: JsonObject): void {
    const last = parts.at(-1);
    const isOfOneKind = last && isText(last) && isText(part) && (last.thought === true) === (part.thought === true);
    if (isOfOneKind)
      parts[parts.length - 1] = { ...last, text: `${asText(last.text) ?? ''}${asText(part.text) ?? ''}` };
    // An empty text ends a stream, and says nothing.
    else if (!isText(part) || part.text !== '') parts.push(part);
  }

  return {
    take,
    /** Takes a call that arrived in several parts, as a whole, with what else those parts contained. */
    takeCall(call: JsonObject, pieces: readonly JsonObject[]): void {
      const { functionCall: _pieces, function_call: _others, ...rest } = Object.assign({}, ...pieces) as JsonObject;
      take({ functionCall: call, ...rest });
    },
    end(): Part[] {
      const isNeeded = parts.some(
        (part) =>
          Object.keys(part).some((name) => !composed.has(name)) ||
          Object.keys(asObject(part.functionCall) ?? {}).some((name) => !composedCall.has(name)),
      );
      return isNeeded ? replyForm('native', parts) : [];
    },
  };
}
