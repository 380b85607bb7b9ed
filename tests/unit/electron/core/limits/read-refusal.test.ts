import { expect, test } from 'vitest';
import { type Lesson, readRefusal } from '#core/limits/read-refusal.ts';
import { type RecordedRequest, requestedAmount } from '#core/limits/requested-amount.ts';
import { type FailureCode, failure } from '#shared/protocol/failure.ts';

const chat: RecordedRequest = {
  bodyBytes: 26_500_000,
  mediaType: 'application/json',
  text: () =>
    JSON.stringify({
      model: 'm-1',
      messages: [{ role: 'user', content: 'Hi' }],
      temperature: 0.2,
      max_tokens: 100,
      n: 500,
      size: '256x257',
      voice: 'bob',
      reasoning_effort: 'xhigh',
      response_format: 'srt',
      logprobs: true,
      generationConfig: { topK: 3, thinkingConfig: { level: 'huge' } },
    }),
};
const upload: RecordedRequest = {
  bodyBytes: 26_500_000,
  mediaType: 'multipart/form-data; boundary=x',
  text: () =>
    [
      '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper\r\n',
      '--x\r\nContent-Disposition: form-data; name="response_format"\r\n\r\nsrt\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="talk.aiff"\r\nContent-Type: audio/aiff\r\n\r\n',
      '[26499000 bytes of talk.aiff, audio/aiff]\r\n--x--\r\n',
    ].join(''),
};

interface Words {
  said: string;
  code?: FailureCode;
  param?: string;
  status?: number;
  request?: RecordedRequest;
}

function learn({ said, code = 'rejected', param, status = 400, request = chat }: Words): Lesson | null {
  const known = { gatewayMessage: said, param: param ?? null, status };
  return readRefusal(failure(code, 'x', known), requestedAmount(request));
}

const parameter = (field: string, allowed: string[] = []): Partial<Lesson> => ({
  kind: 'unknown-parameter',
  field,
  refused: null,
  allowed,
});
const value = (field: string, refused: string, allowed: string[]): Partial<Lesson> => ({
  kind: 'unknown-value',
  field,
  refused,
  allowed,
});
const size = (allowed: string[], change: Partial<Lesson> = {}): Partial<Lesson> => ({
  kind: 'largest-body',
  allowed,
  ...change,
});
const format = (refused: string, allowed: string[]): Partial<Lesson> => ({
  kind: 'unsupported-format',
  field: 'file',
  refused,
  allowed,
});

