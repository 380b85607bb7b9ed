import type { Part } from '#shared/protocol/part.ts';
import { GrowingText } from '../intake/growing.ts';
import {
  asNumber,
  asObject,
  asObjects,
  asText,
  type JsonObject,
  plainText,
  shallowRecord,
} from '../intake/json-value.ts';
import { brokenImage, createInlineImages, type InlineImages, splitInlineImages, textParts } from './inline-images.ts';
import { audioPart, imagePart } from './media.ts';
import { createCitations } from './response-facts.ts';
import { createResponsesForm } from './responses-form.ts';
import { createResponseCalls, isCallItem } from './tool-calls.ts';

/** Collects the content of a responses stream, from its deltas, its items and its last document. */
export function createResponseOutput() {
  const texts = createImagedTexts();
  const refusals = createTextSlots('refusal-delta', '');
  const thoughts = createTextSlots('reasoning-delta', '\n\n');
  const calls = createResponseCalls();
  const citations = createCitations();
  const form = createResponsesForm();
  /** Items already reported, and the position of each item: some events name the id, some the position. */
  const reportedItems = new Set<string>();
  const placeOfId = new Map<string, string>();
  let lastText = '';
  let shown = 0;

  /** Returns the position of an event's item: the output index, or the id where a gateway omits the index. */
  function place(event: JsonObject): string {
    const index = asNumber(event.output_index);
    const id = asText(event.item_id) ?? asText(asObject(event.item)?.id);
    if (index === null) return id === null ? '0' : (placeOfId.get(id) ?? id);
    if (id !== null) placeOfId.set(id, String(index));
    return String(index);
  }

  const contentKey = (event: JsonObject) => `${place(event)}/${asNumber(event.content_index) ?? 0}`;
  const thoughtKey = (event: JsonObject) => {
    const summary = asNumber(event.summary_index);
    return summary === null
      ? `${place(event)}/content/${asNumber(event.content_index) ?? 0}`
      : `${place(event)}/${summary}`;
  };

  function show(part: Part | null): Part[] {
    if (part === null) return [];
    shown += 1;
    return [part];
  }

  function takeContent(content: JsonObject, key: string): Part[] {
    const sources = citations.take(content.annotations ?? []);
    if (content.type === 'refusal') return [...refusals.done(key, plainText(content.refusal)), ...sources];
    if (content.type === 'output_audio' || content.type === 'audio') return show(audioPart(content, false));
    if (content.type === 'output_image') return show(imagePart(content));
    return [...texts.done(key, plainText(content.text)), ...sources];
  }

  function takeMessage(item: JsonObject, at: string): Part[] {
    if (typeof item.content === 'string') return texts.done(`${at}/0`, item.content);
    return asObjects(item.content).flatMap((content, index) => takeContent(content, `${at}/${index}`));
  }

  function takeReasoning(item: JsonObject, at: string): Part[] {
    const take = (entries: unknown, key: string) =>
      asObjects(entries).flatMap((entry, index) => thoughts.done(`${key}/${index}`, plainText(entry)));
    return [...take(item.summary, at), ...take(item.content, `${at}/content`)];
  }

  function takeOther(item: JsonObject, at: string): Part[] {
    const id = asText(item.id);
    if (reportedItems.has(id ?? at)) return [];
    reportedItems.add(id ?? at);
    const image = item.type === 'image_generation_call' ? imagePart(item.result) : null;
    if (image) return show(image);
    return show(itemPart(item));
  }

  function takeItem(item: JsonObject, at: string): Part[] {
    if (item.type === 'message' || (item.type === undefined && item.content !== undefined))
      return takeMessage(item, at);
    if (item.type === 'reasoning') return takeReasoning(item, at);
    return isCallItem(item) ? calls.done(at, item) : takeOther(item, at);
  }

  const textOf = (item: JsonObject) =>
    typeof item.content === 'string'
      ? item.content
      : asObjects(item.content)
          .map((content) => (content.type === 'refusal' ? '' : plainText(content.text)))
          .join('');

  const thought = (event: JsonObject) => thoughts.delta(thoughtKey(event), plainText(event.delta));
  const wholeThought = (event: JsonObject) => thoughts.done(thoughtKey(event), plainText(event.text));
  const callInput = (event: JsonObject) => calls.delta(place(event), plainText(event.delta));
  const wholeCallInput = (event: JsonObject) => calls.argumentsDone(place(event), event);

  /** Events that carry content; every other `response.*` event only reports progress. */
  const events: ReadonlyMap<string, (event: JsonObject) => Part[]> = new Map([
    ['response.output_text.delta', (event) => texts.delta(contentKey(event), plainText(event.delta))],
    ['response.output_text.done', (event) => texts.done(contentKey(event), plainText(event.text))],
    ['response.output_text.annotation.added', (event) => citations.take(event.annotation)],
    ['response.refusal.delta', (event) => refusals.delta(contentKey(event), plainText(event.delta))],
    ['response.refusal.done', (event) => refusals.done(contentKey(event), plainText(event.refusal))],
    ['response.reasoning_text.delta', thought],
    ['response.reasoning_text.done', wholeThought],
    ['response.reasoning_summary_text.delta', thought],
    ['response.reasoning_summary_text.done', wholeThought],
    // Names from before the summary had parts.
    ['response.reasoning_summary.delta', thought],
    ['response.reasoning_summary.done', wholeThought],
    ['response.reasoning.delta', thought],
    ['response.reasoning.done', wholeThought],
    ['response.function_call_arguments.delta', callInput],
    ['response.function_call_arguments.done', wholeCallInput],
    ['response.custom_tool_call_input.delta', callInput],
    ['response.custom_tool_call_input.done', wholeCallInput],
    ['response.image_generation_call.partial_image', partialImage],
    ['response.audio.delta', (event) => show(audioPart({ data: event.delta }, true))],
    ['response.audio.transcript.delta', (event) => show(audioPart({ transcript: event.delta }, true))],
    ['response.output_item.added', itemAdded],
    ['response.output_item.done', itemDone],
    ['response.content_part.done', contentDone],
  ]);

  function partialImage(event: JsonObject): Part[] {
    const part = imagePart({ b64_json: event.partial_image_b64 });
    const partial = asNumber(event.partial_image_index) ?? 0;
    return part?.type === 'image' ? [{ ...part, partial }] : [];
  }

  function itemAdded(event: JsonObject): Part[] {
    const item = asObject(event.item);
    const at = place(event);
    return item !== null && isCallItem(item) ? calls.begin(at, item) : [];
  }

  function itemDone(event: JsonObject): Part[] {
    const item = asObject(event.item);
    if (item === null) return [];
    form.done(item, asNumber(event.output_index));
    return takeItem(item, place(event));
  }

  function contentDone(event: JsonObject): Part[] {
    const content = asObject(event.part);
    const isText = content?.type === 'output_text' || content?.type === 'refusal';
    return isText ? takeContent(content, contentKey(event)) : [];
  }

  const holds = () =>
    shown > 0 || calls.count() > 0 || texts.holds() || refusals.shown() !== '' || thoughts.shown() !== '';

  return {
    event: (type: string, event: JsonObject): Part[] => events.get(type)?.(event) ?? [],
    /** Reads the last document: its `output` takes precedence over the deltas, unless it is empty. */
    last({ output, output_text, store }: JsonObject): Part[] {
      const items = asObjects(output);
      form.last(items, store);
      lastText = items.map((item) => (item.type === 'message' || item.type === undefined ? textOf(item) : '')).join('');
      const parts = items.flatMap((item, index) => {
        const repeated = item.type === 'reasoning' ? thoughts.shown() !== '' : item.type === 'message' && texts.holds();
        return repeated ? [] : takeItem(item, String(index));
      });
      return holds() ? parts : [...parts, ...texts.done('0/0', asText(output_text) ?? '')];
    },
    /** Call once. `cut`: the response is known to be incomplete. */
    end: (cut: boolean): Part[] => [...texts.end(lastText), ...calls.end(cut)],
    /** Returns the items as the next request contains them, where text and calls are not all that belongs to them. */
    form: form.end,
    holds,
    characters: texts.characters,
  };
}

