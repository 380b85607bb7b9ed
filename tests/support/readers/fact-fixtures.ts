import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';

const whole = { head: { streamAsked: false } };
const counts = { prompt_tokens: 4, completion_tokens: 2 };

const ends = (name: string, last: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'chat',
  body: `${chunk({ content: 'Hey' })}${last}${done}`,
  tells: ['text Hey', ...tells],
  verdict: 'complete',
  ...rest,
});

/** Usage of a chat stream under the names and in the places of many services. */
const usages: [name: string, last: unknown, read: string][] = [
  ['cached tokens beside the counts', { usage: { ...counts, total_tokens: 6, cached_tokens: 3 } }, '4/2/6 rnull c3'],
  [
    'as decimals in text, in a list',
    { usage: [{ prompt_tokens: '4.0', completion_tokens: 2 }] },
    '4/2/null rnull cnull',
  ],
  [
    'in camel case, as text',
    { usage: { promptTokens: '4', completionTokens: '2', totalTokens: '6' } },
    '4/2/6 rnull cnull',
  ],
  [
    'of the native surface',
    { usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, thoughtsTokenCount: 1 } },
    '4/2/null r1 cnull',
  ],
  [
    'of Bedrock',
    { 'amazon-bedrock-invocationMetrics': { inputTokenCount: 4, outputTokenCount: 2 } },
    '4/2/null rnull cnull',
  ],
  ['of llama.cpp', { timings: { prompt_n: 3, cache_n: 1, predicted_n: 2, predicted_ms: 9 } }, '4/2/null rnull c1'],
  ['of Ollama', { prompt_eval_count: 4, eval_count: 2 }, '4/2/null rnull cnull'],
  ['of Anthropic', { usage: { input_tokens: 4, output_tokens: 2, cache_read_input_tokens: 9 } }, '4/2/null rnull c9'],
  [
    'of DeepSeek',
    { usage: { ...counts, prompt_cache_hit_tokens: 3, prompt_cache_miss_tokens: 1 } },
    '4/2/null rnull c3',
  ],
  [
    'of Cohere',
    { usage: { billed_units: { input_tokens: 3, output_tokens: 2 }, tokens: { input_tokens: 4, output_tokens: 2 } } },
    '4/2/null rnull cnull',
  ],
  ['of Cohere, beside it', { meta: { tokens: { input_tokens: 4, output_tokens: 2 } } }, '4/2/null rnull cnull'],
  [
    'details in camel case',
    { usage: { ...counts, promptTokensDetails: { cachedTokens: 3 }, completionTokensDetails: { reasoningTokens: 1 } } },
    '4/2/null r1 c3',
  ],
];

const urls = ['citation https://s/1 One', 'citation https://s/2 null'];
const records = [{ title: 'One', url: 'https://s/1' }, { link: 'https://s/2' }];

/** Sources beside the choices, or in the message. */
const sources: [name: string, place: Record<string, unknown>][] = [
  ['texts and records', { citations: ['https://s/2'], search_results: [records[0]] }],
  ['records under other names', { web_search: records }],
  ['references', { references: records }],
  ['sources', { sources: records }],
  ['documents that wrap them', { documents: records.map((document) => ({ document })) }],
  ['a record with results', { search_info: { search_results: records } }],
  ['context', { context: { citations: records } }],
  ['flat annotations', { annotations: records.map((record) => ({ type: 'url_citation', ...record })) }],
  [
    'grounding',
    {
      groundingMetadata: {
        groundingChunks: [{ web: { uri: 'https://s/1', title: 'One' } }, { retrievedContext: { uri: 'https://s/2' } }],
      },
    },
  ],
];

