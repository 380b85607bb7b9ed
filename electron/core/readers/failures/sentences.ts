import { asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';

const sentenceFields = ['message', 'msg', 'err', 'error_msg', 'error_message', 'error_description', 'detail', 'title'];

/** The sentence of an error record, under any of the names that services behind gateways use for it. */
export function sentenceOf(record: JsonObject): string | null {
  for (const field of sentenceFields) {
    const sentence = asText(record[field]);
    if (sentence !== null) return sentence;
  }
  const nested = asObject(record.header) ?? asObject(record.detail) ?? asObjects(record.errors)[0];
  return nested ? asText(nested.message) : null;
}
