import { asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';

/** Text of a field that may be a string, a `{text}` record or a list of both. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((entry) => (Array.isArray(entry) ? '' : plainText(entry))).join('');
  const record = asObject(value);
  return asText(record?.text) ?? asText(record?.content) ?? asText(record?.summary) ?? '';
}

/**
 * The reasoning of a message or delta. Services name it differently, and some fill two fields: the same text under two
 * names is taken once.
 */
export function reasoningOf(message: JsonObject): string {
  const fields = [message.reasoning_content, message.reasoning, message.reasoning_summary, message.thinking];
  const texts = fields.map(plainText).filter((text, index, all) => text !== '' && all.indexOf(text) === index);
  return texts.length > 0 ? texts.join('') : asObjects(message.reasoning_details).map(plainText).join('');
}
