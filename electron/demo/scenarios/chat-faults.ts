import { asList, asRecord, asText, isRecord, type JsonRecord } from '../json-value.ts';
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

export const chat = dialectFault('chat');

export const thinks: Fault['speaks'] = { voice: 'reasoner' };

/** Renames the reasoning, or repeats it under a second name. */
export const renameReasoning = (message: JsonRecord, keepsBoth: boolean): JsonRecord => {
  if (message.reasoning_content === undefined) return message;
  const { reasoning_content: reasoning, ...rest } = message;
  return keepsBoth ? { ...message, reasoning } : { ...rest, reasoning };
};

/**
 * Moves the reasoning into the content between tags, as a gateway can be configured to do. `pieces` says how the tags
 * are split across chunks; without the opening tag, it looks as if the model had been prompted to think.
 */
export const tagged =
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

export const finish =
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
  usage-absent | chat | contents | No usage | 没有用量
  content-parts | chat | contents | Content as a list of parts | 正文为分段列表
  finish-odd | chat | contents | Unknown finish reason | 未知的结束原因
  finish-fabricated | chat | contents | Fabricated finish | 伪造的结束
  chunks-duplicated | chat | contents | Duplicate chunks | 重复的数据块
  reasoning-field | chat | contents | Reasoning in another field | 推理在其他字段
  think-tags | chat | contents | Reasoning in think tags | 推理在 think 标签中
  think-unopened | chat | contents | Closing think tag only | 只有 think 结束标签
`,
  {
    'usage-absent': chat((reply) =>
      mapDocuments(
        withSteps(reply, (steps) => without(steps, 'usage')),
        (document, mark) => (mark === 'whole' ? { ...asRecord(document), usage: undefined } : document),
      ),
    ),
    'content-parts': chat((reply) =>
      mapContent(reply, (message) =>
        asText(message.content) ? { ...message, content: [{ type: 'text', text: message.content }] } : message,
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
    'think-tags': chat(tagged(['<think>\n'], ['\n</think>\n', '\n']), thinks),
    'think-unopened': chat(tagged([], ['\n</think>\n\n']), thinks),
  },
);
