import type { Part } from '#shared/protocol/part.ts';
import { asNumber, asObject, asObjects, asText, type JsonObject, shallowRecord } from '../intake/json-value.ts';
import { createCitations } from './citations.ts';
import { brokenImage, createInlineImages, type InlineImages, splitInlineImages, spokenParts } from './inline-images.ts';
import { audioPart, imagePart } from './media.ts';
import { createResponseCalls, isCallItem } from './response-calls.ts';
import { plainText } from './speech-of.ts';
import { createTextSlots } from './text-slots.ts';

/** Everything that a responses answer says, from its pieces, its items and its last document. */
export interface ResponseOutput {
  text(event: JsonObject): Part[];
  textDone(event: JsonObject): Part[];
  refusal(event: JsonObject): Part[];
  refusalDone(event: JsonObject): Part[];
  reasoning(event: JsonObject): Part[];
  reasoningDone(event: JsonObject): Part[];
  argumentsDelta(event: JsonObject): Part[];
  argumentsDone(event: JsonObject): Part[];
  annotation(event: JsonObject): Part[];
  image(event: JsonObject): Part[];
  audio(event: JsonObject): Part[];
  itemAdded(event: JsonObject): Part[];
  itemDone(event: JsonObject): Part[];
  contentDone(event: JsonObject): Part[];
  /** `output` of the last document: trusted over the pieces, unless it is empty. */
  last(output: unknown): Part[];
  /** Call once. `cut`: the answer is known not to be whole. */
  end(cut: boolean): Part[];
  readonly holds: boolean;
  readonly characters: number;
}

export function createResponseOutput(): ResponseOutput {
  const texts = createImagedTexts();
  const refusals = createTextSlots('refusal-delta', '');
  const thoughts = createTextSlots('reasoning-delta', '\n\n');
  const calls = createResponseCalls();
  const citations = createCitations();
  /** Items already told, and which item stands at which place: some events name one, some the other. */
  const told = new Set<string>();
  const placeOfId = new Map<string, string>();
  let lastText = '';
  let shown = 0;

  /** The place of an event's item: the output index, or the id where a gateway leaves the index out. */
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
    const summary = asObjects(item.summary).flatMap((entry, index) =>
      thoughts.done(`${at}/${index}`, plainText(entry)),
    );
    const content = asObjects(item.content).map((entry, index) =>
      thoughts.done(`${at}/content/${index}`, plainText(entry)),
    );
    return [...summary, ...content.flat()];
  }

  function takeOther(item: JsonObject, at: string): Part[] {
    const id = asText(item.id);
    if (told.has(id ?? at)) return [];
    told.add(id ?? at);
    const image = item.type === 'image_generation_call' ? imagePart(item.result) : null;
    if (image) return show(image);
    return show({ type: 'item', kind: asText(item.type) ?? 'unknown', item: shallowRecord(item) });
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

  return {
    text: (event) => texts.delta(contentKey(event), plainText(event.delta)),
    textDone: (event) => texts.done(contentKey(event), plainText(event.text)),
    refusal: (event) => refusals.delta(contentKey(event), plainText(event.delta)),
    refusalDone: (event) => refusals.done(contentKey(event), plainText(event.refusal)),
    reasoning: (event) => thoughts.delta(thoughtKey(event), plainText(event.delta)),
    reasoningDone: (event) => thoughts.done(thoughtKey(event), plainText(event.text)),
    argumentsDelta: (event) => calls.delta(place(event), plainText(event.delta)),
    argumentsDone: (event) => calls.argumentsDone(place(event), event),
    annotation: (event) => citations.take(event.annotation),
    image(event) {
      const part = imagePart({ b64_json: event.partial_image_b64 });
      const partial = asNumber(event.partial_image_index) ?? 0;
      return part?.type === 'image' ? [{ ...part, partial }] : [];
    },
    audio: (event) =>
      show(
        audioPart(event.type === 'response.audio.delta' ? { data: event.delta } : { transcript: event.delta }, true),
      ),
    itemAdded(event) {
      const item = asObject(event.item);
      const at = place(event);
      return item !== null && isCallItem(item) ? calls.begin(at, item) : [];
    },
    itemDone(event) {
      const item = asObject(event.item);
      return item === null ? [] : takeItem(item, place(event));
    },
    contentDone(event) {
      const content = asObject(event.part);
      return content?.type === 'output_text' || content?.type === 'refusal'
        ? takeContent(content, contentKey(event))
        : [];
    },
    last(output) {
      const items = asObjects(output);
      lastText = items.map((item) => (item.type === 'message' || item.type === undefined ? textOf(item) : '')).join('');
      return items.flatMap((item, index) => {
        const repeated = item.type === 'reasoning' ? thoughts.shown !== '' : item.type === 'message' && texts.holds;
        return repeated ? [] : takeItem(item, String(index));
      });
    },
    end(cut) {
      return [...texts.end(lastText), ...calls.end(cut)];
    },
    get holds() {
      return shown > 0 || calls.count > 0 || texts.holds || refusals.shown !== '' || thoughts.shown !== '';
    },
    get characters() {
      return texts.characters;
    },
  };
}

/** Visible text under keys (see `TextSlots`), with the images in it as parts of their own. */
interface ImagedTexts {
  delta(key: string, text: string): Part[];
  done(key: string, text: string): Part[];
  /** Call once. `final`: the whole text by the last document; the text that was shown is corrected by it. */
  end(final: string): Part[];
  /** Something was said. */
  readonly holds: boolean;
  /** Of the text without its images. */
  readonly characters: number;
}

function createImagedTexts(): ImagedTexts {
  const texts = createTextSlots('text-delta', '');
  const inlines = new Map<string, InlineImages>();

  const every = () => [...inlines.values()];

  function cut(key: string, parts: readonly Part[]): Part[] {
    const inline = inlines.get(key) ?? createInlineImages();
    inlines.set(key, inline);
    return parts.flatMap((part) => (part.type === 'text-delta' ? spokenParts(inline.take(part.text)) : [part]));
  }

  return {
    delta: (key, text) => cut(key, texts.delta(key, text)),
    done: (key, text) => cut(key, texts.done(key, text)),
    end(final) {
      const parts = every().flatMap((inline) => [...spokenParts(inline.end()), ...brokenImage(inline)]);
      const whole = final || texts.whole;
      if (whole === texts.shown) return parts;
      const { text, images } = splitInlineImages(whole);
      const hasShownImages = every().some(({ count }) => count > 0);
      return [...parts, ...(hasShownImages ? [] : images), { type: 'text-final', text }];
    },
    get holds() {
      return texts.shown !== '';
    },
    get characters() {
      return every().reduce((sum, inline) => sum + inline.characters, 0);
    },
  };
}
