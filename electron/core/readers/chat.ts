import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/response-failures.ts';
import {
  asArray,
  asObject,
  asObjects,
  asText,
  isBlank,
  type JsonObject,
  plainText,
  shallowRecord,
} from './intake/json-value.ts';
import { createChatForm } from './parts/chat-form.ts';
import { choiceField, createChoices } from './parts/choices.ts';
import { append, warning } from './parts/compose.ts';
import { finishMeaning, finishParts } from './parts/finish-reasons.ts';
import { brokenImage, createInlineImages, splitInlineImages, textParts } from './parts/inline-images.ts';
import { audioPart, imagePart } from './parts/media.ts';
import {
  type Citations,
  createCitations,
  createResponseId,
  createUsageTotals,
  readUsage,
} from './parts/response-facts.ts';
import { createThinkTags, type TextPiece } from './parts/think-tags.ts';
import { createToolCalls } from './parts/tool-calls.ts';

/** Some servers write these words where they mean that there is no finish reason yet. */
const noReasons: ReadonlySet<string> = new Set(['null', 'None']);

function isChat(document: JsonObject): boolean {
  return asText(document.object)?.startsWith('chat.completion') === true;
}

/** Only a role, only counts or an empty delta: gateways also send these as keep-alives. */
function isIdle({ choices, usage }: JsonObject): boolean {
  if (!Array.isArray(choices) && usage === undefined) return false;
  return asObjects(choices).every(
    ({ delta, message, text, finish_reason }) =>
      !message && !text && !finish_reason && isBlank({ ...asObject(delta), role: null }),
  );
}

/**
 * Reads `/v1/chat/completions`, streamed or not. The response is complete when every choice has a finish reason;
 * `[DONE]` alone proves nothing, because gateways write it no matter how the upstream response ended.
 */
export function openChat(facts: ResponseFacts): Dialect {
  const usage = createUsageTotals(readUsage);
  const citations = createCitations();
  const responseId = createResponseId();
  let failed: Failure | null = null;
  let unstreamed = false;

  const choices = createChoices((index) => createChatChoice(index, citations, !unstreamed));

  function takeChoice(record: JsonObject, position: number): Part[] {
    const choice = choices.of(record, position);
    if (choice === null) return [];
    const delta = asObject(record.delta);
    const message = asObject(record.message);
    const parts: Part[] = [];
    if (delta) append(parts, choice.take(delta));
    if (message && !delta) append(parts, unstreamed ? choice.take(message) : choice.takeFinal(message));
    if (!delta && !message && asText(record.text)) append(parts, choice.take({ content: record.text }));
    usage.note(record.usage);
    if (asObject(record.error)) failed = failureFromBody(record, facts);
    const reason = asText(record.finish_reason);
    if (reason !== null && !noReasons.has(reason)) append(parts, finish(choice, reason));
    return parts;
  }

  function finish(choice: ChatChoice, reason: string): Part[] {
    const parts = choice.finish(reason);
    if (finishMeaning(reason) === 'broken') failed ??= brokenOff(facts, reason);
    return parts;
  }

  function take(document: JsonObject): Part[] | null {
    if (!isChat(document) && document.choices === undefined && document.usage === undefined) return null;
    const parts = responseId.take(document.id, document.model);
    const records = asObjects(document.choices);
    records.forEach((record, position) => {
      append(parts, takeChoice(record, position));
    });
    append(parts, citations.take(document.citations ?? []));
    const noted = usage.note(document.usage) || usage.note(asObject(document.x_groq)?.usage);
    // Usage that comes with every chunk is reported only once the response is complete.
    if (noted && (records.length === 0 || choices.allFinished())) append(parts, usage.report());
    return parts;
  }

  return {
    name: 'a chat completion',
    nothing: 'no text, no reasoning and no tool call',
    event: take,
    isIdle,
    whole(value) {
      const document = asObject(value);
      unstreamed = true;
      return document !== null && (isChat(document) || Array.isArray(document.choices)) ? take(document) : null;
    },
    failure: () => failed,
    end(endMark) {
      const { parts, holds: hasContent, finishReason, characters } = choices.end();
      append(parts, usage.report());
      const holds = hasContent || citations.count() > 0;
      if (!holds && finishReason !== null && finishMeaning(finishReason) === 'blocked')
        failed ??= blocked(facts, 'the reply', [finishReason], null);
      const ended = unstreamed || choices.allFinished();
      if (ended && !failed) append(parts, choices.first()?.form() ?? []);
      if (ended && !endMark && !failed) parts.push(noEndMark);
      return { parts, ended, holds, finishReason, usage: usage.usage(), characters };
    },
  };
}

const noEndMark = warning(
  'no-end-mark',
  'The stream ended without [DONE], but the finish reason says that the reply is complete.',
);

type ChatChoice = ReturnType<typeof createChatChoice>;

/**
 * One choice of a chat completion. `streamed`: it arrives as deltas. Citations are shared by all choices, because
 * gateways also put them next to the choices.
 */