export const itemPart = (item: JsonObject): Part => ({
  type: 'item',
  kind: asText(item.type) ?? 'unknown',
  item: shallowRecord(item),
});

/** Visible text by key (see `createTextSlots`), with embedded images as separate parts. */
function createImagedTexts() {
  const texts = createTextSlots('text-delta', '');
  const inlines = new Map<string, InlineImages>();

  const every = () => [...inlines.values()];

  function cut(key: string, parts: readonly Part[]): Part[] {
    const inline = inlines.get(key) ?? createInlineImages();
    inlines.set(key, inline);
    return parts.flatMap((part) => (part.type === 'text-delta' ? textParts(inline.take(part.text)) : [part]));
  }

  return {
    delta: (key: string, text: string) => cut(key, texts.delta(key, text)),
    done: (key: string, text: string) => cut(key, texts.done(key, text)),
    /** Call once. `final`: the whole text by the last document, which corrects the text shown. */
    end(final: string): Part[] {
      const parts = every().flatMap((inline) => [...textParts(inline.end()), ...brokenImage(inline)]);
      const whole = final || texts.whole();
      if (whole === texts.shown()) return parts;
      const { text, images } = splitInlineImages(whole);
      const hasShownImages = every().some(({ count }) => count() > 0);
      return [...parts, ...(hasShownImages ? [] : images), { type: 'text-final', text }];
    },
    holds: () => texts.shown() !== '',
    characters: () => every().reduce((sum, inline) => sum + inline.characters(), 0),
  };
}

type SpokenType = 'text-delta' | 'reasoning-delta' | 'refusal-delta';

/** Text that arrives by key, as deltas and then once more as a whole. `between` separates the texts of two keys. */
function createTextSlots(type: SpokenType, between: string) {
  const slots = new Map<string, GrowingText>();
  const shown = new GrowingText();
  let current: string | null = null;

  function slotOf(key: string): GrowingText {
    const slot = slots.get(key) ?? new GrowingText();
    slots.set(key, slot);
    return slot;
  }

  function emit(key: string, text: string): Part[] {
    if (text === '') return [];
    const lead = current !== null && current !== key ? between : '';
    current = key;
    shown.add(lead);
    shown.add(text);
    return [{ type, text: lead + text }];
  }

  return {
    delta(key: string, text: string): Part[] {
      slotOf(key).add(text);
      return emit(key, text);
    },
    /** Takes the whole text of one key: emits what the deltas did not contain and remembers a contradiction. */
    done(key: string, text: string): Part[] {
      const before = slotOf(key).toString();
      // A gateway that gives all messages one index ends each of them under the shared key.
      if (text === '' || before.endsWith(text)) return [];
      const whole = new GrowingText();
      whole.add(text);
      slots.set(key, whole);
      return text.startsWith(before) ? emit(key, text.slice(before.length)) : [];
    },
    /** Everything emitted, in that order. */
    shown: () => shown.toString(),
    /** Everything as the provider has it, key by key. */
    whole: () =>
      Array.from(slots.values(), String)
        .filter((text) => text !== '')
        .join(between),
  };
}
