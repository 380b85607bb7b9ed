import type { Buffer } from 'node:buffer';
import type { Failure } from '#shared/protocol/failure.ts';
import type { ImagePart, Part, TaskPart } from '#shared/protocol/part.ts';
import { isTaskOver, isTaskWord, taskStateOf } from '#shared/protocol/task-words.ts';
import { openChat } from './chat.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect, OpenDialect } from './dialect.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import { asNumber, asObject, asText, type JsonObject, jsonText, parseJson } from './intake/json-value.ts';
import { mediaForm, signatureBytes } from './intake/media-signature.ts';
import { openNative } from './native.ts';
import { append, unexpectedItems, unexpectedShape } from './parts/compose.ts';
import { entryFailure, filterReason, filterReasonWithin } from './parts/entry-failure.ts';
import { imageEntriesOf, imageFactsOf, imageFilePart, imagesByMeaning, imagesIn } from './parts/image-file.ts';
import { imageTypeOf, isDrawing } from './parts/media.ts';
import { createUsageTotals, readImageUsage } from './parts/response-facts.ts';
import { openResponses } from './responses.ts';
import { readProgress, taskPart } from './task.ts';
import { statusOf } from './task-record.ts';

const partialEvent = /(?:^|[._])(?:partial(?:_image)?|preview(?:_image)?)$/;
const wholeEvent = /(?:^|[._])(?:completed|partial_succeeded|succeeded|done|finished|final|result|image)$/;
const lastEvent = /(?:^|[._])(?:completed|done|finished|final)$/;
const failedEvent = /(?:^|[._])(?:partial_)?failed$/;

/** Base64 of an image and addresses are shorter, in characters. */
const longestText = 64 * 1024 * 1024;

