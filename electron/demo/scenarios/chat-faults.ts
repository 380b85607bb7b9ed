import { asList, asNumber, asRecord, asText, isRecord, type JsonRecord } from '../json-value.ts';
import type { Reply, Step } from '../responses/reply.ts';
import { mapDocuments, mapSteps, type Send, without, withSteps } from '../responses/steps.ts';
import { dialectFault, type Fault, faultsOf } from './fault.ts';

/** Changes every choice of a chat document, whole or chunk; documents of other kinds are unchanged. */
function changeChoices(document: unknown, change: (choice: JsonRecord) => JsonRecord): unknown {
  if (!isRecord(document) || !Array.isArray(document.choices)) return document;
  return { ...document, choices: document.choices.map((choice) => change(asRecord(choice))) };
}

/** Changes the content of a choice: its `delta` in a chunk, its `message` in a whole response. */
export function changeContent(document: unknown, change: (message: JsonRecord) => JsonRecord): unknown {
  return changeChoices(document, (choice) =>
    isRecord(choice.delta)
      ? { ...choice, delta: change(choice.delta) }
      : { ...choice, message: change(asRecord(choice.message)) },
  );
}

/** Changes every choice of every document of a chat reply. */
export const mapChoices = (reply: Reply, change: (choice: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => changeChoices(document, change));

/** Changes the content of every choice in a chat reply. */
export const mapContent = (reply: Reply, change: (message: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => changeContent(document, change));

/** Returns the content of the first choice of a document. */
export function contentIn(document: unknown): JsonRecord {
  const choice = asRecord(asList(asRecord(document).choices)[0]);
  return asRecord(choice.delta ?? choice.message);
}

const chat = dialectFault('chat');

const thinks: Fault['speaks'] = { voice: 'reasoner' };

/** Sends usage that grows with every chunk. It is known only at the end, so the steps are generated up front here. */
function usageEverywhere(steps: Iterable<Step>): Step[] {
  const all = [...steps];
  const last = all.find((step): step is Send => step.do === 'send' && step.mark === 'usage');
  if (!last) return all;
  const usage = asRecord(asRecord(last.document).usage);
  const prompt = asNumber(usage.prompt_tokens) ?? 0;
  let completion = 0;
  return all.map((step) => {
    if (step.do !== 'send' || typeof step.document === 'string' || step === last) return step;
    completion += step.tokens ?? 0;
    const running = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
    return { ...step, document: { ...asRecord(step.document), usage: running } };
  });
}

/** Moves the usage to the chunk with the finish, which waits for it. */
function* usageOnFinish(steps: Iterable<Step>): Generator<Step> {
  let finish: Send | null = null;
  for (const step of steps) {
    if (step.do === 'send' && step.mark === 'usage' && finish) {
      yield { ...finish, document: { ...asRecord(finish.document), usage: asRecord(step.document).usage } };
      finish = null;
      continue;
    }
    if (finish) yield finish;
    finish = null;
    if (step.do === 'send' && step.mark === 'finish') finish = step;
    else yield step;
  }
  if (finish) yield finish;
}

/** Sends a chunk without choices before everything else, as one cloud vendor sends its filter results. */
function* preamble(steps: Iterable<Step>): Generator<Step> {
  let isFirst = true;
  for (const step of steps) {
    if (isFirst && step.do === 'send' && step.mark === 'open') {
      const filters = [{ prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } }];
      yield { ...step, document: { ...asRecord(step.document), choices: [], prompt_filter_results: filters } };
    }
    isFirst = false;
    yield step;
  }
}

const withoutChoices = (document: unknown): unknown => {
  const { choices: _, ...rest } = asRecord(document);
  return rest;
};

/** Renames the reasoning, or repeats it under a second name. */
const renameReasoning = (message: JsonRecord, keepsBoth: boolean): JsonRecord => {
  if (message.reasoning_content === undefined) return message;
  const { reasoning_content: reasoning, ...rest } = message;
  return keepsBoth ? { ...message, reasoning } : { ...rest, reasoning };
};

/**
 * Moves the reasoning into the content between tags, as a gateway can be configured to do. `pieces` says how the tags
 * are split across chunks; without the opening tag, it looks as if the model had been prompted to think.
 */
const tagged =
  (opening: string[], closing: string[]) =>
  (reply: Reply): Reply => {
    if (reply.form === 'json') {
      return mapContent(reply, ({ reasoning_content: reasoning, ...message }) => ({
        ...message,
        content: `${opening.join('')}${asText(reasoning)}${closing.join('')}${asText(message.content)}`,
      }));
    }
    let isThinking = false;
    const say = (step: Send, content: string): Step => ({
      ...step,
      mark: 'text',
      document: changeContent(step.document, () => ({ content })),
    });
    return withSteps(reply, (steps) =>
      mapSteps(steps, (step) => {
        if (step.do !== 'send') return [step];
        if (step.mark === 'reasoning') {
          const first = isThinking ? [] : opening.map((tag) => say(step, tag));
          isThinking = true;
          return [...first, say(step, asText(contentIn(step.document).reasoning_content))];
        }
        if (!isThinking) return [step];
        isThinking = false;
        return [...closing.map((tag) => say(step, tag)), step];
      }),
    );
  };

const finish =
  (reason: string) =>
  (choice: JsonRecord): JsonRecord =>
    choice.finish_reason === null ? choice : { ...choice, finish_reason: reason };

/** Returns a fabricated finish: no text, a made-up reason and zero usage. */
const fabricated = (reply: Reply): Reply => {
  const nothing = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const empty = mapChoices(reply, (choice) => ({
    ...choice,
    ...(choice.message ? { message: { role: 'assistant', content: '' } } : {}),
  }));
  return mapDocuments(
    mapChoices(
      withSteps(empty, (steps) => without(steps, 'text', 'reasoning', 'tool')),
      finish('other'),
    ),
    (document, mark) => (mark === 'usage' || mark === 'whole' ? { ...asRecord(document), usage: nothing } : document),
  );
};

/** Chat responses that are right in substance and unusual in shape. */
export const chatFaults = faultsOf(
  `
  usage-everywhere | chat | Usage in every chunk | Every chunk contains the usage so far.
  usage-on-finish | chat | Usage with the finish reason | The usage arrives in the same chunk as the finish reason.
  usage-absent | chat | No usage | The response contains no token counts.
  empty-choices | chat | Empty choices first | Before the first token, a chunk with an empty choices list arrives.
  no-choices-chunk | chat | Chunk without choices | The usage chunk has no choices list.
  content-parts | chat | Content as a list of parts | The text arrives as a list of parts instead of a string.
  null-content | chat | Role and null everywhere | Every chunk repeats the role, and fields without a value are null.
  odd-envelope | chat | Unexpected envelope | The ID is empty and the creation time is a fraction.
  finish-odd | chat | Unknown finish reason | The finish reason is a value of another vendor.
  finish-fabricated | chat | Fabricated finish | The upstream fails immediately, and the gateway invents an ending without text or tokens.
  chunks-duplicated | chat | Duplicate chunks | Every chunk of text arrives twice.
  reasoning-field | chat | Reasoning in another field | The reasoning arrives in the field reasoning.
  reasoning-both | chat | Reasoning in both fields | The reasoning arrives in both common fields.
  think-tags | chat | Reasoning in think tags | The reasoning is part of the text, between think tags.
  think-split | chat | Split think tags | Each think tag is split across two chunks.
  think-unopened | chat | Think tag never opened | The reasoning is part of the text, and only its end is tagged.
`,
  {
    'usage-everywhere': chat((reply) => withSteps(reply, usageEverywhere)),
    'usage-on-finish': chat((reply) => withSteps(reply, usageOnFinish)),
    'usage-absent': chat((reply) =>
      mapDocuments(
        withSteps(reply, (steps) => without(steps, 'usage')),
        (document, mark) => (mark === 'whole' ? { ...asRecord(document), usage: undefined } : document),
      ),
    ),
    'empty-choices': chat((reply) => withSteps(reply, preamble)),
    'no-choices-chunk': chat((reply) => mapDocuments(reply, withoutChoices, 'usage')),
    'content-parts': chat((reply) =>
      mapContent(reply, (message) =>
        asText(message.content) ? { ...message, content: [{ type: 'text', text: message.content }] } : message,
      ),
    ),
    'null-content': chat((reply) =>
      mapContent(reply, (message) => ({
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: null,
        function_call: null,
        ...message,
      })),
    ),
    'odd-envelope': chat((reply) =>
      mapDocuments(reply, (document) =>
        typeof document === 'string' ? document : { ...asRecord(document), id: '', created: 1_785_500_000.25 },
      ),
    ),
    'finish-odd': chat((reply) => mapChoices(reply, finish('end_turn'))),
    'finish-fabricated': chat(fabricated),
    'chunks-duplicated': chat((reply) =>
      withSteps(reply, (steps) =>
        mapSteps(steps, (step) => (step.do === 'send' && step.mark === 'text' ? [step, step] : [step])),
      ),
    ),
    'reasoning-field': chat((reply) => mapContent(reply, (message) => renameReasoning(message, false)), thinks),
    'reasoning-both': chat((reply) => mapContent(reply, (message) => renameReasoning(message, true)), thinks),
    'think-tags': chat(tagged(['<think>\n'], ['\n</think>\n', '\n']), thinks),
    'think-split': chat(tagged(['<thi', 'nk>\n'], ['\n</th', 'ink>\n\n']), thinks),
    'think-unopened': chat(tagged([], ['\n</think>\n\n']), thinks),
  },
);
