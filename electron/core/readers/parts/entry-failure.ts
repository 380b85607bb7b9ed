import { errorWords } from '../failures/error-words.ts';
import { asArray, asObject, asText, type JsonObject, words } from '../intake/json-value.ts';

/** Fields in which services say that a filter kept one result back, as a text or a list of texts. */
const filters = words(`raiFilteredReason raiMediaFilteredReasons rai_filtered_reason filtered_reason
  filter_reason moderation_reason moderation_reasons moderationReasons block_reason blockReason`);
/** Words for a result that a filter changed or kept back, in `finishReason` and the like. */
const filtered = /^(?:content_?filter(?:ed)?|filtered|moderated|safety|blocked|prohibited_?content|nsfw)$/i;

/** Returns why a filter kept back one result of several, or a result at all; `null` where none did. */
export function filterReason(value: unknown): string | null {
  const record = asObject(value);
  if (record === null) return null;
  for (const name of filters) {
    const [text] = [record[name], ...asArray(record[name])].flatMap((one) => asText(one) ?? []);
    if (text !== undefined) return text;
  }
  const reason = asText(record.finishReason) ?? asText(record.finish_reason);
  return reason !== null && filtered.test(reason) ? reason : null;
}

/** Returns the reason of the first filter that is named in a document or in the lists and records in it. */
export function filterReasonWithin(value: unknown, level = 0): string | null {
  if (level > 4 || typeof value !== 'object' || value === null) return null;
  const own = filterReason(value);
  if (own !== null) return own;
  for (const inner of Array.isArray(value) ? value.slice(0, 64) : Object.values(value)) {
    const found = filterReasonWithin(inner, level + 1);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns why one entry of a list of results has no result: its error as a record or a text, the words of a filter, or
 * a code with a message (DashScope). `null` for an entry that reports nothing of the kind.
 */
export function entryFailure(entry: unknown): string | null {
  const record = asObject(entry);
  if (record === null) return null;
  if (asObject(record.error) || asText(record.error)) return errorWords(record).message ?? 'no reason given';
  return filterReason(record) ?? messageWithCode(record);
}

const messageWithCode = ({ code, message, msg }: JsonObject): string | null =>
  code === undefined || code === null ? null : (asText(message) ?? asText(msg));
