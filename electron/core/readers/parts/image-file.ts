import { Buffer } from 'node:buffer';
import type { ImagePart } from '#shared/protocol/part.ts';
import { asObject, asText, type JsonObject, parseJson, words } from '../intake/json-value.ts';
import { bodyPlaceOf } from '../intake/payload-cutter.ts';
import { fromDataAddress, imageTypeOf, isDrawing, withoutBreaks } from './media.ts';

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

/** Names of the field that holds the images, most common first. */
const lists = ['data', 'images', 'artifacts', 'image', 'result', 'results'];

/** Returns the images of a document where most services put them. `null` when it has no field for images. */
export function imageEntriesOf(value: unknown, isInner = false): unknown[] | null {
  if (Array.isArray(value)) return value;
  const document = asObject(value);
  if (document === null) return null;
  for (const name of lists) {
    const inner = document[name];
    if (Array.isArray(inner) && (inner.length > 0 || name === 'data')) return inner;
    if (inner === null && name === 'data') return [];
    if (inner !== undefined && imageFilePart(inner, null)) return [inner];
  }
  if (imageFilePart(document, null)) return [document];
  const inner = asObject(document.output);
  return inner && !isInner ? imageEntriesOf(inner, true) : null;
}

const mostLevels = 10;
const mostImages = 256;
/** What the request contained, and addresses of the service itself. */
const notResults = /^(?:input|inputs|request|parameters|prompt|mask|initimage|meta|links|usage|error|webhook)$/;
/** Names of fields, in lower case without separators, whose text may be an image. */
const imageNames =
  /^(?:data|images?|imgs?|pictures?|outputs?|results?|artifacts|predictions|samples?|files?|content|media|src|link|href|(?:image|img|file|result|output|download|signed|content)?(?:urls?|uri)|[a-z]{0,30}(?:b64|base64)[a-z]{0,30}|svg|imagebytes|imagedata)$/;
const webImage = /^https?:\/\/[^\s?#]+\.(?:png|jpe?g|webp|gif|avif|svg)(?:[?#]\S*)?$/i;

/**
 * Returns the images of a document by the meaning of its fields, in any envelope: `{output: ["https://..."]}`
 * (Replicate), `{predictions: [{bytesBase64Encoded}]}` (Google), `{result: {images: [...]}}`, `{image_urls: [...]}`.
 */
export function imagesByMeaning(document: unknown): ImagePart[] {
  const found: ImagePart[] = [];
  const seen = new Set<string>();
  const add = (image: ImagePart | null) => {
    const key = image?.url ?? image?.base64;
    if (image === null || key === undefined || seen.has(key) || found.length >= mostImages) return;
    seen.add(key);
    found.push(image);
  };

  function visit(value: unknown, name: string, level: number): void {
    if (level > mostLevels) return;
    if (typeof value === 'string') {
      if (isImageText(value, name)) add(imageFilePart(value, null));
    } else if (Array.isArray(value)) {
      for (const entry of value.slice(0, mostImages)) visit(entry, name, level + 1);
    } else {
      const record = asObject(value);
      if (record) visitRecord(record, name, level);
    }
  }

  function visitRecord(record: JsonObject, name: string, level: number): void {
    const own = imageNames.test(name) ? imageFilePart(record, null) : null;
    if (own && (own.url !== undefined || imageTypeOf(own.base64 ?? '') !== null)) {
      add(own);
      return;
    }
    for (const [field, inner] of Object.entries(record)) {
      const plain = field.toLowerCase().replace(/[_-]/g, '');
      if (!notResults.test(plain)) visit(inner, plain, level + 1);
    }
  }

  visit(document, '', 0);
  return found;
}

function isImageText(text: string, name: string): boolean {
  if (/^data:image\//i.test(text) || webImage.test(text.trim())) return true;
  return imageNames.test(name) && (/^https?:\/\//i.test(text) || imageTypeOf(text) !== null || isDrawing(text.trim()));
}

const markdownImage = /!\[[^\]\n]{0,300}\]\(\s{0,8}<?(https?:\/\/[^\s)>]{1,4000})/gi;
const bareAddress = /^\s*(https?:\/\/\S{1,4000})\s*$/i;
const anyAddress = /https?:\/\/[^\s<>()"'`\]]{1,4000}/gi;
const fencedJson = /```(?:json)?[ \t]{0,8}\r?\n([^`]{1,4000000})```/i;

/**
 * Returns the images in a reply: those of the JSON that it is or fences, its Markdown images, the reply itself when it is
 * an address, or else the addresses in it that end like an image.
 */
export function imagesIn(text: string): ImagePart[] {
  const document = /[[{]/.test(text) ? parseJson(fencedJson.exec(text)?.[1] ?? text) : undefined;
  const listed = document === undefined ? [] : imagesByMeaning(document);
  if (listed.length > 0) return listed;
  const inMarkdown = [...text.matchAll(markdownImage)].map(([, address]) => address as string);
  const bare = bareAddress.exec(text)?.[1];
  const named = () => [...text.matchAll(anyAddress)].map(([address]) => address).filter((one) => webImage.test(one));
  const found = inMarkdown.length > 0 ? inMarkdown : bare === undefined ? named() : [bare];
  return [...new Set(found)].slice(0, mostImages).flatMap((url) => imageFilePart(url, null) ?? []);
}