function createChatChoice(index: number, citations: Citations, streamed: boolean) {
  const choiceTag = choiceField(index);
  const think = createThinkTags();
  const inline = createInlineImages();
  const tools = createToolCalls(index);
  const form = createChatForm();
  let finishReason: string | null = null;
  let holds = false;
  let hasMedia = false;
  /** The whole text, where it differs from what was shown. */
  let final: string | null = null;

  function speak(pieces: TextPiece[]): Part[] {
    return pieces.flatMap(({ kind, text }) => {
      holds = true;
      return kind === 'reasoning'
        ? [{ type: 'reasoning-delta', text, ...choiceTag }]
        : textParts(inline.take(text), choiceTag);
    });
  }

  function say(text: string): Part[] {
    return text === '' ? [] : speak(think.take(text));
  }

  function reason(text: string): Part[] {
    return text === '' ? [] : speak([{ kind: 'reasoning', text }]);
  }

  function refuse(text: string | null): Part[] {
    if (text === null) return [];
    holds = true;
    return [{ type: 'refusal-delta', text, ...choiceTag }];
  }

  function show(part: Part | null): Part[] {
    if (part === null) return [];
    holds = true;
    hasMedia = true;
    return [part];
  }

  function takeContentPart(value: unknown): Part[] {
    const part = asObject(value);
    if (part === null) return value === null || Array.isArray(value) ? [] : say(String(value));
    const type = asText(part.type) ?? '';
    if (type === 'thinking' || type === 'reasoning') return reason(plainText(part.thinking ?? part.reasoning ?? part));
    if (type === 'refusal') return refuse(asText(part.refusal));
    const image = type.includes('image') ? imagePart(part) : null;
    if (image) return show(image);
    const audio = type.includes('audio') ? audioPart(part.audio ?? part.input_audio ?? part, streamed) : null;
    if (audio) return show(audio);
    const text = asText(part.text) ?? asText(asObject(part.text)?.value);
    if (text !== null || type.endsWith('text')) return say(text ?? '');
    return show({ type: 'item', kind: type || 'unknown', item: shallowRecord(part) });
  }

  function takeContent(value: unknown): Part[] {
    if (typeof value === 'string') return say(value);
    return (Array.isArray(value) ? value : [value]).flatMap(takeContentPart);
  }

  /** Most deltas have none of these fields, so each is checked before it is read. */
  function takeExtras(message: JsonObject): Part[] {
    const parts: Part[] = [];
    if (message.tool_calls) append(parts, tools.take(message.tool_calls));
    if (message.function_call) append(parts, tools.takeLegacy(message.function_call));
    if (message.annotations) append(parts, citations.take(message.annotations));
    if (parts.length > 0) holds = true;
    if (message.audio) append(parts, show(audioPart(message.audio, streamed)));
    for (const image of asArray(message.images)) append(parts, show(imagePart(image)));
    return parts;
  }

  function read(message: JsonObject): Part[] {
    const parts = reason(reasoningOf(message));
    if (message.content != null) append(parts, takeContent(message.content));
    append(parts, refuse(asText(message.refusal)));
    append(parts, takeExtras(message));
    return parts;
  }

  return {
    /** Takes a delta, or the message of an unstreamed response. */
    take(message: JsonObject): Part[] {
      if (streamed) form.take(message, think.taken);
      else form.takeWhole(message);
      return read(message);
    },
    /** Takes a whole message at the end of a stream: only what the deltas did not contain is read. */
    takeFinal(message: JsonObject): Part[] {
      form.takeWhole(message);
      if (!holds) return read(message);
      tools.repeat(message.tool_calls);
      const { tool_calls, function_call, annotations, audio, images } = message;
      const whole = plainText(message.content);
      const content = think.taken();
      const parts = whole.startsWith(content) ? say(whole.slice(content.length)) : [];
      if (parts.length === 0 && whole !== '' && whole !== content) final = whole;
      append(parts, takeExtras({ annotations, ...(hasMedia ? {} : { audio, images }) }));
      if (tools.count() === 0) append(parts, takeExtras({ tool_calls, function_call }));
      return parts;
    },
    finish(wire: string): Part[] {
      if (finishReason === wire) return [];
      finishReason = wire;
      return finishParts(wire, index, 'chat');
    },
    end(): Part[] {
      const parts = [...speak(think.end()), ...textParts(inline.end(), choiceTag), ...brokenImage(inline)];
      const reply = final ?? think.reply();
      if (reply !== null && reply !== think.shown()) {
        const { text, images } = splitInlineImages(reply);
        if (inline.count() === 0) append(parts, images);
        parts.push({ type: 'text-final', text, ...choiceTag });
      }
      const cut = finishReason === null ? streamed : finishMeaning(finishReason) === 'limit';
      return [...parts, ...tools.end(cut)];
    },
    /** Returns what belongs to the whole reply besides its text and its calls. Call after `end`. */
    form(): Part[] {
      const calls = tools.entries();
      const reply = final ?? think.reply() ?? think.shown();
      // Reasoning inside the text goes back with calls. An image inside it would be megabytes of text.
      const content = inline.count() > 0 ? splitInlineImages(reply).text : think.taken();
      return form.end(content, calls, tools.hasExtras() || (calls.length > 0 && content !== reply));
    },
    finishReason: () => finishReason,
    holds: () => holds,
    characters: inline.characters,
  };
}

/** Returns the reasoning of a message or delta, under any field name; the same text under two names is taken once. */
function reasoningOf(message: JsonObject): string {
  const fields = [message.reasoning_content, message.reasoning, message.reasoning_summary, message.thinking];
  const texts = fields.map(plainText).filter((text, index, all) => text !== '' && all.indexOf(text) === index);
  return texts.length > 0 ? texts.join('') : asObjects(message.reasoning_details).map(plainText).join('');
}
