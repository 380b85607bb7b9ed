import { expect, test } from 'vitest';
import { fileToken } from '#shared/protocol/compose/inline-file.ts';
import { setParameter, type TextRouteId, textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { bodyBytes, compose, isQuick, writeAhead } from '../../../../../renderer/panels/chat/model/compose-body.ts';
import {
  type Conversation,
  newConversation,
  type Turn,
} from '../../../../../renderer/panels/chat/model/conversation.ts';

const image = { id: 'f1', name: 'shelf.png', type: 'image/png', sizeBytes: 10 };
const audio = { id: 'f2', name: 'a.wav', type: 'audio/wav', sizeBytes: 10 };
const notes = { id: 'f3', name: 'n.txt', type: 'text/plain', sizeBytes: 2 };

const turns: Turn[] = [
  {
    id: 'u1',
    parentId: null,
    createdAt: 1,
    role: 'user',
    text: 'What is this?',
    attachments: [
      { file: image, text: null },
      { file: audio, text: null },
      { file: notes, text: 'hi' },
    ],
  },
  {
    id: 'a1',
    parentId: 'u1',
    createdAt: 2,
    role: 'assistant',
    routeId: 'responses',
    connectionId: 'c',
    model: 'm',
    exchangeId: 'x',
    answer: {
      ...emptyAnswer,
      state: 'done',
      text: 'Let me look.',
      answerId: 'resp_1',
      calls: [{ index: 0, id: 'call_1', name: 'look', arguments: '{"at":"shelf"}', valid: true }],
    },
  },
  {
    id: 't1',
    parentId: 'a1',
    createdAt: 3,
    role: 'tool',
    outputs: [{ callId: 'call_1', name: 'look', output: '{"seen":"books"}' }],
  },
  { id: 'u2', parentId: 't1', createdAt: 4, role: 'user', text: 'And now?', attachments: [] },
];

const chat = (routeId: TextRouteId, change: Partial<Conversation> = {}): Conversation =>
  newConversation('c1', 0, { routeId, model: 'demo-chat', system: 'Be brief.', ...change });
const bodyOf = (conversation: Conversation, sent = turns) => JSON.parse(compose(conversation, sent).text);

test('chat completions: parts, calls and tool results in their own shapes, usage requested when streaming', () => {
  const composed = compose(chat('chat.completions'), turns);
  expect(JSON.parse(composed.text)).toEqual({
    model: 'demo-chat',
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${fileToken('f1')}` } },
          { type: 'input_audio', input_audio: { data: fileToken('f2'), format: 'wav' } },
          { type: 'text', text: 'n.txt:\nhi' },
        ],
      },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":"shelf"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"seen":"books"}' },
      { role: 'user', content: 'And now?' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(composed.inline).toEqual([
    { token: fileToken('f1'), fileId: 'f1', name: 'shelf.png', sizeBytes: 10 },
    { token: fileToken('f2'), fileId: 'f2', name: 'a.wav', sizeBytes: 10 },
  ]);
});

test('responses: flat tools, plain input for one plain turn, server-side conversation on request', () => {
  const one = [turns[3]!];
  expect(bodyOf(chat('responses'), one).input).toBe('And now?');
  expect(bodyOf(chat('responses')).input).toHaveLength(5);
  const kept = chat('responses', {
    parameters: setParameter({}, 'responses', 'previous_response_id', { on: true, value: true }),
  });
  const body = bodyOf(kept);
  expect(body.previous_response_id).toBe('resp_1');
  expect(body.input).toEqual([
    { type: 'function_call_output', call_id: 'call_1', output: '{"seen":"books"}' },
    { role: 'user', content: 'And now?' },
  ]);
});

test('native: the model stays out of the body, roles and results are the native ones', () => {
  const body = bodyOf(chat('native.generateContent'));
  expect(body).not.toHaveProperty('model');
  expect(body.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] });
  expect(body.contents.map((content: { role: string }) => content.role)).toEqual(['user', 'model', 'user', 'user']);
  expect(body.contents[1].parts[1]).toEqual({ functionCall: { name: 'look', args: { at: 'shelf' } } });
  expect(body.contents[2].parts[0]).toEqual({ functionResponse: { name: 'look', response: { seen: 'books' } } });
});

test('a refusal goes back as the reply that it took the place of', () => {
  const [prompt, reply] = turns as [Turn, Extract<Turn, { role: 'assistant' }>];
  const refused = { ...reply, answer: { ...emptyAnswer, state: 'done' as const, refusal: 'I will not.' } };
  for (const routeId of textRouteIds)
    expect(compose(chat(routeId), [prompt, refused]).text, routeId).toContain('I will not.');
});

test('tools and a schema take the form of each protocol', () => {
  const change: Partial<Conversation> = {
    tools: [{ name: 'look', description: 'Looks', parameters: '{"type":"object"}' }],
    schema: { on: true, name: 'reply', text: '{"type":"object"}' },
  };
  expect(bodyOf(chat('chat.completions', change))).toMatchObject({
    tools: [{ type: 'function', function: { name: 'look', description: 'Looks', parameters: { type: 'object' } } }],
    response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema: { type: 'object' } } },
  });
  expect(bodyOf(chat('responses', change))).toMatchObject({
    tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }],
    text: { format: { type: 'json_schema', name: 'reply', schema: { type: 'object' } } },
  });
  expect(bodyOf(chat('native.generateContent', change))).toMatchObject({
    tools: [{ functionDeclarations: [{ name: 'look', parameters: { type: 'object' } }] }],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } },
  });
});

test('an unselected parameter is absent, a selected one is sent, an invalid one is reported and left out', () => {
  const off = chat('chat.completions', {
    parameters: setParameter({}, 'chat.completions', 'temperature', { on: false, value: 0.2 }),
  });
  expect(bodyOf(off)).not.toHaveProperty('temperature');
  const on = chat('chat.completions', {
    parameters: setParameter(
      setParameter({}, 'chat.completions', 'temperature', { on: true, value: 0 }),
      'chat.completions',
      'metadata',
      { on: true, value: '{broken' },
    ),
  });
  expect(bodyOf(on).temperature).toBe(0);
  expect(compose(on, turns).problems).toEqual(['metadata']);
  expect(bodyOf(on)).not.toHaveProperty('metadata');
  const nested = chat('native.generateContent', {
    parameters: setParameter({}, 'native.streamGenerateContent', 'generationConfig.temperature', {
      on: true,
      value: 0.5,
    }),
  });
  expect(bodyOf(nested).generationConfig).toEqual({ temperature: 0.5 });
});

test('a hand-written body is sent as it is, byte for byte', () => {
  const text = '{ "model":"x",  "messages": [],"stream":true }';
  const typed = chat('chat.completions', { override: text });
  expect(compose(typed, turns).text).toBe(text);
});

test('the size of a body counts each file as the base64 it is sent as', () => {
  const composed = compose(chat('chat.completions'), turns);
  const sent = composed.inline.reduce(
    (text, { token, sizeBytes }) => text.replaceAll(token, Buffer.alloc(sizeBytes).toString('base64')),
    composed.text,
  );
  expect(composed.sizeBytes).toBe(Buffer.byteLength(sent));
  expect(bodyBytes(composed)).toBe(Buffer.byteLength(sent));
  const twice = { ...composed, text: composed.text + composed.text };
  expect(bodyBytes(twice)).toBe(2 * Buffer.byteLength(sent));
  const large = { token: 'patchbay-file:large', fileId: 'large', name: 'p.png', sizeBytes: 600_287 };
  expect(bodyBytes({ text: '"patchbay-file:large"', inline: [large] })).toBe(800_386);
});

test('the size of a long body is exact whatever its characters and wherever a part of it ends', () => {
  const texts = ['x'.repeat(200_000), `${'x'.repeat(65_535)}🛰️${'字'.repeat(70_000)}`, `${'🛰'.repeat(40_000)}é`, ''];
  for (const text of texts) expect(bodyBytes({ text, inline: [] })).toBe(Buffer.byteLength(text));
});

test.each(textRouteIds)('%s: a body joined from its turns is the same text, and has its size', (routeId) => {
  const texts = ['{"a": 1}\n  "b"', 'ÄÖ 网关 😀', `a pasted ${fileToken('f1')}`, ''];
  const many = [
    ...turns,
    ...texts.map(
      (text, at): Turn => ({ id: `more ${at}`, parentId: 'u2', createdAt: 5, role: 'user', text, attachments: [] }),
    ),
  ];
  for (const sent of [[], many.slice(0, 1), many.slice(3, 4), many])
    for (const system of ['', `Be brief. ${fileToken('f1')}`]) {
      const composed = compose(chat(routeId, { system }), sent);
      expect(composed.text).toBe(JSON.stringify(JSON.parse(composed.text), null, 2));
      expect(composed.sizeBytes).toBe(bodyBytes(composed));
    }
});

test('a turn is written once, a changed one again, and a long conversation ahead of its use', async () => {
  let read = 0;
  const counted = (text: string): Turn => ({
    ...(turns[3] as Extract<Turn, { role: 'user' }>),
    get text() {
      read += 1;
      return text;
    },
  });
  const long = Array.from({ length: 1000 }, (_, at) => counted(`text ${at}`));
  expect(isQuick(chat('chat.completions'), long)).toBe(false);
  await writeAhead(chat('chat.completions'), long, new AbortController().signal);
  expect(isQuick(chat('chat.completions'), long)).toBe(true);
  const before = read;
  expect(compose(chat('chat.completions'), long).text).toContain('text 999');
  expect(read).toBe(before);
  expect(compose(chat('chat.completions'), [...long.slice(1), counted('changed')]).text).toContain('changed');
  expect(read).toBeGreaterThan(before);
  expect(read).toBeLessThan(before + 10);
});
