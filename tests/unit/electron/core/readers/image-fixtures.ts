import { type AnswerFixture, done, sse } from '../../../../support/readers/read-answer.ts';

const png = 'iVBORw0KGgoAAAAN';
const jpeg = '/9j/4AAQSkZJRg==';

const images = (name: string, value: unknown, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'images',
  body: typeof value === 'string' ? value : JSON.stringify(value),
  tells,
  verdict: 'complete',
  head: { streamAsked: false },
  ...rest,
});

const streamed = (name: string, body: string, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture =>
  images(name, body, tells, { head: { streamAsked: true }, ...rest });

const completed = (change: object = {}) =>
  sse({ type: 'image_generation.completed', b64_json: png, size: '1024x1024', quality: 'low', ...change });
const partial = (index: number, change: object = {}) =>
  sse({ type: 'image_generation.partial_image', b64_json: png, partial_image_index: index, ...change });

/** Images in every known shape, whole and streamed, and with every possible fault. */
export const imageFixtures: AnswerFixture[] = [
  images(
    'base64 with facts and usage',
    {
      created: 1,
      data: [{ b64_json: png }, { b64_json: png }],
      background: 'opaque',
      output_format: 'png',
      quality: 'low',
      size: '1024x1024',
      usage: {
        input_tokens: 9,
        output_tokens: 272,
        total_tokens: 281,
        input_tokens_details: { image_tokens: 5, text_tokens: 4 },
      },
    },
    [
      `image image/png ${png} 1024x1024 low opaque png`,
      `image image/png ${png} at 1 1024x1024 low opaque png`,
      'usage 9/272/281 rnull cnull {"imageInputTokens":5}',
    ],
  ),
  images('an address and a revised prompt', { data: [{ url: 'https://h/p.png', revised_prompt: 'a red cat' }] }, [
    'image image/* https://h/p.png a red cat',
  ]),
  images('all three fields, two of them empty', { data: [{ url: '', b64_json: png, revised_prompt: '' }] }, [
    `image image/png ${png}`,
  ]),
  images('a data address', { data: [{ url: `data:image/png;base64,${png}` }] }, [`image image/png ${png}`]),
  images(
    'base64 with a prefix and line breaks',
    { data: [{ b64_json: `data:image/png;base64,${png.slice(0, 8)}\r\n${png.slice(8)}\n` }] },
    [`image image/png ${png}`],
  ),
  images('bytes that are not what the label says', { output_format: 'png', data: [{ b64_json: jpeg }] }, [
    `image image/jpeg ${jpeg} png`,
  ]),
  images('bytes that nobody knows, with a label', { output_format: 'avif', data: [{ b64_json: 'AAAA'.repeat(16) }] }, [
    `image image/avif ${'AAAA'.repeat(16)} avif`,
  ]),
  images('under images, as addresses', { images: [{ url: 'https://h/1.png' }, 'https://h/2.png'], seed: 1 }, [
    'image image/* https://h/1.png',
    'image image/* https://h/2.png at 1',
  ]),
  images(
    'both under data and under images',
    { data: [{ url: 'https://h/1.png' }], images: [{ url: 'https://h/1.png' }] },
    ['image image/* https://h/1.png'],
  ),
  images('one alone', { image: png }, [`image image/png ${png}`]),
  images('inside output', { output: { results: [{ url: 'https://h/1.png' }] } }, ['image image/* https://h/1.png']),
  images('artifacts', { artifacts: [{ base64: png, seed: 1, finishReason: 'SUCCESS' }] }, [`image image/png ${png}`]),
  images('null', { created: 1, data: null }, [], { verdict: 'empty', code: 'empty' }),
  images('an empty list', { created: 1, data: [] }, [], { verdict: 'empty', code: 'empty' }),
  images(
    'a sentence instead of base64',
    { data: [{ b64_json: 'try again later.' }] },
    ['raw {"data":[{"b64_json":"try again later."}]}'],
    { verdict: 'failed', code: 'wrong-type' },
  ),
  images('one that failed', { data: [{ b64_json: png }, { error: { message: 'blocked' } }] }, [
    `image image/png ${png}`,
    'warning items-odd',
    'raw {"error":{"message":"blocked"}}',
  ]),
  images('one of an unknown shape', { data: [{ b64_json: png }, { thing: 1 }] }, [
    `image image/png ${png}`,
    'warning unknown-shape',
    'raw {"thing":1}',
  ]),
  images(
    'all of them failed',
    { data: [{ error: { code: 'content_policy_violation', message: 'blocked' } }] },
    ['warning items-odd', 'raw {"error":{"code":"content_policy_violation","message":"blocked"}}'],
    { verdict: 'failed', code: 'moderated' },
  ),
  images('a task', { task_id: 't1', status: 'queued' }, ['task t1 queued null']),
  images('a task in a list', { code: 200, data: [{ status: 'submitted', task_id: 't1' }] }, ['task t1 queued null']),
  images('a task without a status', { task_id: 't1' }, ['task t1 queued null']),
  images('a task that only has an id', { id: 't1', status: 'IN_PROGRESS' }, ['task t1 running null']),
  images(
    'a task in an envelope',
    { code: 'success', message: '', data: { task_id: 't1', status: 'NOT_START', progress: '0%' } },
    ['task t1 queued 0'],
  ),
  images(
    'a task that is over, with its picture',
    { data: { task_id: 't1', status: 'SUCCESS', result_url: 'https://h/p.png' } },
    ['task t1 succeeded 1 at https://h/p.png', 'image image/* https://h/p.png'],
  ),
  images(
    'a task that failed',
    { data: { task_id: 't1', status: 'FAILURE', fail_reason: 'blocked' } },
    ['task t1 failed null because blocked'],
    {
      verdict: 'failed',
      code: 'in-band',
    },
  ),
  images('a relative address', { data: [{ url: '/files/a.png' }, { url: 'out/b.webp?x=1' }] }, [
    'image image/* /files/a.png',
    'image image/* out/b.webp?x=1 at 1',
  ]),
  images('base64 of the other alphabet', { data: [{ b64_json: 'iVBORw0KGgo_-_8AAAAN' }] }, [
    'image image/png iVBORw0KGgo_-_8AAAAN',
  ]),
  images(
    'a drawing, and one in plain text',
    {
      data: [
        { url: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaCIvPg==' },
        { url: 'data:image/svg+xml;utf8,%3Csvg%20xmlns=%22h%22/%3E' },
      ],
    },
    ['image image/svg+xml PHN2ZyB4bWxucz0iaCIvPg==', 'image image/svg+xml PHN2ZyB4bWxucz0iaCIvPg== at 1'],
  ),
  images(
    'every output of a task that is over',
    {
      ...{ id: 't1', status: 'succeeded', output: ['https://h/1.png', 'https://h/2'] },
      urls: { get: 'https://h/t1', cancel: 'https://h/t1/cancel' },
    },
    [
      'task t1 succeeded 1 at https://h/1.png at https://h/2',
      'image image/* https://h/1.png',
      'image image/* https://h/2 at 1',
    ],
  ),
  images('predictions', { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: png }] }, [
    `image image/png ${png}`,
  ]),
  images('generated images', { generatedImages: [{ image: { imageBytes: png } }] }, [`image image/png ${png}`]),
  images('inside a result', { result: { images: [{ url: 'https://h/1.png' }], input: { image: 'https://h/0.png' } } }, [
    'image image/* https://h/1.png',
  ]),
  images('a list of addresses', { image_urls: ['https://h/1', 'https://h/2'], status_url: 'https://h/s' }, [
    'image image/* https://h/1',
    'image image/* https://h/2 at 1',
  ]),
  images(
    'a chat completion with a Markdown image',
    { choices: [{ message: { content: 'Here: ![a hat](https://h/1.png "hat")' }, finish_reason: 'stop' }] },
    ['text Here: ![a hat](https://h/1.png "hat")', 'finish stop', 'image image/* https://h/1.png'],
  ),
  images(
    'a chat completion with images',
    {
      choices: [
        { message: { images: [{ image_url: { url: `data:image/png;base64,${png}` } }] }, finish_reason: 'stop' },
      ],
    },
    [`image image/png ${png}`, 'finish stop'],
  ),
  images(
    'a chat completion that is only words',
    { choices: [{ message: { content: 'I cannot draw.' }, finish_reason: 'stop' }] },
    ['text I cannot draw.', 'finish stop'],
    { verdict: 'empty', code: 'empty' },
  ),
  images(
    'a native response',
    {
      candidates: [
        { content: { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] }, finishReason: 'STOP' },
      ],
    },
    [`image image/png ${png}`, 'finish STOP'],
  ),
  images(
    'a Responses response',
    {
      object: 'response',
      status: 'completed',
      output: [{ type: 'image_generation_call', status: 'completed', result: png }],
    },
    [`image image/png ${png}`, 'finish completed'],
  ),
  streamed(
    'chunks of a chat completion',
    [
      sse({ choices: [{ delta: { content: '![hat](https://h/' } }] }),
      sse({ choices: [{ delta: { content: '1.png)' } }] }),
      sse({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
      done,
    ].join(''),
    ['text ![hat](https://h/1.png)', 'finish stop', 'image image/* https://h/1.png'],
    { finished: true },
  ),
  streamed(
    'events of the Responses API',
    [
      sse({ type: 'response.image_generation_call.partial_image', partial_image_index: 0, partial_image_b64: png }),
      sse({
        type: 'response.output_item.done',
        item: { type: 'image_generation_call', status: 'completed', result: png },
      }),
      sse({
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [{ type: 'image_generation_call', status: 'completed', result: png }],
        },
      }),
    ].join(''),
    [`image image/png ${png} partial 0`, `image image/png ${png}`, 'finish completed'],
    { finished: true },
  ),
  images('an answer of another route', { choices: [] }, ['raw {"choices":[]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
  streamed(
    'a stream with previews',
    `${partial(0)}${partial(1)}${completed({ usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } })}`,
    [
      `image image/png ${png} partial 0`,
      `image image/png ${png} partial 1`,
      `image image/png ${png} 1024x1024 low`,
      'usage 1/2/3 rnull cnull',
    ],
  ),
  streamed(
    'a stream of two pictures',
    `${completed()}${completed()}${done}`,
    [`image image/png ${png} 1024x1024 low`, `image image/png ${png} at 1 1024x1024 low`],
    { finished: true },
  ),
  streamed(
    'a stream that a gateway made of one response',
    `event: x\n${completed({ b64_json: '', url: 'https://h/p.png' })}${done}`,
    ['image image/* https://h/p.png 1024x1024 low'],
  ),
  streamed(
    'an edit in a stream',
    `${sse({ type: 'image_edit.partial_image', b64_json: png })}${sse({ type: 'image_edit.completed', b64_json: png })}`,
    [`image image/png ${png} partial 0`, `image image/png ${png}`],
  ),
  streamed('a whole answer in a stream', `${sse({ created: 1, data: [{ b64_json: png }] })}${done}`, [
    `image image/png ${png}`,
  ]),
  streamed('previews and no image', `${partial(0)}${done}`, [`image image/png ${png} partial 0`], {
    verdict: 'truncated',
    code: 'no-terminal',
  }),
  streamed(
    'an error after a preview',
    `${partial(0)}${sse({ type: 'upstream_error', message: 'gave up' })}`,
    [`image image/png ${png} partial 0`],
    { verdict: 'failed', code: 'upstream', finished: true },
  ),
  streamed(
    'one event per image, one of them failed',
    [
      sse({ type: 'image_generation.partial_succeeded', image_index: 0, b64_json: png, size: '256x256' }),
      sse({ type: 'image_generation.partial_failed', image_index: 1, error: { message: 'blocked' } }),
      sse({ type: 'image_generation.partial_succeeded', image_index: 2, url: 'https://h/p.png' }),
      sse({ type: 'image_generation.completed', usage: { generated_images: 2, output_tokens: 8 } }),
      done,
    ].join(''),
    [
      `image image/png ${png} 256x256`,
      'warning items-odd',
      'raw {"type":"image_generation.partial_failed","image_index":1,"error":{"message":"blocked"}}',
      'image image/* https://h/p.png at 1',
      'usage null/8/null rnull cnull {"images":2}',
    ],
  ),
  streamed(
    'a last event without a picture',
    `${sse({ type: 'image_generation.completed', note: 1 })}`,
    ['warning unknown-shape', 'raw {"type":"image_generation.completed","note":1}'],
    { verdict: 'empty', code: 'empty' },
  ),
  streamed('one document for a stream', JSON.stringify({ data: [{ b64_json: png }] }), [
    'warning json-for-stream',
    `image image/png ${png}`,
  ]),
];