const lessons: [Words, Partial<Lesson>][] = [
  // Names of fields.
  [
    {
      said: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      param: 'max_tokens',
      code: 'parameter',
    },
    parameter('max_tokens', ['max_completion_tokens']),
  ],
  [{ said: "Unknown parameter: 'top_k'.", param: 'top_k', code: 'parameter' }, parameter('top_k')],
  [{ said: 'Unrecognized request argument supplied: top_k' }, parameter('top_k')],
  [{ said: 'Unrecognized request arguments supplied: logprobs' }, parameter('logprobs')],
  [{ said: "Completions.create() got an unexpected keyword argument 'logprobs'" }, parameter('logprobs')],
  [{ said: 'Extra inputs are not permitted', param: 'logprobs', status: 422 }, parameter('logprobs')],
  [
    { said: 'body.logprobs: Extra inputs are not permitted', param: 'body.logprobs', status: 422 },
    parameter('body.logprobs'),
  ],
  [
    { said: 'Invalid JSON payload received. Unknown name "topK" at \'generation_config\': Cannot find field.' },
    parameter('topK'),
  ],
  [{ said: 'json: unknown field "logprobs"' }, parameter('logprobs')],
  [{ said: "Additional properties are not allowed ('logprobs' was unexpected)" }, parameter('logprobs')],
  // Values.
  [
    {
      said: "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      param: 'temperature',
      code: 'parameter',
    },
    value('temperature', '0.2', ['1']),
  ],
  [
    {
      said: "Unsupported value: 'xhigh' is not supported with the 'gpt-4.1' model. Supported values are: 'low', 'medium', and 'high'.",
      param: 'reasoning_effort',
    },
    value('reasoning_effort', 'xhigh', ['low', 'medium', 'high']),
  ],
  [
    {
      said: "Unsupported value: 'xhigh' is not supported with the 'gpt-4.1' model. Supported values are: 'low', 'medium', and 'high'.",
    },
    value('reasoning_effort', 'xhigh', ['low', 'medium', 'high']),
  ],
  [
    {
      said: "Invalid value: 'bob'. Supported values are: 'alloy', 'echo', 'fable', 'onyx', 'nova', and 'shimmer'.",
      param: 'voice',
    },
    value('voice', 'bob', ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']),
  ],
  [
    { said: "Input should be 'nova', 'shimmer' or 'echo'", param: 'voice', status: 422 },
    value('voice', 'bob', ['nova', 'shimmer', 'echo']),
  ],
  [
    { said: "'256x257' is not one of ['256x256', '512x512', '1024x1024'] - 'size'" },
    value('size', '256x257', ['256x256', '512x512', '1024x1024']),
  ],
  [
    { said: 'size must be one of: 1024x1024, 1536x1024, 1024x1536, auto', param: 'size' },
    value('size', '256x257', ['1024x1024', '1536x1024', '1024x1536', 'auto']),
  ],
  [
    { said: 'invalid size, expected one of [720x1280, 1280x720]', param: 'size' },
    value('size', '256x257', ['720x1280', '1280x720']),
  ],
  [
    { said: 'voice: allowed values are alloy | echo | nova', param: 'voice' },
    value('voice', 'bob', ['alloy', 'echo', 'nova']),
  ],
  [
    {
      said: "response_format 'srt' is not compatible with model 'gpt-4o-transcribe'. Use 'json' or 'text' instead.",
      param: 'response_format',
      request: upload,
    },
    value('response_format', 'srt', ['json', 'text']),
  ],
  [
    { said: "Invalid 'n': integer above maximum value. Expected a value <= 128, but got 500 instead.", param: 'n' },
    value('n', '500', ['<= 128']),
  ],
  [{ said: "500 is greater than the maximum of 10 - 'n'" }, value('n', '500', ['<= 10'])],
  [{ said: 'Input should be less than or equal to 10', param: 'n', status: 422 }, value('n', '500', ['<= 10'])],
  [{ said: 'dall-e-3 only supports n=1', param: 'n' }, value('n', '500', ['1'])],
  [
    { said: 'temperature must be between 0.5 and 2', param: 'temperature' },
    value('temperature', '0.2', ['>= 0.5', '<= 2']),
  ],
  [{ said: 'The temperature is wrong.', param: 'temperature', code: 'parameter' }, value('temperature', '0.2', [])],
  [
    { said: 'level must be one of low, high', param: 'generation_config.thinking_config.level' },
    value('generation_config.thinking_config.level', 'huge', ['low', 'high']),
  ],
  [{ said: '参数 voice 不支持，可选值为：alloy、echo', param: 'voice' }, value('voice', 'bob', ['alloy', 'echo'])],
  // Sizes.
  [
    {
      said: 'Maximum content size limit (26214400) exceeded (26500000 bytes read)',
      code: 'too-big-for-server',
      status: 413,
      request: upload,
    },
    size(['26214400'], { field: null, refused: '26500000', isGeneral: true }),
  ],
  [
    { said: 'File size exceeds the maximum of 25 MB', code: 'too-big-for-server', status: 400, request: upload },
    size(['25000000'], { field: 'file', refused: '26499000', isGeneral: false }),
  ],
  [{ said: 'The audio file is 26.5 MB, over the 25MB limit.', request: upload }, size(['25000000'], { field: 'file' })],
  [{ said: 'Uploaded image must be a PNG and less than 4 MB.', request: upload }, size(['4000000'], { field: 'file' })],
  [
    { said: 'request body too large (max 128 MiB)', code: 'too-big-for-server', status: 413 },
    size(['134217728'], { field: null, refused: '26500000' }),
  ],
  [
    { said: 'Payload too large: 26,500,000 bytes exceeds 10,485,760 bytes', code: 'too-big-for-server', status: 413 },
    size(['10485760']),
  ],
  [
    { said: '413 Request Entity Too Large', code: 'too-big-for-server', status: 413 },
    size([], { field: null, isGeneral: true }),
  ],
  // Formats.
  [
    {
      said: "Invalid file format. Supported formats: ['flac', 'm4a', 'mp3', 'wav']",
      code: 'unsupported-media',
      request: upload,
    },
    format('aiff', ['flac', 'm4a', 'mp3', 'wav']),
  ],
  [
    {
      said: "Invalid file 'file': unsupported mimetype ('audio/aiff'). Supported file formats are 'audio/wav' and 'audio/mpeg'.",
      param: 'file',
      request: upload,
    },
    format('audio/aiff', ['audio/wav', 'audio/mpeg']),
  ],
  [
    {
      said: "You uploaded an unsupported image. Please make sure your image is of one of the following formats: ['png', 'jpeg'].",
      request: upload,
    },
    format('aiff', ['png', 'jpeg']),
  ],
  [{ said: 'Unsupported Media Type', code: 'unsupported-media', status: 415, request: upload }, format('aiff', [])],
];

test.each(lessons)('%j', (words, lesson) => {
  expect(learn(words)).toMatchObject(lesson);
});

const teachesNothing: Words[] = [
  { said: "Missing required parameter: 'messages'.", param: 'messages', code: 'parameter' },
  { said: 'field messages is required', code: 'parameter' },
  { said: 'Something is wrong with the request.' },
  { said: 'Incorrect API key provided', code: 'auth', status: 401 },
  { said: 'Supported values are: a, b', code: 'rate-limited', status: 429 },
  { said: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens." },
  { said: '' },
];

test.each(teachesNothing)('%j teaches nothing', (words) => {
  expect(learn(words)).toBeNull();
});

test('texts of any kind and length are read instantly and never throw', () => {
  const junk = [
    'Supported values are:',
    "'",
    '[',
    'must be one of ',
    'maximum ',
    '9'.repeat(50),
    ',',
    ' or ',
    '\ud800',
    '取值为：',
  ];
  for (const one of junk)
    for (const said of [one.repeat(2_000), `${one} ${junk.join('').repeat(50)}`])
      expect(() => learn({ said, param: 'voice', code: 'parameter' })).not.toThrow();
});

test('a value that a message repeats before a list of others is refused; a word of the content is not', () => {
  const read = (message: string) =>
    readRefusal(failure('rejected', 'refused', { gatewayMessage: message, status: 400 }), requestedAmount(chat));
  expect(read('Voice bob not found. Available voices: tara, leo')).toEqual({
    kind: 'unknown-value',
    field: 'voice',
    refused: 'bob',
    allowed: ['tara', 'leo'],
    isGeneral: false,
  });
  expect(read('Hi m-1, nothing works. Available voices: tara, leo')).toBeNull();
  expect(read('Voice bob not found.')).toBeNull();
});
