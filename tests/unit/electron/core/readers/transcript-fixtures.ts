import { type AnswerFixture, done, sse } from '../../../../support/readers/read-answer.ts';

const transcriptFixture = (
  name: string,
  value: unknown,
  tells: string[],
  rest: Partial<AnswerFixture> = {},
): AnswerFixture => ({
  name,
  kind: 'transcript',
  body: typeof value === 'string' ? value : JSON.stringify(value),
  head: { streamAsked: false },
  tells,
  verdict: 'complete',
  ...rest,
});
const streamed = (
  name: string,
  events: string[],
  tells: string[],
  rest: Partial<AnswerFixture> = {},
): AnswerFixture => ({
  ...transcriptFixture(name, events.join(''), tells, rest),
  head: { streamAsked: true },
});

const delta = (text: string) => sse({ type: 'transcript.text.delta', delta: text });
const segment = { id: 0, seek: 0, start: 0, end: 1.5, text: ' Hello there.', tokens: [1], avg_logprob: -0.2 };
const srt = '1\n00:00:00,000 --> 00:00:01,500\nHello there.\n';
const vtt = 'WEBVTT\n\n00:00.000 --> 00:01.500\nHello there.\n';

/** Transcripts in every format, whichever was requested, and what arrives instead of them. */
export const transcriptFixtures: AnswerFixture[] = [
  transcriptFixture('JSON', { text: 'Hello there.' }, ['text Hello there.']),
  transcriptFixture('JSON with usage in seconds', { text: 'Hi', usage: { type: 'duration', seconds: 2 } }, [
    'text Hi',
    'usage null/null/null rnull cnull {"seconds":2}',
  ]),
  transcriptFixture(
    'JSON with usage in tokens',
    {
      text: 'Hi',
      usage: {
        type: 'tokens',
        input_tokens: 14,
        output_tokens: 3,
        total_tokens: 17,
        input_token_details: { text_tokens: 4, audio_tokens: 10 },
      },
    },
    ['text Hi', 'usage 14/3/17 rnull cnull {"audioInputTokens":10}'],
  ),
  transcriptFixture(
    'verbose JSON',
    { task: 'transcribe', language: 'english', duration: 1.5, text: 'Hello there.', segments: [segment] },
    ['text Hello there.', 'transcript 1.5 english | 0-1.5 : Hello there. @0.82'],
  ),
  transcriptFixture(
    'verbose JSON with a duration in quotes and words',
    {
      language: 'en',
      duration: '8.470000267028809',
      text: 'Hi you',
      words: [
        { word: 'Hi', start: 0, end: 0.2 },
        { word: 'you', start: '0.2', end: null },
      ],
    },
    ['text Hi you', 'transcript 8.470000267028809 en | 0-0.2 Hi | 0.2-null you'],
  ),
  transcriptFixture(
    'speakers',
    {
      task: 'transcribe',
      duration: 3,
      text: 'Hi. Yes?',
      segments: [
        { id: 'a', type: 'transcript.text.segment', speaker: 'A', start: 0, end: 1, text: 'Hi.' },
        { id: 'b', type: 'transcript.text.segment', speaker: 'agent', start: 1, end: 3, text: 'Yes?' },
      ],
      usage: { type: 'duration', seconds: 3 },
    },
    [
      'text Hi. Yes?',
      'transcript 3 null | 0-1 A:Hi. | 1-3 agent:Yes?',
      'usage null/null/null rnull cnull {"seconds":3}',
    ],
  ),
  transcriptFixture('segments without a text', { segments: [segment, { ...segment, text: ' Bye.' }] }, [
    'text Hello there. Bye.',
    'transcript null null | 0-1.5 : Hello there. @0.82 | 0-1.5 : Bye. @0.82',
  ]),
  transcriptFixture('in an envelope', { code: 0, data: { text: 'Hi' } }, ['text Hi']),
  transcriptFixture('plain text', 'Hello there.\n', ['text Hello there.']),
  transcriptFixture('plain text under a label of JSON', 'Hello there.', ['text Hello there.'], {
    head: { streamAsked: false, headers: [['content-type', 'application/json']] },
  }),
  transcriptFixture('text in quotes', '"Hello \\"there\\".\\n"\n', ['text Hello "there".']),
  transcriptFixture('text that only begins with a quote', '"Hello", she said.', ['text "Hello", she said.']),
  transcriptFixture('text that begins with a bracket', '[Music] And then he said.', ['text [Music] And then he said.']),
  transcriptFixture('text that begins like markup', '<noise> Hello', ['text <noise> Hello']),
  transcriptFixture('subtitles as SRT', srt, [`text ${srt.trimEnd()}`]),
  transcriptFixture('subtitles as VTT', vtt, [`text ${vtt.trimEnd()}`]),
  streamed(
    'a stream',
    [
      delta('Hello'),
      delta(' there.'),
      sse({
        type: 'transcript.text.done',
        text: 'Hello there.',
        usage: { type: 'tokens', input_tokens: 4, output_tokens: 2, total_tokens: 6 },
      }),
    ],
    ['text Hello there.', 'usage 4/2/6 rnull cnull'],
  ),
  streamed(
    'a stream whose last word differs',
    [delta('Helo'), sse({ type: 'transcript.text.done', text: 'Hello' })],
    ['text Helo', 'final Hello'],
  ),
  streamed('a stream of one event', [sse({ type: 'transcript.text.done', text: 'Hello' })], ['text Hello']),
  streamed('a stream that says only [DONE]', [delta('Hello'), done], ['text Hello']),
  streamed(
    'a stream with speakers',
    [
      delta('Hi.'),
      sse({ type: 'transcript.text.segment', id: 's1', speaker: 'A', start: 0, end: 1, text: 'Hi.' }),
      sse({ type: 'transcript.text.done', text: 'Hi.' }),
    ],
    ['text Hi.', 'transcript null null | 0-1 A:Hi.'],
  ),
  streamed(
    'a stream with log probabilities',
    [
      sse({ type: 'transcript.text.delta', delta: 'Hi', logprobs: [{ token: 'Hi', logprob: -0.1 }] }),
      sse({ type: 'transcript.text.delta', delta: ' you', logprobs: [{ token: ' you', logprob: -1.2 }] }),
      done,
    ],
    ['text Hi you', 'transcript null null | Hi @0.90 |  you @0.30'],
  ),
  transcriptFixture(
    'JSON with log probabilities',
    {
      text: 'Hi you',
      logprobs: [
        { token: 'Hi', logprob: 0 },
        { token: ' you', logprob: -0.7, bytes: [32] },
      ],
    },
    ['text Hi you', 'transcript null null | Hi @1.00 |  you @0.50'],
  ),
  transcriptFixture(
    'confidences that are none',
    {
      text: 'Hi you',
      segments: [
        { start: 0, end: 1, text: 'Hi', avg_logprob: 0.4, confidence: '0.9' },
        { start: 1, end: 2, text: 'you', confidence: 0.25 },
      ],
      logprobs: [{ token: 'Hi', logprob: null }],
    },
    ['text Hi you', 'transcript null null | 0-1 :Hi | 1-2 :you @0.25'],
  ),
  streamed('a stream that is cut', [delta('Hello')], ['text Hello'], { verdict: 'truncated', code: 'no-terminal' }),
  streamed('a stream that fails', [delta('Hello'), sse({ error: { message: 'overloaded' } })], ['text Hello'], {
    verdict: 'failed',
    code: 'overloaded',
  }),
  {
    ...transcriptFixture('JSON although a stream was asked', { text: 'Hi' }, ['warning json-for-stream', 'text Hi']),
    head: { streamAsked: true },
  },
  transcriptFixture(
    'an error under a good status',
    { error: { message: 'Invalid token', code: 'invalid_api_key' } },
    [],
    {
      verdict: 'failed',
      code: 'auth',
    },
  ),
  transcriptFixture('a page', '<!doctype html><title>Login</title>', [], { verdict: 'failed', code: 'not-json' }),
  transcriptFixture('no text', { text: '' }, [], { verdict: 'empty', code: 'empty' }),
  transcriptFixture('another answer', { choices: [] }, ['raw {"choices":[]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
  transcriptFixture('nothing', '', [], { verdict: 'empty', code: 'empty' }),
  transcriptFixture('a refusal', { error: { message: 'Invalid file format.', param: 'file' } }, [], {
    head: { status: 400, streamAsked: false },
    verdict: 'failed',
    code: 'unsupported-media',
  }),
];
