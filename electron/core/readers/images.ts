import type { Failure } from '#shared/protocol/failure.ts';
import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { isTaskOver } from '#shared/protocol/task-words.ts';
import { openChat } from './chat.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import { errorWords } from './failures/error-words.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import { asNumber, asObject, asText, type JsonObject, jsonText } from './intake/json-value.ts';
import { append, unexpectedItems, unexpectedShape } from './parts/compose.ts';
import { fromDataAddress, imageTypeOf } from './parts/media.ts';
import { createUsageTotals, readImageUsage } from './parts/response-facts.ts';
import { taskPart } from './task.ts';

/** Names of the field that holds the images, most common first. */
const lists = ['data', 'images', 'artifacts', 'image', 'result', 'results'];

/** Returns the images of a document, wherever a service puts them. `null` when it has no field for images. */
function imagesIn(value: unknown, isInner = false): unknown[] | null {
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
  return inner && !isInner ? imagesIn(inner, true) : null;
}

const partialEvent = /\.partial_image$/;
const wholeEvent = /\.(?:completed|partial_succeeded)$/;
const lastEvent = /\.completed$/;
const failedEvent = /\.partial_failed$/;

/** Reads `/v1/images/generations` and `/v1/images/edits`. Only the end of a stream tells which image was the last. */
export function openImages(facts: ResponseFacts): Dialect {
  const usage = createUsageTotals(readImageUsage);
  let count = 0;
  let ended = false;
  let state: string | null = null;
  let failed: Failure | null = null;

  function addImage(image: ImagePart | null, entry: unknown, shared: Partial<ImagePart>): Part[] {
    if (image === null) return unreadableEntry(entry);
    const part: Part = { ...shared, ...image, index: count };
    count += 1;
    return [part];
  }

  /** Some gateways generate images asynchronously and return a task. */
  function takeTask(value: unknown): Part[] | null {
    const task = taskPart(value);
    if (task === null) return null;
    state = task.statusWord ?? 'unknown';
    ended = isTaskOver(task.state);
    if (ended && task.state !== 'succeeded')
      failed = failureFromBody({ error: { message: task.errorMessage ?? state } }, facts);
    return [task, ...task.resultUrls.flatMap((url) => addImage(imageFilePart(url, null), url, {}))];
  }

  function whole(value: unknown): Part[] | null {
    const entries = imagesIn(value);
    const document = asObject(value) ?? {};
    if (entries === null) return takeTask(value);
    const format = asText(document.output_format);
    const shared = factsOf(document);
    const images = entries.map((entry) => imageFilePart(entry, format));
    if (entries.length > 0 && images.every((image) => image === null) && !entries.some(failureOf)) return null;
    ended = true;
    const parts: Part[] = [];
    entries.forEach((entry, place) => {
      append(parts, addImage(images[place] ?? null, entry, shared));
    });
    if (entries.length > 0 && count === 0) failed = failureFromBody(entries[0], facts);
    append(parts, usage.take(document.usage));
    return parts;
  }

  function preview(event: JsonObject): Part[] {
    const image = imageFilePart(event, null);
    if (image === null) return unreadableEntry(event);
    return [{ ...image, index: count, partial: asNumber(event.partial_image_index) ?? 0 }];
  }

  function event(document: JsonObject): Part[] | null {
    const type = asText(document.type) ?? '';
    if (partialEvent.test(type)) return preview(document);
    if (failedEvent.test(type)) return unreadableEntry(document);
    if (!wholeEvent.test(type)) return type === '' || document.data !== undefined ? whole(document) : null;
    const image = imageFilePart(document, null);
    const isLast = lastEvent.test(type);
    ended ||= isLast || image !== null;
    usage.note(document.usage);
    if (image) return [...addImage(image, document, {}), ...usage.report()];
    // The last event of one vendor only counts the images sent before it.
    return isLast && count > 0 ? usage.report() : unreadableEntry(document);
  }

  return {
    name: 'a response with images',
    nothing: 'no image',
    event,
    whole,
    failure: () => failed,
    ownsError: (document) => failedEvent.test(asText(document.type) ?? ''),
    end: () => ({ parts: usage.report(), ended, holds: count > 0, usage: usage.usage(), state }),
  };
}

/** Returns the error message of an image that was not generated. */
const failureOf = (entry: unknown): string | null => {
  const record = asObject(entry);
  return asObject(record?.error) || asText(record?.error) ? (errorWords(record).message ?? 'no reason given') : null;
};

/** Reads an entry without an image: one that failed by itself, or one of an unknown shape. */
function unreadableEntry(entry: unknown): Part[] {
  const error = failureOf(entry);
  const warning =
    error === null
      ? unexpectedShape('An entry without an image could not be read. It is shown as it arrived.')
      : unexpectedItems(`An image was not generated: ${error}`);
  return [warning, { type: 'raw-event', name: 'picture', data: jsonText(entry) ?? '' }];
}

/**
 * Reads `/v1/edits`. Its own response has `choices` with `text`; gateways that still serve the route may return a chat
 * completion, and those that reuse it for images return `data`.
 */
export function openEdits(facts: ResponseFacts): Dialect {
  const text = openChat(facts);
  const images = openImages(facts);
  let chosen: Dialect = text;

  const choose = (document: JsonObject | null): Dialect => {
    if (document?.choices === undefined && document?.data !== undefined) chosen = images;
    return chosen;
  };

  return {
    name: 'edited text',
    get nothing() {
      return chosen === text ? 'no text' : images.nothing;
    },
    event: (document) => choose(document).event(document),
    whole: (value, source) => choose(asObject(value)).whole(value, source),
    failure: () => chosen.failure?.() ?? null,
    end: (endMark) => chosen.end(endMark),
  };
}

/** Fields that hold an image as base64, and those that hold its URL, most common first. */
const base64Fields = ['b64_json', 'base64', 'image_base64', 'b64', 'data'];
const addressFields = ['url', 'image_url', 'image', 'uri'];

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
  const detected = imageTypeOf(base64);
  // A short word may look like base64 too: only a known signature or a label makes it an image.
  if (detected === null && data === null && base64.length < 64) return null;
  return { type: 'image', mediaType: detected ?? data?.mediaType ?? typeOf(format), base64 };
}

/** Some gateways break base64 into lines. Most do not, and copying megabytes is expensive. */
const withoutBreaks = (text: string): string => (/\s/.test(text) ? text.replace(/\s+/g, '') : text);

const typeOf = (format: string | null): string =>
  format !== null && /^[a-z0-9.+-]{1,20}$/i.test(format)
    ? `image/${format.toLowerCase().replace(/^jpg$/, 'jpeg')}`
    : 'image/png';

type Facts = Pick<ImagePart, 'revisedPrompt' | 'size' | 'quality' | 'background' | 'format'>;

/** Returns the metadata next to an image. Sizes come as `1024x1024`, and from some services as a width and a height. */
function factsOf(record: JsonObject): Facts {
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
