import { Buffer } from 'node:buffer';
import type { ImagePart } from '#shared/protocol/part.ts';
import { asObject, asText, type JsonObject, words } from '../intake/json-value.ts';
import { bodyPlaceOf } from '../intake/payload-cutter.ts';
import { withoutBreaks } from './binary-text.ts';
import { fromDataAddress, imageTypeOf, isDrawing } from './media.ts';

/** Fields that hold an image as base64, and those that hold its URL, most common first. */
const base64Fields = words(`b64_json base64 image_base64 b64 data bytesBase64Encoded imageBytes
  partial_image_b64 result svg image_data imageData binary_data_base64`);
const addressFields = ['url', 'image_url', 'imageUrl', 'image', 'uri', 'src'];

const base64Pattern = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads one image of an image route: a URL, a data URL, base64 with or without its prefix and line breaks, bare or in a
 * record with metadata. Fields with an empty string count as absent: gateways write all of them. `null` when there is
 * no image in it.
 *
 * @param labelled the format that the response declares for all of its images, such as `png`.
 */
export function imageFilePart(value: unknown, labelled: string | null): ImagePart | null {
  const record = asObject(value);
  if (record === null) return typeof value === 'string' ? fromText(value, labelled) : null;
  const format = asText(record.output_format) ?? labelled;
  for (const name of [...base64Fields, ...addressFields]) {
    const inner = record[name];
    const text = asText(inner) ?? asText(asObject(inner)?.url);
    const part = text === null ? null : fromText(text, format, addressFields.includes(name));
    if (part) return { ...part, ...imageFactsOf(record) };
  }
  return null;
}

/** A path at the gateway, such as `/files/a.png`; base64 of a JPEG begins with a slash as well. */
const relativeAddress = /^(?:\/|\.\.?\/)?[\w\-.~%/]{1,1000}(?:\?\S{0,1000})?$/;
const imageEnding = /\.(?:png|jpe?g|webp|gif|avif|bmp|svg)(?:\?|$)/i;

const isPath = (text: string): boolean =>
  text.length <= 2000 &&
  relativeAddress.test(text) &&
  (text.startsWith('/') || imageEnding.test(text)) &&
  imageTypeOf(text) === null &&
  bodyPlaceOf(text) === null;

/** @param isAddress the field holds a URL, so that a path is one. */
function fromText(text: string, format: string | null, isAddress = true): ImagePart | null {
  const trimmed = text.trim();
  if (/^(?:https?:)?\/\/[\w[]/i.test(trimmed) && (isAddress || !trimmed.startsWith('//')))
    return { type: 'image', mediaType: 'image/*', url: trimmed };
  if (isAddress && isPath(trimmed)) return { type: 'image', mediaType: 'image/*', url: trimmed };
  if (isDrawing(trimmed))
    return { type: 'image', mediaType: 'image/svg+xml', base64: Buffer.from(trimmed).toString('base64') };
  const data = fromDataAddress(trimmed);
  const base64 = withoutBreaks(data?.base64 ?? trimmed);
  if (!base64Pattern.test(base64)) return null;
  const detected = imageTypeOf(base64);
  // A short word may look like base64 too: only a known signature or a label makes it an image.
  if (detected === null && data === null && base64.length < 64) return null;
  return { type: 'image', mediaType: detected ?? data?.mediaType ?? typeOf(format), base64 };
}

const typeOf = (format: string | null): string =>
  format !== null && /^[a-z0-9.+-]{1,20}$/i.test(format)
    ? `image/${format.toLowerCase().replace(/^jpg$/, 'jpeg')}`
    : 'image/png';

type Facts = Pick<ImagePart, 'revisedPrompt' | 'size' | 'quality' | 'background' | 'format'>;

/** Returns the metadata next to an image. Sizes come as `1024x1024`, and from some services as a width and a height. */
export function imageFactsOf(record: JsonObject): Facts {
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
