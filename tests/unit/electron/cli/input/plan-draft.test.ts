import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { type DraftValues, finishDraft, planDraft } from '../../../../../electron/cli/input/plan-draft.ts';
import { createStandardInput } from '../../../../../electron/cli/input/read-input.ts';

const plan = (
  id: RouteId,
  words: string[],
  values: DraftValues = {},
  { stdin = '', preset }: { stdin?: string; preset?: string } = {},
) => planDraft(routes[id], words, values, createStandardInput(Readable.from([stdin])), preset);

async function json(id: RouteId, words: string[], values: DraftValues = {}, about = {}) {
  const { body } = await plan(id, words, values, about);
  expect(body.kind).toBe('json');
  return JSON.parse((body as { text: string }).text);
}

test.each<[RouteId, string[], Record<string, unknown>]>([
  ['chat.completions', ['Hello', 'there'], { model: 'm', messages: [{ role: 'user', content: 'Hello there' }] }],
  ['responses', ['Hello'], { model: 'm', input: 'Hello' }],
  ['responses.compact', ['Hello'], { model: 'm', input: 'Hello' }],
  ['embeddings', ['one'], { model: 'm', input: 'one' }],
  ['embeddings', ['one', 'two'], { model: 'm', input: ['one', 'two'] }],
  ['images.generations', ['a', 'cat'], { model: 'm', prompt: 'a cat' }],
  ['edits', ['shorter'], { model: 'm', instruction: 'shorter' }],
  ['audio.speech', ['Hello'], { model: 'm', input: 'Hello', voice: 'alloy' }],
  ['rerank', ['fruit', 'apple', 'stone'], { model: 'm', query: 'fruit', documents: ['apple', 'stone'] }],
  ['videos', ['a cat'], { model: 'm', prompt: 'a cat' }],
  ['video.generations', ['a cat'], { model: 'm', prompt: 'a cat' }],
])('words become the fields of %s', async (id, words, body) => {
  expect(await json(id, words, { model: 'm' })).toEqual(body);
});

test('the model of a native route is in its path', async () => {
  const { params, body } = await plan('native.generateContent', ['Hi'], { model: 'gemini' });
  expect(params).toEqual({ model: 'gemini' });
  expect(JSON.parse((body as { text: string }).text)).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
  });
});

test('standard input is the text, or its lines where a route takes a list', async () => {
  expect(await json('responses', ['-'], { model: 'm' }, { stdin: 'two\nlines\n' })).toMatchObject({
    input: 'two\nlines',
  });
  expect(await json('embeddings', ['-'], { model: 'm' }, { stdin: 'a\n\nb\n' })).toMatchObject({ input: ['a', 'b'] });
  expect(await json('rerank', ['q', '-'], { model: 'm' }, { stdin: 'a\nb' })).toMatchObject({
    query: 'q',
    documents: ['a', 'b'],
  });
  await expect(plan('chat.completions', ['-'], { body: '-' })).rejects.toThrow(/once/);
});

test('a body given in full is sent byte for byte', async () => {
  const text = '{ "model":"m",\n "n": 1.0, "n": 2 }';
  expect((await plan('chat.completions', [], { body: text })).body).toEqual({ kind: 'json', text });
  expect((await plan('chat.completions', [], { body: text }, { preset: 'demo-chat' })).body).toEqual({
    kind: 'json',
    text,
  });
  expect((await plan('chat.completions', [], { body: '-' }, { stdin: 'not json' })).body).toEqual({
    kind: 'json',
    text: 'not json',
  });
  expect(
    await json('chat.completions', [], { body: '{"model":"a","x":1}', model: 'b', set: ['x=2'], stream: true }),
  ).toEqual({ model: 'b', x: 2, stream: true, stream_options: { include_usage: true } });
  const own = { include_usage: false };
  expect(
    await json('chat.completions', [], { body: `{"model":"a","stream_options":${JSON.stringify(own)}}`, stream: true }),
  ).toMatchObject({ stream: true, stream_options: own });
  expect(await json('responses', ['x'], { model: 'm', stream: true })).toEqual({
    model: 'm',
    input: 'x',
    stream: true,
  });
  await expect(plan('chat.completions', [], { body: '[1]', model: 'b' })).rejects.toThrow(/not a JSON object/);
  await expect(plan('chat.completions', [], { body: '@/no/such/file' })).rejects.toThrow(/cannot be read/);
});

test('a default model fills the body or the path, and any named model replaces it', async () => {
  const preset = 'usual';
  expect(await json('embeddings', ['x'], {}, { preset })).toMatchObject({ model: 'usual' });
  expect(await json('embeddings', ['x'], { model: 'other' }, { preset })).toMatchObject({ model: 'other' });
  expect(await json('embeddings', ['x'], { set: ['model=other'] }, { preset })).toMatchObject({ model: 'other' });
  expect((await plan('native.generateContent', ['x'], {}, { preset })).params).toEqual({ model: 'usual' });
  const { body } = await plan('audio.transcriptions', ['a.wav'], { form: ['model=other'] }, { preset });
  expect(body).toMatchObject({ fields: [{ name: 'file' }, { name: 'model', value: 'other' }] });
});

