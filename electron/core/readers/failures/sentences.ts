import { asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';

const sentenceFields = ['message', 'msg', 'err', 'error_msg', 'error_message', 'error_description', 'detail', 'title'];

/** Returns the message of an error record, under any of the field names that services behind gateways use. */
export function sentenceOf(record: JsonObject): string | null {
  for (const field of sentenceFields) {
    const sentence = asText(record[field]);
    if (sentence !== null) return sentence;
  }
  const nested = asObject(record.header) ?? asObject(record.detail) ?? asObjects(record.errors)[0];
  return nested ? asText(nested.message) : null;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['nbsp', ' '],
  ['mdash', '-'],
  ['ndash', '-'],
]);

/** Text that starts like an HTML page. */
export const isPage = (text: string): boolean => /^\s*<(?:!doctype html|html|head|body)\b/i.test(text);

/** Returns the title of an HTML page as plain text, at most 200 characters; `null` when it has none. */
export function pageTitle(html: string): string | null {
  // Titles are near the top; a page of many megabytes is not searched for one.
  const match = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(html.slice(0, 100_000));
  const title = match?.[1]
    ?.replace(/&(#?\w{1,8});/g, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return title ? title.slice(0, 200) : null;
}
