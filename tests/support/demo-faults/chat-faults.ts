import { asNumber, asRecord } from '#demo/json-value.ts';
import type { Step } from '#demo/responses/reply.ts';
import { mapDocuments, type Send, withSteps } from '#demo/responses/steps.ts';
import { chat, mapContent, renameReasoning, tagged, thinks } from '#demo/scenarios/chat-faults.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';

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

/** Chat responses that are right in substance and unusual in shape. */
export const chatFaults = faultsOf(
  `
  usage-everywhere | chat
  usage-on-finish | chat
  empty-choices | chat
  no-choices-chunk | chat
  null-content | chat
  odd-envelope | chat
  reasoning-both | chat
  think-split | chat
`,
  {
    'usage-everywhere': chat((reply) => withSteps(reply, usageEverywhere)),
    'usage-on-finish': chat((reply) => withSteps(reply, usageOnFinish)),
    'empty-choices': chat((reply) => withSteps(reply, preamble)),
    'no-choices-chunk': chat((reply) => mapDocuments(reply, withoutChoices, 'usage')),
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
    'reasoning-both': chat((reply) => mapContent(reply, (message) => renameReasoning(message, true)), thinks),
    'think-split': chat(tagged(['<thi', 'nk>\n'], ['\n</th', 'ink>\n\n']), thinks),
  },
);
