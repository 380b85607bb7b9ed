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

const heard = (start: number, end: number, text: string, rest = {}) => ({ start, end, text, ...rest });
const said = 'Good morning, and welcome to the quarterly call. We begin with the numbers.';
const hello = ' Hello there, and welcome.';
const bye = ' Thank you, and goodbye.';

/** Documents of services with shapes of their own. */
const documentFixtures: AnswerFixture[] = [
  transcriptFixture('a document in a list', [{ text: 'Hi.', language: 'en' }], ['text Hi.', 'transcript null en']),
  transcriptFixture(
    'a list of segments',
    [heard(0, 1.5, 'Hi.'), heard(1.5, 2, 'Yes?')],
    ['text Hi. Yes?', 'transcript null null | 0-1.5 :Hi. | 1.5-2 :Yes?'],
  ),
  transcriptFixture('an error in a list', [{ error: { message: 'Invalid token', code: 'invalid_api_key' } }], [], {
    verdict: 'failed',
    code: 'auth',
  }),
  transcriptFixture('text that begins with a brace', '{laughs} And then he left. {applause}', [
    'text {laughs} And then he left. {applause}',
  ]),
  transcriptFixture('JSON that is damaged', '{"text": "Hi", "language": en}', [], {
    verdict: 'failed',
    code: 'bad-json',
  }),
  transcriptFixture('text that looks like a list', '["Yes" she said, "no"]', ['text ["Yes" she said, "no"]']),
  transcriptFixture('subtitles labeled as events', srt, [`text ${srt.trimEnd()}`], {
    head: { streamAsked: false, headers: [['content-type', 'text/event-stream']] },
  }),
  transcriptFixture('a chat completion', { choices: [{ message: { content: 'Hi.' } }], usage: { total_tokens: 3 } }, [
    'text Hi.',
    'usage null/null/3 rnull cnull',
  ]),
  transcriptFixture(
    'words inside segments',
    {
      text: 'Hi you',
      segments: [
        {
          ...heard(0, 1, 'Hi you'),
          words: [
            { word: 'Hi', start: 0, end: 0.4 },
            { word: 'you', start: 0.5, end: 1 },
          ],
        },
      ],
    },
    ['text Hi you', 'transcript null null | 0-1 :Hi you | 0-0.4 Hi | 0.5-1 you'],
  ),
  transcriptFixture(
    'channels and alternatives (Deepgram)',
    {
      metadata: { duration: 1.5 },
      results: {
        channels: [
          {
            alternatives: [
              { transcript: 'hi you', words: [{ word: 'hi', punctuated_word: 'Hi', start: 0.1, end: 0.4 }] },
            ],
          },
        ],
        utterances: [{ start: 0.1, end: 1.4, transcript: 'Hi you.', speaker: 0 }],
      },
    },
    ['text hi you', 'transcript 1.5 null | 0.1-1.4 0:Hi you. | 0.1-0.4 Hi'],
  ),
  transcriptFixture(
    'alternatives of each result (Google)',
    { results: [{ alternatives: [{ transcript: 'Hi', confidence: 0.9 }] }, { alternatives: [{ transcript: 'you' }] }] },
    ['text Hi you'],
  ),
  transcriptFixture(
    'utterances in milliseconds (AssemblyAI)',
    {
      text: said,
      audio_duration: 5,
      language_code: 'en_us',
      utterances: [{ speaker: 'A', start: 250, end: 4900, text: said }],
      words: [
        { text: 'Good', start: 250, end: 510 },
        { text: 'numbers.', start: 4300, end: 4900 },
      ],
    },
    [`text ${said}`, `transcript 5 en_us | 0.25-4.9 A:${said} | 0.25-0.51 Good | 4.3-4.9 numbers.`],
  ),
  transcriptFixture(
    'a display text (Azure)',
    { RecognitionStatus: 'Success', DisplayText: said, Offset: 1_800_000, Duration: 48_000_000 },
    [`text ${said}`],
  ),
  transcriptFixture(
    'combined phrases (Azure)',
    {
      durationMilliseconds: 5000,
      combinedPhrases: [{ text: 'Hi you.' }],
      phrases: [{ offsetMilliseconds: 80, durationMilliseconds: 920, text: 'Hi you.', speaker: 1, locale: 'en-US' }],
    },
    ['text Hi you.', 'transcript 5 null | 0.08-1 1:Hi you.'],
  ),
  transcriptFixture(
    'chunks with pairs of times (Hugging Face)',
    { text: ' Hi you.', chunks: [{ timestamp: [0, 1.2], text: ' Hi you.' }] },
    ['text  Hi you.', 'transcript null null | 0-1.2 : Hi you.'],
  ),
  transcriptFixture(
    'a list called transcription (whisper.cpp)',
    {
      transcription: [
        { timestamps: { from: '00:00:00,000', to: '00:00:01,500' }, offsets: { from: 0, to: 1500 }, text: ' Hi.' },
      ],
    },
    ['text Hi.', 'transcript null null | 0-1.5 : Hi.'],
  ),
  transcriptFixture('nanoseconds', { text: said, segments: [heard(300_000_000, 4_300_000_000, said)] }, [
    `text ${said}`,
    `transcript null null | 0.3-4.3 :${said}`,
  ]),
  transcriptFixture('ticks', { text: said, segments: [heard(3_000_000, 43_000_000, said)] }, [
    `text ${said}`,
    `transcript null null | 0.3-4.3 :${said}`,
  ]),
  transcriptFixture(
    'a length in milliseconds as well',
    { text: said, duration: 4900, segments: [heard(0, 4300, said)] },
    [`text ${said}`, `transcript 4.9 null | 0-4.3 :${said}`],
  ),
  transcriptFixture(
    'the time of day',
    { text: said, duration: 5, segments: [heard(1_760_000_000.5, 1_760_000_004.5, said)] },
    [`text ${said}`, `transcript 5 null | 0-4 :${said}`],
  ),
  transcriptFixture('times that can be nothing', { text: 'Hi', segments: [heard(900_000, 7_000_000.5, 'Hi')] }, [
    'text Hi',
    'transcript null null | null-null :Hi',
  ]),
  transcriptFixture('whole seconds', { text: said, segments: [heard(0, 5, said), heard(60, 64, said)] }, [
    `text ${said}`,
    `transcript null null | 0-5 :${said} | 60-64 :${said}`,
  ]),
];