const reasons: [reason: string, warnings: string[], verdict: AnswerFixture['verdict'], code?: string][] = [
  ['MAX_TOKENS', ['warning cut-short', 'warning finish-odd'], 'complete'],
  ['model_length', ['warning cut-short', 'warning finish-odd'], 'complete'],
  ['ERROR_LIMIT', ['warning cut-short', 'warning finish-odd'], 'complete'],
  ['model_context_window_exceeded', ['warning cut-short', 'warning finish-odd'], 'complete'],
  ['maxTokens', ['warning cut-short', 'warning finish-odd'], 'complete'],
  ['content_filtered', ['warning filtered', 'warning finish-odd'], 'complete'],
  ['GUARDRAIL_INTERVENED', ['warning filtered', 'warning finish-odd'], 'complete'],
  ['ERROR_TOXIC', ['warning filtered', 'warning finish-odd'], 'complete'],
  ['SPII', ['warning filtered', 'warning finish-odd'], 'complete'],
  ['refusal', ['warning filtered', 'warning finish-odd'], 'complete'],
  ['sensitive', ['warning filtered', 'warning finish-odd'], 'complete'],
  ['ERROR', ['warning finish-odd'], 'failed', 'upstream'],
  ['network-error', ['warning finish-odd'], 'failed', 'upstream'],
  ['COMPLETE', ['warning finish-odd'], 'complete'],
  ['STOP', ['warning finish-odd'], 'complete'],
  ['tool_use', ['warning finish-odd'], 'complete'],
  ['eos', ['warning finish-odd'], 'complete'],
];

/** Usage, sources, finish reasons, ids and log probabilities, wherever services put them and whatever they call them. */
export const factFixtures: AnswerFixture[] = [
  ...usages.map(([name, last, read]) =>
    ends(`usage: ${name}`, `${stop}${sse({ choices: [], ...(last as object) })}`, ['finish stop', `usage ${read}`]),
  ),
  ends('usage: of a choice, of a message, of a delta', `${chunk({}, { finish_reason: 'stop', usage: counts })}`, [
    'finish stop',
    'usage 4/2/null rnull cnull',
  ]),
  ends(
    'usage: times beside counts do not replace them',
    `${chunk({}, { finish_reason: 'stop' })}${sse({ choices: [], usage: counts })}${sse({ choices: [], timings: { prompt_n: 1, predicted_n: 1 } })}`,
    ['finish stop', 'usage 4/2/null rnull cnull'],
  ),
  ...sources.flatMap(([name, place]) => [
    ends(`sources: ${name}, beside the choices`, `${stop}${sse({ choices: [], ...place })}`, ['finish stop', ...urls]),
    ends(`sources: ${name}, in a delta`, `${chunk(place)}${stop}`, [...urls, 'finish stop']),
  ]),
  ends(
    'sources: a stored file is kept as it is',
    `${chunk({ annotations: [{ type: 'file_citation', file_id: 'f1', filename: 'a.pdf' }] })}${stop}`,
    ['item file_citation', 'finish stop'],
  ),
  {
    name: 'sources: read pages of the native surface',
    kind: 'native',
    ...whole,
    body: JSON.stringify({
      candidates: [
        {
          content: { parts: [{ text: 'Hey' }] },
          finishReason: 'STOP',
          urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://s/2', urlRetrievalStatus: 'OK' }] },
        },
      ],
    }),
    tells: ['text Hey', 'citation https://s/2 null', 'finish STOP'],
    verdict: 'complete',
  },
  ...reasons.map(
    ([reason, warnings, verdict, code]): AnswerFixture => ({
      ...ends(`finish reason ${reason}`, chunk({}, { finish_reason: reason }), [`finish ${reason}`, ...warnings]),
      verdict,
      ...(code === undefined ? {} : { code }),
    }),
  ),
  ...(
    [
      ['in the delta', chunk({ finish_reason: 'stop' })],
      ['in the delta, under another name', chunk({ stop_reason: 'stop' })],
      ['in camel case', chunk({}, { finishReason: 'stop' })],
      ['beside the choices', sse({ choices: [], finish_reason: 'stop' })],
      ['as a record', chunk({}, { finish_reason: { type: 'stop' } })],
      ['beside a stop sequence', chunk({}, { finish_reason: 'stop', stop_reason: '###' })],
    ] as const
  ).map(([name, last]) => ends(`finish reason ${name}`, last, ['finish stop'])),
  {
    name: 'ids that are numbers',
    kind: 'chat',
    ...whole,
    body: JSON.stringify({ id: 71, model: 'm', choices: [{ message: { content: 'Hey' }, finish_reason: 'stop' }] }),
    tells: ['id 71 m', 'text Hey', 'finish stop'],
    verdict: 'complete',
  },
];
