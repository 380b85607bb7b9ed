import type { Part } from '#shared/protocol/part.ts';
import {
  asNumber,
  asObject,
  asObjects,
  asText,
  type JsonObject,
  scalarText,
  shallowRecord,
} from '../intake/json-value.ts';
import { append } from './compose.ts';
import { createLogprobs } from './logprobs.ts';
import { audioPart, imagePart } from './media.ts';
import type { TagPair } from './reasoning-notations.ts';
import { createResponsesForm } from './reply-forms.ts';
import { createReplyTexts, createTextSlots } from './reply-text.ts';
import { type CallPlace, createResponseCalls, isCallItem } from './response-calls.ts';
import { createEventTable } from './response-events.ts';
import { createCitations } from './sources.ts';
import { createTextValues, textOf } from './text-values.ts';
import { argumentsText } from './tool-call.ts';

/** Collects the content of a responses stream, from its deltas, its items and its last document. */
export function createResponseOutput(tags: readonly TagPair[]) {
  const refusals = createTextSlots('refusal-delta', '');
  const thoughts = createTextSlots('reasoning-delta', '\n\n');
  const calls = createResponseCalls();
  const texts = createReplyTexts(tags, (call) => calls.done({ itemId: null, at: `text ${calls.count()}` }, call));
  const citations = createCitations();
  const values = createTextValues();
  const logprobs = createLogprobs(0);
  const form = createResponsesForm();
  /** Items already reported, and the position of each item: some events name the id, some the position. */
  const reportedItems = new Set<string>();
  const placeOfId = new Map<string, string>();
  /** Keys of the texts whose log probabilities have arrived. */
  const rated = new Set<string>();
  let lastText = '';
  let shown = 0;

  /** Returns the position of an event's item: the output index, or the id where a gateway omits the index. */
  function place(event: JsonObject): string {
    const index = asNumber(event.output_index);
    const id = itemIdOf(event);
    if (index === null) return id === null ? '0' : (placeOfId.get(id) ?? id);
    if (id !== null) placeOfId.set(id, String(index));
    return String(index);
  }

  const callPlace = (event: JsonObject): CallPlace => ({ itemId: itemIdOf(event), at: place(event) });
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

  /** Reads the text of a value and hands it to its slot; what cannot become text is kept. */
  function speak(value: unknown, what: string, say: (text: string) => Part[]): Part[] {
    const { text, odd } = values.read(value, what);
    shown += odd.length;
    return [...say(text), ...odd];
  }

  /** Notes log probabilities: with the deltas of a text or, where there were none, with the whole. */
  function rate(key: string, value: unknown, isWhole: boolean): void {
    if (value === undefined || value === null || (isWhole && rated.has(key))) return;
    rated.add(key);
    logprobs.take(value);
  }

  function takeContent(value: unknown, key: string): Part[] {
    const content = asObject(value);
    if (content === null) return speak(value, 'output.content', (text) => texts.done(key, text));
    const sources = citations.takeFrom(content);
    if (content.type === 'refusal')
      return [...speak(content.refusal ?? content.text, 'refusal', (text) => refusals.done(key, text)), ...sources];
    if (content.type === 'output_audio' || content.type === 'audio') return show(audioPart(content, false));
    if (content.type === 'output_image') return show(imagePart(content));
    if (isCallItem(content)) return takeCall(content, `${key} call`);
    if (/^(?:reasoning|thinking|summary)/.test(asText(content.type) ?? ''))
      return speak({ ...content, type: null }, 'output.content', (text) => thoughts.done(key, text));
    const spoken = speak(content, 'output.content', (text) => texts.done(key, text));
    rate(key, content.logprobs, true);
    return [...spoken, ...sources];
  }

  function takeMessage(item: JsonObject, at: string): Part[] {
    const { content } = item;
    const entries = Array.isArray(content) ? content : [content ?? item.text];
    // Gateways that convert a chat completion also leave its calls in the message.
    const inner = asObjects(item.tool_calls).map((call) => ({ type: 'tool_call', ...call }));
    return [
      ...entries.flatMap((entry, index) => takeContent(entry, `${at}/${index}`)),
      ...inner.flatMap((call, index) => takeCall(call, `${at}/call ${index}`)),
    ];
  }

  function takeReasoning(item: JsonObject, at: string): Part[] {
    const take = (entries: unknown, key: string) =>
      [entries ?? []]
        .flat()
        .flatMap((entry, index) => speak(entry, 'reasoning', (text) => thoughts.done(`${key}/${index}`, text)));
    const own = item.content ?? item.text ?? item.reasoning ?? item.thinking;
    return [...take(item.summary, at), ...take(own, `${at}/content`)];
  }

  function takeOther(item: JsonObject, at: string): Part[] {
    const id = asText(item.id);
    if (reportedItems.has(id ?? at)) return [];
    reportedItems.add(id ?? at);
    const image = item.type === 'image_generation_call' ? imagePart(item.result) : null;
    if (image) return show(image);
    const action = asObject(item.action);
    return [...show(itemPart(item)), ...citations.takeFrom(item), ...(action ? citations.takeFrom(action) : [])];
  }

  const takeCall = (item: JsonObject, at: string) => calls.done({ itemId: asText(item.id), at }, item);

  function takeItem(item: JsonObject, at: string, call = takeCall): Part[] {
    if (isMessage(item)) return takeMessage(item, at);
    if (item.type === 'reasoning') return takeReasoning(item, at);
    return isCallItem(item) ? call(item, at) : takeOther(item, at);
  }

  const thought = (event: JsonObject) =>
    speak(pieceOf(event), 'reasoning.delta', (text) => thoughts.delta(thoughtKey(event), text));
  const wholeThought = (event: JsonObject) =>
    speak(wholeOf(event), 'reasoning', (text) => thoughts.done(thoughtKey(event), text));
  const callInput = (event: JsonObject) =>
    calls.delta(callPlace(event), argumentsText(event.delta ?? event.arguments ?? event.input ?? event.text));
  const wholeCallInput = (event: JsonObject) => calls.argumentsDone(callPlace(event), event);

  function text(event: JsonObject): Part[] {
    const key = contentKey(event);
    rate(key, event.logprobs, false);
    return speak(pieceOf(event), 'output_text.delta', (piece) => texts.delta(key, piece));
  }

  function wholeText(event: JsonObject): Part[] {
    const key = contentKey(event);
    rate(key, event.logprobs, true);
    return speak(wholeOf(event), 'output_text', (whole) => texts.done(key, whole));
  }

  const refusal = (event: JsonObject) =>
    speak(pieceOf(event), 'refusal.delta', (piece) => refusals.delta(contentKey(event), piece));
  const wholeRefusal = (event: JsonObject) =>
    speak(event.refusal ?? wholeOf(event), 'refusal', (whole) => refusals.done(contentKey(event), whole));

  /** Events that carry content; every other event of a response only reports progress. */
  const read = createEventTable([
    ['response.output_text.delta', text],
    ['response.output_text.done', wholeText],
    ['response.output_text.annotation.added', (event) => citations.take(event.annotation)],
    ['response.refusal.delta', refusal],
    ['response.refusal.done', wholeRefusal],
    ['response.reasoning_text.delta', thought],
    ['response.reasoning_text.done', wholeThought],
    ['response.reasoning_summary_text.delta', thought],
    ['response.reasoning_summary_text.done', wholeThought],
    ['response.reasoning_summary_part.done', (event) => wholeThought({ ...event, text: event.part })],
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
    const at = callPlace(event);
    return item !== null && isCallItem(item) ? calls.begin(at, item) : [];
  }

  function itemDone(event: JsonObject): Part[] {
    const item = asObject(event.item);
    if (item === null) return [];
    form.done(item, asNumber(event.output_index));
    return takeItem(item, place(event), (call) => calls.done(callPlace(event), call));
  }

  function contentDone(event: JsonObject): Part[] {
    const content = asObject(event.part);
    if (/^(?:reasoning|summary)_text$/.test(asText(content?.type) ?? ''))
      return wholeThought({ ...event, text: content?.text });
    const isText = content?.type === 'output_text' || content?.type === 'refusal';
    return isText ? takeContent(content, contentKey(event)) : [];
  }

  const holds = () =>
    shown > 0 || calls.count() > 0 || texts.holds() || refusals.shown() !== '' || thoughts.shown() !== '';

  return {
    /** Reads one event. `null`: its type is none of a response. */
    event: read,
    /** Reads the last document: its `output` takes precedence over the deltas, unless it is empty. */
    last(response: JsonObject): Part[] {
      const output = itemsIn(response.output);
      form.last(output, response.store);
      lastText = output.map((item) => (isMessage(item) ? messageText(item) : '')).join('');
      const call = calls.last();
      const hadText = texts.holds();
      const hadThoughts = thoughts.shown() !== '';
      const parts = output.flatMap((item, index) => {
        const isRepeated = item.type === 'reasoning' ? hadThoughts : isMessage(item) && hadText;
        return isRepeated ? [] : takeItem(item, String(index), call);
      });
      if (!holds())
        append(
          parts,
          speak(response.output_text, 'output_text', (whole) => texts.done('0/0', whole)),
        );
      append(parts, citations.takeFrom(response));
      return parts;
    },
    /** Call once. `cut`: the response is known to be incomplete. */
    end: (cut: boolean): Part[] => [...texts.end(lastText), ...logprobs.end(), ...calls.end(cut)],
    /** Returns the items as the next request contains them, where text and calls are not all that belongs to them. */
    form: form.end,
    holds,
    characters: texts.characters,
  };
}

/** Some gateways write the content of the message as an item. */
const isMessage = (item: JsonObject) =>
  /^(?:message|output_text|text)$/.test(asText(item.type) ?? '') ||
  (item.type === undefined && (item.content !== undefined || item.text !== undefined));

const itemIdOf = (event: JsonObject) => scalarText(event.item_id) ?? scalarText(asObject(event.item)?.id);

/** The text of a delta, and of an event with a whole text, under the names that services use. */
const pieceOf = (event: JsonObject) => event.delta ?? event.text ?? event.content;
const wholeOf = (event: JsonObject) => event.text ?? event.content ?? event.delta;

/** Returns the items of an output: some gateways write a text, a single item, or texts among the items. */
function itemsIn(output: unknown): JsonObject[] {
  const entries = output === undefined || output === null ? [] : [output].flat();
  return entries.map((entry) => asObject(entry) ?? { type: 'message', content: entry });
}

const messageText = ({ content, text }: JsonObject) =>
  [content ?? text]
    .flat()
    .map((entry) => (isOwnText(asObject(entry)) ? textOf(entry) : ''))
    .join('');

const isOwnText = (content: JsonObject | null) =>
  content === null || !/^(?:refusal|reasoning|thinking|summary)/.test(asText(content.type) ?? '');

export const itemPart = (item: JsonObject): Part => ({
  type: 'item',
  kind: asText(item.type) ?? 'unknown',
  item: shallowRecord(item),
});