const listed = (...segments: object[]) => sse({ uid: 'a', segments });

/** Streams of services with events of their own. */
const eventFixtures: AnswerFixture[] = [
  streamed(
    'chunks of vLLM',
    [
      sse({ object: 'transcription.chunk', choices: [{ delta: { content: ' My' } }] }),
      sse({ object: 'transcription.chunk', choices: [{ delta: { content: ' dog.' }, finish_reason: 'stop' }] }),
      sse({
        object: 'transcription.chunk',
        choices: [],
        usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
      }),
      done,
    ],
    ['text  My dog.', 'usage 9/2/11 rnull cnull'],
  ),
  streamed(
    'chunks of vLLM that are cut',
    [sse({ object: 'transcription.chunk', choices: [{ delta: { content: ' My' } }] })],
    ['text  My'],
    { verdict: 'truncated', code: 'no-terminal' },
  ),
  streamed(
    'one event per segment',
    [sse({ id: 0, ...heard(0, 1, hello) }), sse({ id: 1, ...heard(1, 2, bye) })],
    [`text ${hello.trim()}${bye}`, `transcript null null | 0-1 :${hello} | 1-2 :${bye}`],
  ),
  streamed(
    'growing lists of segments',
    [
      listed({ start: '0.000', end: '0.700', text: ' Hello', completed: false }),
      listed(
        { start: '0.000', end: '1.000', text: hello, completed: true },
        { start: '1.000', end: '1.200', text: ' Thank' },
      ),
      listed({ start: '1.000', end: '2.000', text: bye, completed: true }),
    ],
    [`text ${hello.trim()}${bye}`, `transcript null null | 0-1 :${hello} | 1-2 :${bye}`],
  ),
  streamed(
    'text with marks for what is final',
    [
      sse({ text: 'Helo', final: false }),
      sse({ text: 'Hello.', final: true }),
      sse({ text: 'Who', is_final: false }),
      sse({ text: 'How are you?', is_final: true }),
    ],
    ['text Hello. How are you?'],
  ),
  streamed(
    'text that grows',
    [sse({ text: 'Hello' }), sse({ text: 'Hello there.' }), sse({ text: 'Hello there.' })],
    ['text Hello there.'],
  ),
  streamed('text in pieces', [sse({ text: ' No' }), sse({ text: ' no' }), sse({ text: ' no.' })], ['text  No no no.']),
];

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
  ...documentFixtures,
  ...eventFixtures,
];
