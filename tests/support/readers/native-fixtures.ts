import { type AnswerFixture, sse } from './read-answer.ts';

const candidate = (parts: unknown[], rest: Record<string, unknown> = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: null, safetyRatings: null, ...rest }],
});
const counts = (output: number) => ({
  usageMetadata: { promptTokenCount: 4, candidatesTokenCount: output, totalTokenCount: 4 + output },
});
const last = {
  ...candidate([{ text: 'b' }], { finishReason: 'STOP' }),
  ...counts(2),
  modelVersion: 'g',
  responseId: 'n1',
};

const native = (name: string, body: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'native',
  body,
  tells,
  verdict: 'complete',
  finished: false,
  ...rest,
});
const single = (value: unknown) => JSON.stringify(value);
const unstreamed = { head: { streamAsked: false } };

export const nativeFixtures: AnswerFixture[] = [
  native('events with growing counts', sse({ ...candidate([{ text: 'a' }]), ...counts(1) }) + sse(last), [
    'text a',
    'id n1 g',
    'text b',
    'finish STOP',
    'usage 4/2/6 rnull cnull',
  ]),
  native(
    'one array in pieces',
    `[${single({ ...candidate([{ text: 'a"[{\\' }]), ...counts(1) })}\n,\r\n${single(last)}\n]\n`,
    ['text a"[{\\', 'id n1 g', 'text b', 'finish STOP', 'usage 4/2/6 rnull cnull'],
  ),
  native(
    'an array that is cut inside an element',
    `[${single(candidate([{ text: 'a' }]))},{"candidates":[{"con`,
    ['text a', 'warning bad-event'],
    {
      verdict: 'truncated',
      code: 'no-terminal',
    },
  ),
  native('events cut before the reason', sse(candidate([{ text: 'a' }])), ['text a'], {
    verdict: 'truncated',
    code: 'no-terminal',
  }),
  native(
    'in one piece, with thoughts, a call, code and media',
    single({
      ...candidate(
        [
          { text: 'hm', thought: true },
          { text: 'a', thoughtSignature: 's' },
          { functionCall: { name: 'f', args: { x: 1 }, id: 'c1' } },
          { functionCall: { name: 'g' } },
          { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
          { inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
          { executableCode: { language: 'PYTHON', code: '1' } },
          { fileData: { mimeType: 'image/png', fileUri: 'https://x/1' } },
        ],
        {
          finishReason: 'STOP',
          citationMetadata: { citationSources: [{ uri: 'https://c' }] },
          groundingMetadata: { groundingChunks: [{ web: { uri: 'https://g', title: 'G' } }] },
        },
      ),
      usageMetadata: {
        promptTokenCount: 1,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 3,
        cachedContentTokenCount: 4,
        totalTokenCount: 6,
      },
    }),
    [
      'reasoning hm',
      'text a',
      'call 0 c1:f {"x":1}',
      'call 1 :g {}',
      'image image/png iVBO',
      'audio audio/L16;rate=24000 AAAA|',
      'item inlineData',
      'item executableCode',
      'image image/* https://x/1',
      'citation https://c null',
      'citation https://g G',
      'finish STOP',
      'usage 1/2/6 r3 c4',
    ],
    unstreamed,
  ),
  native(
    'a call whose arguments come value by value',
    sse(candidate([{ functionCall: { name: 'f', id: 'c', willContinue: true } }])) +
      sse(
        candidate([
          {
            functionCall: {
              partialArgs: [{ jsonPath: '$.a.b', stringValue: 'x', willContinue: true }],
              willContinue: true,
            },
          },
        ]),
      ) +
      sse(
        candidate([
          {
            functionCall: {
              partialArgs: [
                { jsonPath: '$.a.b', stringValue: 'y' },
                { jsonPath: "$['l'][0]", numberValue: 2 },
              ],
            },
          },
        ]),
      ) +
      sse(candidate([], { finishReason: 'STOP' })),
    ['call 0 c:f {"a":{"b":"xy"},"l":[2]}', 'finish STOP'],
  ),
  native(
    'a call whose pieces can not be placed',
    sse(
      candidate([{ functionCall: { name: 'f', partialArgs: [{ jsonPath: '$.a[999999]', numberValue: 1 }] } }], {
        finishReason: 'STOP',
      }),
    ),
    ['call 0 :f {"a":[]} invalid', 'warning truncated-arguments', 'finish STOP'],
  ),
  native(
    'several candidates',
    single({
      candidates: [
        { content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' },
        { index: 1, content: { parts: [{ text: 'b' }] }, finishReason: 'MAX_TOKENS' },
      ],
    }),
    ['text a', 'finish STOP', '[1] text b', '[1] finish MAX_TOKENS', 'warning cut-short'],
    unstreamed,
  ),
  native('a blocked prompt', '{"promptFeedback":{"blockReason":"SAFETY"}}', [], {
    ...unstreamed,
    verdict: 'failed',
    code: 'moderated',
  }),
  native(
    'a blocked prompt in a stream',
    sse({
      promptFeedback: {
        blockReason: 'PROHIBITED_CONTENT',
        safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', blocked: true }],
      },
      ...counts(0),
    }),
    ['usage 4/0/4 rnull cnull'],
    {
      verdict: 'failed',
      code: 'moderated',
      finished: true,
    },
  ),
  native(
    'a blocked answer without content',
    single({ candidates: [{ finishReason: 'RECITATION', content: {} }] }),
    ['finish RECITATION', 'warning filtered'],
    {
      ...unstreamed,
      verdict: 'failed',
      code: 'moderated',
    },
  ),
  native(
    'a call that the model could not write',
    single({ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'bad call' }] }),
    ['finish MALFORMED_FUNCTION_CALL'],
    {
      ...unstreamed,
      verdict: 'failed',
      code: 'upstream',
    },
  ),
  native(
    'all tokens went to thoughts',
    single({ ...candidate([], { finishReason: 'MAX_TOKENS' }), usageMetadata: { thoughtsTokenCount: 9 } }),
    ['finish MAX_TOKENS', 'warning cut-short', 'usage null/null/null r9 cnull'],
    {
      ...unstreamed,
      verdict: 'empty',
      code: 'empty',
      finishReason: 'MAX_TOKENS',
    },
  ),
  native('no reason in one piece', single(candidate([{ text: 'a' }])), ['text a'], unstreamed),
  native('an error in an array', '[{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}]', [], {
    verdict: 'failed',
    code: 'rejected',
    finished: true,
  }),
  native(
    'an error in an array, status 429',
    '[{\n"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"17s"}]}}\n]',
    [],
    {
      head: { status: 429 },
      verdict: 'failed',
      code: 'rate-limited',
    },
  ),
  native('an empty array', '[]', [], { verdict: 'empty', code: 'empty' }),
];