test('a form is built from words, options and files', async () => {
  const { body } = await plan('images.edits', ['add', 'a hat'], {
    model: 'm',
    set: ['n=2'],
    form: ['image[]=@a.png', 'image[]=@b.png', 'size= 1x1'],
  });
  expect(body).toEqual({
    kind: 'form',
    fields: [
      { name: 'model', value: 'm' },
      { name: 'prompt', value: 'add a hat' },
      { name: 'n', value: '2' },
      { name: 'image[]', path: 'a.png' },
      { name: 'image[]', path: 'b.png' },
      { name: 'size', value: ' 1x1' },
    ],
  });
  expect((await plan('audio.transcriptions', ['talk.mp3'], { model: 'm' })).body).toMatchObject({
    fields: [{ name: 'model' }, { name: 'file', path: 'talk.mp3' }],
  });
});

test('path parameters are given by name, or as words where there is no body', async () => {
  expect((await plan('videos.get', ['vid_1'])).params).toEqual({ task_id: 'vid_1' });
  expect((await plan('videos.get', [], { param: ['task_id=vid_1'] })).params).toEqual({ task_id: 'vid_1' });
  expect((await plan('videos.remix', ['again'], { param: ['video_id=v'] })).params).toEqual({ video_id: 'v' });
});

test.each<[string, RouteId, string[], DraftValues, RegExp]>([
  ['a missing model', 'chat.completions', ['x'], {}, /needs a model: add --model/],
  ['a missing model in the path', 'native.generateContent', ['x'], {}, /needs a model/],
  ['missing words', 'chat.completions', [], { model: 'm' }, /needs messages: add --set messages/],
  ['missing documents', 'rerank', ['q'], { model: 'm' }, /needs documents/],
  ['a missing file', 'images.edits', ['x'], { model: 'm' }, /needs image: add --form image/],
  ['a missing parameter', 'videos.get', [], {}, /--param task_id=/],
  ['an unknown parameter', 'videos.get', ['x'], { param: ['toString=1'] }, /no path parameter "toString"/],
  ['words for a listing', 'models', ['x'], {}, /takes no words \(x\)/],
  ['a body for a listing', 'models', [], { body: '{}' }, /takes no body/],
  ['a stream where there is none', 'embeddings', ['x'], { model: 'm', stream: true }, /cannot stream/],
  ['a form for JSON', 'chat.completions', ['x'], { model: 'm', form: ['a=b'] }, /use --set/],
  ['JSON for a form', 'images.edits', ['x'], { body: '{}' }, /use --form/],
  ['a conversation', 'realtime', [], {}, /WebSocket/],
  ['a header without a colon', 'models', [], { header: ['x=1'] }, /Name: value/],
])('%s is refused before anything is sent', async (_name, id, words, values, message) => {
  await expect(plan(id, words, values)).rejects.toThrow(message);
});

test('a file route takes one file, or standard input as one', async () => {
  const { body } = await plan('audio.transcriptions', ['-'], { model: 'm' });
  expect(body).toMatchObject({ fields: [{ name: 'model' }, { name: 'file', path: '-' }] });
  await expect(plan('audio.transcriptions', ['my', 'talk.wav'], { model: 'm' })).rejects.toThrow(/takes one file/);
  await expect(plan('audio.transcriptions', [], { model: 'm' })).rejects.toThrow(
    /needs a file: .*--form file=@FILE\.$/,
  );
  await expect(plan('images.edits', ['hat'], { model: 'm' })).rejects.toThrow(/--form image=@FILE\.$/);
});

test('options of the custom route are refused elsewhere', async () => {
  for (const values of [{ path: '/x' }, { 'key-style': 'query' }, { method: 'PUT' }] as const)
    await expect(plan('responses', ['Hi'], { model: 'm', ...values })).rejects.toThrow(/only for the route custom/);
});

test('the draft contains everything, files as placeholders', async () => {
  const made = await plan('audio.transcriptions', ['talk.mp3'], {
    model: 'm',
    query: ['a=b=c'],
    header: ['X-Test:  1 '],
    'allow-misuse': true,
  });
  const draft = await finishDraft(made, 'c1', async (path) => ({
    id: `id of ${path}`,
    name: path,
    type: '',
    sizeBytes: 1,
  }));
  expect(draft).toEqual({
    connectionId: 'c1',
    routeId: 'audio.transcriptions',
    params: {},
    query: [['a', 'b=c']],
    headers: [['X-Test', '1']],
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'm' },
        { kind: 'file', name: 'file', fileId: 'id of talk.mp3' },
      ],
    },
    options: { finishAlone: false, allowMisuse: true },
  });
});

test('fields that were added to a stream are named, unless the user decides about them, and any can be left out', async () => {
  const addedTo = async (values: Parameters<typeof plan>[2]) => {
    const { body } = await plan('chat.completions', ['x'], { model: 'm', stream: true, ...values });
    return body.kind === 'json' ? [body.added, Object.keys(JSON.parse(body.text) as object)] : null;
  };
  const fields = ['model', 'messages', 'stream'];
  expect(await addedTo({})).toEqual([['stream_options.include_usage'], [...fields, 'stream_options']]);
  expect(await addedTo({ without: ['stream_options'] })).toEqual([undefined, fields]);
  expect(await addedTo({ set: ['stream_options.include_usage=false'] })).toEqual([
    undefined,
    [...fields, 'stream_options'],
  ]);
  expect(await addedTo({ set: ['top_k=4'], without: ['top_k'] })).toEqual([
    ['stream_options.include_usage'],
    [...fields, 'stream_options'],
  ]);
});