/** Reads `/v1/images/generations` and `/v1/images/edits`. Only the end of a stream tells which image was the last. */
export function openImages(facts: ResponseFacts): Dialect {
  const usage = createUsageTotals(readImageUsage);
  let count = 0;
  let ended = false;
  let isAccepted = false;
  let failed: Failure | null = null;
  /** Reads the response where the gateway answers in the protocol of another route. */
  let other: Dialect | null = null;
  let said = '';
  /** The task that the last event without an image reported. */
  let pending: TaskPart | null = null;

  function addImage(image: ImagePart | null, entry: unknown, shared: Partial<ImagePart>): Part[] {
    if (image === null) return unreadableEntry(entry);
    const part: Part = { ...shared, ...image, index: count };
    count += 1;
    const reason = filterReason(entry);
    return reason === null
      ? [part]
      : [part, unexpectedItems(`A content filter of the service changed image ${count}, or kept it back: ${reason}`)];
  }

  /** Some gateways generate images asynchronously and return a task: the request is accepted, the images follow. */
  function takeTask(task: TaskPart): Part[] {
    ended = true;
    isAccepted = !isTaskOver(task.state);
    if (!isAccepted && task.state !== 'succeeded')
      failed = failureFromBody({ error: { message: task.errorMessage ?? task.statusWord ?? task.state } }, facts);
    return [task];
  }

  /** Reads a document that has its images in an unusual place, or none yet. */
  function unusual(value: unknown): Part[] | null {
    const task = taskPart(value);
    const parts = task ? takeTask(task) : [];
    if (task && task.state !== 'succeeded') return parts;
    const images = imagesByMeaning(value);
    const addresses = images.length > 0 ? [] : (task?.resultUrls ?? []);
    for (const image of [...images, ...addresses.map((url) => imageFilePart(url, null))])
      append(parts, addImage(image, value, {}));
    if (parts.length === 0) return filtered(value);
    ended = true;
    return [...parts, ...usage.take(asObject(value)?.usage)];
  }

  /** Reads a document in which a filter kept all images back. */
  function filtered(value: unknown): Part[] | null {
    const reason = filterReasonWithin(value);
    if (reason === null) return null;
    ended = true;
    failed = failureFromBody({ error: { message: reason, code: 'content_filter' } }, facts);
    return [];
  }

  function whole(value: unknown): Part[] | null {
    const entries = imageEntriesOf(value);
    const document = asObject(value) ?? {};
    const format = asText(document.output_format);
    const images = entries?.map((entry) => imageFilePart(entry, format)) ?? [];
    const isUnusual = entries === null || (entries.length > 0 && images.every((image) => image === null));
    if (isUnusual && !entries?.some(entryFailure)) return unusual(value);
    const shared = imageFactsOf(document);
    ended = true;
    const parts: Part[] = [];
    entries?.forEach((entry, place) => {
      append(parts, addImage(images[place] ?? null, entry, shared));
    });
    if (entries && entries.length > 0 && count === 0) failed = failureFromBody(entries[0], facts);
    append(parts, usage.take(document.usage));
    return parts;
  }

  function preview(event: JsonObject): Part[] {
    const image = imageFilePart(event, null);
    if (image === null) return unreadableEntry(event);
    return [{ ...image, index: count, partial: asNumber(event.partial_image_index) ?? 0 }];
  }

  /** Reads an event that only says how far the service is; `null` for one with images. */
  function progress(document: JsonObject): Part[] | null {
    if (imagesByMeaning(document).length > 0) return null;
    const task = taskPart(document);
    if (task && isTaskOver(task.state)) return null;
    const word = statusOf(document);
    const isUnder = word !== null && !/^\d/.test(word) && isTaskWord(word) && !isTaskOver(taskStateOf(word));
    if (!isUnder && readProgress(document.progress) === null) return null;
    pending = task ?? pending;
    return [];
  }

  function ownEvent(document: JsonObject, name: string | null): Part[] | null {
    const type = asText(document.type) ?? asText(document.event) ?? name ?? '';
    if (partialEvent.test(type) || document.partial_image_index !== undefined) return preview(document);
    if (failedEvent.test(type)) return unreadableEntry(document);
    if (!wholeEvent.test(type) || Array.isArray(document.data)) return progress(document) ?? whole(document);
    const image = imageFilePart(document, null);
    const isLast = lastEvent.test(type);
    ended ||= isLast || image !== null;
    usage.note(document.usage);
    if (image) return [...addImage(image, document, {}), ...usage.report()];
    // The last event of one vendor only counts the images sent before it.
    return isLast && count > 0 ? usage.report() : unreadableEntry(document);
  }

  /** Counts the images among the parts of another protocol, and collects its text. */
  function adopted(parts: Part[] | null): Part[] | null {
    if (parts === null) return null;
    return parts.flatMap((part): Part[] => {
      if (part.type === 'text-delta') said += part.text;
      return part.type === 'image' && part.partial === undefined ? addImage(part, part, {}) : [part];
    });
  }

  function imageOf({ mediaType, body }: { mediaType: string; body: Buffer }): Part[] {
    return addImage({ type: 'image', mediaType, base64: body.toString('base64') }, null, {});
  }

  function otherFor(document: JsonObject | null): Dialect | null {
    other ??= document && count === 0 ? (protocolOf(document)?.(facts) ?? null) : null;
    return other;
  }

  return {
    name: 'a response with images',
    nothing: 'no image',
    event(document, name = null) {
      const dialect = otherFor(document);
      return dialect ? adopted(dialect.event(document)) : ownEvent(document, name);
    },
    whole(value, text) {
      const dialect = otherFor(asObject(value));
      return dialect ? adopted(dialect.whole(value, text)) : whole(value);
    },
    bytes(body) {
      const form = mediaForm(body.subarray(0, signatureBytes), true);
      if (form?.mediaType.startsWith('image/')) return imageOf({ mediaType: form.mediaType, body });
      const text = body.length <= longestText ? body.toString('utf8').trim() : '';
      if (isDrawing(text)) return imageOf({ mediaType: 'image/svg+xml', body });
      // A text with an address or with base64, in quotes or without.
      const bare = parseJson(text) ?? text;
      const image = typeof bare === 'string' && !/\s/.test(bare) ? imageFilePart(bare, null) : null;
      return image && (image.url !== undefined || imageTypeOf(image.base64 ?? '') !== null)
        ? addImage(image, bare, {})
        : null;
    },
    isIdle: (document) => other?.isIdle?.(document) ?? false,
    isFinished: () => other?.isFinished?.() ?? false,
    failure: () => failed ?? other?.failure?.() ?? null,
    ownsError: (document) => failedEvent.test(asText(document.type) ?? ''),
    end(endMark) {
      if (other === null) {
        const task = count === 0 && !ended && pending ? takeTask(pending) : [];
        return { parts: [...task, ...usage.report()], ended, holds: count > 0 || isAccepted, usage: usage.usage() };
      }
      const end = other.end(endMark);
      const parts = adopted(end.parts ?? []) ?? [];
      for (const image of imagesIn(said)) append(parts, addImage(image, image, {}));
      return { ...end, parts, holds: count > 0 };
    },
  };
}

/** Returns the reader of a document that is a response of a route for text; `null` for all others. */
function protocolOf({ choices, candidates, object, type }: JsonObject): OpenDialect | null {
  if (Array.isArray(choices) && choices.length > 0) return openChat;
  if (Array.isArray(candidates)) return openNative;
  return object === 'response' || asText(type)?.startsWith('response.') ? openResponses : null;
}

/** Reads an entry without an image: one that failed by itself, or one of an unknown shape. */
function unreadableEntry(entry: unknown): Part[] {
  const error = entryFailure(entry);
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
