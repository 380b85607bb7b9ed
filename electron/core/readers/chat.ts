import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import type { Dialect } from './dialect.ts';
import { blocked, brokenOff, type ResponseFacts } from './failures/answers.ts';
import { asNumber, asObject, asObjects, asText, isBlank, type JsonObject } from './intake/json-value.ts';
import { createResponseId } from './parts/answer-id.ts';
import { append } from './parts/append.ts';
import { type ChatChoice, createChatChoice } from './parts/chat-choice.ts';
import { createCitations } from './parts/citations.ts';
import { finishMeaning } from './parts/finish-reasons.ts';
import { createUsageTotals, readUsage } from './parts/usage.ts';

/** Choices beyond this many are not followed; the interface allows 128. */
const maxChoices = 1024;
/** Some servers write these where they mean that there is no reason yet. */
const noReasons: ReadonlySet<string> = new Set(['null', 'None']);

function isChat(document: JsonObject): boolean {
  return asText(document.object)?.startsWith('chat.completion') === true;
}

/** Only a role, only counts, or a delta of nothing: gateways also send these to keep a connection alive. */
function isIdle({ choices, usage }: JsonObject): boolean {
  if (!Array.isArray(choices) && usage === undefined) return false;
  return asObjects(choices).every(
    ({ delta, message, text, finish_reason }) =>
      !message && !text && !finish_reason && isBlank({ ...asObject(delta), role: null }),
  );
}

/**
 * Reads `/v1/chat/completions`, streamed or not. An answer is whole when every choice gave its finish reason; `[DONE]`
 * alone proves nothing, because gateways write it after every end of the service behind them.
 */
export function openChat(facts: ResponseFacts): Dialect {
  const choices = new Map<number, ChatChoice>();
  const usage = createUsageTotals(readUsage);
  const citations = createCitations();
  const answerId = createResponseId();
  let failed: Failure | null = null;
  let unstreamed = false;

  function choiceAt(index: number): ChatChoice {
    let choice = choices.get(index);
    if (!choice) {
      choice = createChatChoice(index, citations, !unstreamed);
      choices.set(index, choice);
    }
    return choice;
  }

  function takeChoice(record: JsonObject, position: number): Part[] {
    const index = asNumber(record.index) ?? position;
    if (index < 0 || index >= maxChoices || !Number.isInteger(index)) return [];
    const choice = choiceAt(index);
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
    const parts = answerId.take(document.id, document.model);
    const records = asObjects(document.choices);
    records.forEach((record, position) => {
      append(parts, takeChoice(record, position));
    });
    append(parts, citations.take(document.citations ?? []));
    const noted = usage.note(document.usage) || usage.note(asObject(document.x_groq)?.usage);
    // Counts that come with every chunk are only told once the answer is over.
    if (noted && (records.length === 0 || allFinished())) append(parts, usage.report());
    return parts;
  }

  const allFinished = () => choices.size > 0 && [...choices.values()].every((choice) => choice.finishReason !== null);

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
    finished: false,
    get failure() {
      return failed;
    },
    end(endMark) {
      const all = [...choices.values()];
      const finishReason = all[0]?.finishReason ?? null;
      const parts = [...all.flatMap((choice) => choice.end()), ...usage.report()];
      const holds = all.some((choice) => choice.holds) || citations.count > 0;
      if (!holds && finishReason !== null && finishMeaning(finishReason) === 'blocked')
        failed ??= blocked(facts, 'the answer', [finishReason], null);
      const ended = unstreamed || allFinished();
      if (ended && !endMark && !failed) {
        const message = 'The stream ended without [DONE]. The finish reason says that the answer is whole.';
        parts.push({ type: 'warning', code: 'no-end-mark', message });
      }
      const characters = all.reduce((sum, choice) => sum + choice.characters, 0);
      return { parts, ended, holds, finishReason, usage: usage.usage, characters };
    },
  };
}
