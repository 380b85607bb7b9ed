import type { Failure } from '#shared/protocol/failure.ts';
import type { ImagePart, Part } from '#shared/protocol/part.ts';
import { isTaskOver } from '#shared/protocol/task-words.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import type { ResponseFacts } from './failures/answers.ts';
import { sentenceOf } from './failures/sentences.ts';
import { asNumber, asObject, asText, type JsonObject, jsonText } from './intake/json-value.ts';
import { append } from './parts/append.ts';
import { factsOf, imageFilePart } from './parts/image.ts';
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
