import type { Failure } from '#shared/protocol/failure.ts';
import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { isTaskOver } from '#shared/protocol/task-words.ts';
import { openChat } from './chat.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import type { ResponseFacts } from './failures/answers.ts';
import { sentenceOf } from './failures/sentences.ts';
import { asNumber, asObject, asText, type JsonObject, jsonText } from './intake/json-value.ts';
import { append } from './parts/append.ts';
import { fromDataAddress, imageTypeOf } from './parts/media.ts';
import { taskPart } from './parts/task-record.ts';
import { unexpectedItems, unexpectedShape } from './parts/unexpected.ts';
import { createUsageTotals, readImageUsage } from './parts/usage.ts';

/** Names of the field that holds the pictures, best known first. */
const lists = ['data', 'images', 'artifacts', 'image', 'result', 'results'];

/** The pictures of a document, wherever a service puts them. `null` when it has no place for any. */
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

/**
 * Reads `/v1/images/generations` and `/v1/images/edits`, streamed or not. A stream is whole when a finished picture came;
 * several may come, so only its end tells that it was the last.
 */
export function openImages(facts: ResponseFacts): Dialect {
  const usage = createUsageTotals(readImageUsage);
  let count = 0;
  let ended = false;
  let state: string | null = null;
  let failed: Failure | null = null;

  function notify(image: ImagePart | null, entry: unknown, shared: Partial<ImagePart>): Part[] {
    if (image === null) return unread(entry);
    const part: Part = { ...shared, ...image, index: count };
    count += 1;
    return [part];
  }

  /** Some gateways draw later, and answer with a task. */
  function takeTask(value: unknown): Part[] | null {
    const task = taskPart(value);
    if (task === null) return null;
    state = task.statusWord ?? 'unknown';
    ended = isTaskOver(task.state);
    if (ended && task.state !== 'succeeded')
      failed = failureFromBody({ error: { message: task.errorMessage ?? state } }, facts);
    return [task, ...task.resultUrls.flatMap((url) => notify(imageFilePart(url, null), url, {}))];
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
      append(parts, notify(images[place] ?? null, entry, shared));
    });
    if (entries.length > 0 && count === 0) failed = failureFromBody(entries[0], facts);
    usage.note(document.usage);
    append(parts, usage.report());
    return parts;
  }

  function preview(event: JsonObject): Part[] {
    const image = imageFilePart(event, null);
    if (image === null) return unread(event);
    return [{ ...image, index: count, partial: asNumber(event.partial_image_index) ?? 0 }];
  }

  function event(document: JsonObject): Part[] | null {
    const type = asText(document.type) ?? '';
    if (partialEvent.test(type)) return preview(document);
    if (failedEvent.test(type)) return unread(document);
    if (!wholeEvent.test(type)) return type === '' || document.data !== undefined ? whole(document) : null;
    const image = imageFilePart(document, null);
    const isLast = lastEvent.test(type);
    ended ||= isLast || image !== null;
    usage.note(document.usage);
    if (image) return [...notify(image, document, {}), ...usage.report()];
    // The last event of one vendor only counts what came before it.
    return isLast && count > 0 ? usage.report() : unread(document);
  }

  return {
    name: 'an answer with pictures',
    nothing: 'no picture',
    event,
    whole,
    finished: false,
    get failure() {
      return failed;
    },
    ownsError: (document) => failedEvent.test(asText(document.type) ?? ''),
    end: () => ({
      parts: usage.report(),
      ended,
      holds: count > 0,
      finishReason: null,
      usage: usage.usage,
      characters: 0,
      state,
    }),
  };
}

/** What is said of a picture that was not made. */
const failureOf = (entry: unknown): string | null => {
  const record = asObject(entry);
  return asObject(record?.error) || asText(record?.error)
    ? (sentenceOf(asObject(record?.error) ?? record ?? {}) ?? 'no reason given')
    : null;
};

/** An entry without a picture: one that failed by itself, or one of an unknown shape. */
function unread(entry: unknown): Part[] {
  const said = failureOf(entry);
  const warning =
    said === null
      ? unexpectedShape('An entry without a picture could not be read; it follows as it came.')
      : unexpectedItems(`A picture was not made: ${said}`);
  return [warning, { type: 'raw-event', name: 'picture', data: jsonText(entry) ?? '' }];
}

/**
 * Reads `/v1/edits`. Its own answer has `choices` with `text`; gateways that still serve the route may answer as for a
 * chat, and those that took it over for pictures with `data`.
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
    name: 'an edited text',
    get nothing() {
      return chosen === text ? 'no text' : images.nothing;
    },
    event: (document) => choose(document).event(document),
    whole: (value, source) => choose(asObject(value)).whole(value, source),
    get finished() {
      return chosen.finished;
    },
    get failure() {
      return chosen.failure;
    },
    end: (endMark) => chosen.end(endMark),
  };
}

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
