import type { ImagePart } from '#shared/protocol/part.ts';
import { asObject, asText, type JsonObject } from '../intake/json-value.ts';
import { fromDataAddress, imageTypeOf } from './media.ts';

/** Fields that hold a picture as base64, and those that hold its address, best known first. */
const base64Fields = ['b64_json', 'base64', 'image_base64', 'b64', 'data'];
const addressFields = ['url', 'image_url', 'image', 'uri'];

/** Nothing but base64 in either alphabet; the end may be padded. */
const base64Pattern = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * One picture of a picture route: an address, a data address, base64 with or without its prefix and line breaks, bare or
 * in a record with facts. Fields that hold an empty text are as good as absent: gateways write all of them. `null` when
 * there is no picture in it.
 *
 * @param labelled the format that the answer names for all of its pictures, such as `png`.
 */
export function imageFilePart(value: unknown, labelled: string | null): ImagePart | null {
  const record = asObject(value);
  if (record === null) return typeof value === 'string' ? fromText(value, labelled) : null;
  const format = asText(record.output_format) ?? labelled;
  for (const name of [...base64Fields, ...addressFields]) {
    const inner = record[name];
    const text = asText(inner) ?? asText(asObject(inner)?.url);
    const part = text === null ? null : fromText(text, format);
    if (part) return { ...part, ...factsOf(record) };
  }
  return null;
}

function fromText(text: string, format: string | null): ImagePart | null {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return { type: 'image', mediaType: 'image/*', url: trimmed };
  const data = fromDataAddress(trimmed);
  const base64 = withoutBreaks(data?.base64 ?? trimmed);
  if (!base64Pattern.test(base64)) return null;
  const told = imageTypeOf(base64);
  // A short word may look like base64 too: only bytes that are known, or a label, make it a picture.
  if (told === null && data === null && base64.length < 64) return null;
  return { type: 'image', mediaType: told ?? data?.mediaType ?? typeOf(format), base64 };
}

/** Some gateways break base64 into lines. Most do not, and a copy of megabytes is not for free. */
const withoutBreaks = (text: string): string => (/\s/.test(text) ? text.replace(/\s+/g, '') : text);

const typeOf = (format: string | null): string =>
  format !== null && /^[a-z0-9.+-]{1,20}$/i.test(format)
    ? `image/${format.toLowerCase().replace(/^jpg$/, 'jpeg')}`
    : 'image/png';

type Facts = Pick<ImagePart, 'revisedPrompt' | 'size' | 'quality' | 'background' | 'format'>;

/** What is said of a picture beside it. Sizes come as `1024x1024`, and from some as a width and a height. */
export function factsOf(record: JsonObject): Facts {
  const facts: Facts = {};
  const note = (name: keyof Facts, value: unknown) => {
    const text = asText(value);
    if (text !== null) facts[name] = text;
  };
  note('revisedPrompt', record.revised_prompt);
  note('size', record.size ?? (record.width && record.height ? `${record.width}x${record.height}` : null));
  note('quality', record.quality);
  note('background', record.background);
  note('format', record.output_format);
  return facts;
}
