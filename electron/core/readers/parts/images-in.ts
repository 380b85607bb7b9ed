import type { ImagePart } from '#shared/protocol/part.ts';
import { asObject, type JsonObject } from '../intake/json-value.ts';
import { imageFilePart } from './image-file.ts';
import { imageTypeOf } from './media.ts';

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
  /^(?:data|images?|imgs?|pictures?|outputs?|results?|artifacts|predictions|samples?|files?|content|media|src|link|href|(?:image|img|file|result|output|download|signed|content)?(?:urls?|uri)|(?:image|img)?(?:b64|base64)(?:json)?|bytesbase64encoded|imagebytes)$/;
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
  return imageNames.test(name) && (/^https?:\/\//i.test(text) || imageTypeOf(text) !== null);
}

const markdownImage = /!\[[^\]\n]{0,300}\]\(\s{0,8}<?(https?:\/\/[^\s)>]{1,4000})/gi;
const bareAddress = /^\s*(https?:\/\/\S{1,4000})\s*$/i;

/** Returns the addresses of the images in a reply: its Markdown images, or the reply itself when it is an address. */
export function imageAddressesIn(text: string): string[] {
  const found = [...text.matchAll(markdownImage)].map(([, address]) => address as string);
  const bare = bareAddress.exec(text)?.[1];
  return [...new Set(found.length > 0 || bare === undefined ? found : [bare])];
}
