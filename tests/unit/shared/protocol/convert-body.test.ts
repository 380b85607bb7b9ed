import { expect, test } from 'vitest';
import { convertBody, recognizeBody } from '../../../../shared/protocol/convert-body.ts';
import type { RouteId } from '../../../../shared/protocol/route.ts';

const chat = 'chat.completions';
const native = 'native.generateContent';

function convert(body: unknown, from: RouteId, to: RouteId, model?: string) {
  const converted = convertBody(JSON.stringify(body), from, to, model);
  if (!converted) throw new Error('not converted');
  return { ...converted, body: JSON.parse(converted.text) };
}

const weather = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

const chatBody = {
  model: 'm-1',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"celsius":7}' },
  ],
  temperature: 0.5,
  top_p: 0.9,
  max_tokens: 100,
  stream: true,
  tools: [{ type: 'function', function: { name: 'weather', description: 'Now', parameters: weather } }],
  tool_choice: { type: 'function', function: { name: 'weather' } },
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: weather } },
};

test('chat becomes responses', () => {
  const { body, model, unmapped } = convert(chatBody, chat, 'responses');
  expect(unmapped).toEqual([]);
  expect(model).toBe('m-1');
  expect(body).toEqual({
    model: 'm-1',
    instructions: 'Be brief.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        ],
      },
      { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Bern"}' },
      { type: 'function_call_output', call_id: 'c1', output: '{"celsius":7}' },
    ],
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 100,
    stream: true,
    text: { format: { type: 'json_schema', name: 'answer', schema: weather } },
    tools: [{ type: 'function', name: 'weather', description: 'Now', parameters: weather }],
    tool_choice: { type: 'function', name: 'weather' },
  });
});

test('chat becomes native, the model moves to the path', () => {
  const { body, model, unmapped } = convert(chatBody, chat, native);
  expect(model).toBe('m-1');
  expect(unmapped).toEqual(['stream']);
  expect(body).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
      { role: 'model', parts: [{ functionCall: { name: 'weather', args: { city: 'Bern' } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { celsius: 7 } } }] },
    ],
    generationConfig: {
      temperature: 0.5,
      topP: 0.9,
      maxOutputTokens: 100,
      responseMimeType: 'application/json',
      responseJsonSchema: weather,
    },
    tools: [{ functionDeclarations: [{ name: 'weather', description: 'Now', parameters: weather }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
  });
});

test('native becomes chat with the model of the path', () => {
  const { body, unmapped } = convert(
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: {
        topK: 3,
        stopSequences: ['END'],
        thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true },
      },
      tools: [
        {
          functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } }],
        },
        { codeExecution: {} },
      ],
      safetySettings: [],
    },
    native,
    chat,
    'gem',
  );
  expect(body).toEqual({
    model: 'gem',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
    top_k: 3,
    stop: ['END'],
    reasoning_effort: 'low',
    tools: [
      {
        type: 'function',
        function: { name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
      },
    ],
  });
  expect(unmapped).toEqual([
    'tools[1].codeExecution',
    'generationConfig.thinkingConfig.includeThoughts',
    'safetySettings',
  ]);
});

test('responses becomes chat and native', () => {
  const source = {
    model: 'm',
    instructions: 'Be brief.',
    input: 'Hi',
    max_output_tokens: 9,
    reasoning: { effort: 'high', summary: 'auto' },
    text: { verbosity: 'low', format: { type: 'json_object' } },
    tools: [{ type: 'web_search' }, { type: 'mcp', server_label: 'x' }],
    previous_response_id: 'r1',
  };
  expect(convert(source, 'responses', chat)).toMatchObject({
    body: {
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      max_tokens: 9,
      reasoning_effort: 'high',
      verbosity: 'low',
      response_format: { type: 'json_object' },
      web_search_options: {},
    },
    unmapped: ['tools[1]', 'reasoning.summary', 'previous_response_id'],
  });
  expect(convert(source, 'responses', native)).toMatchObject({
    body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], tools: [{ googleSearch: {} }] },
    unmapped: ['tools[1]', 'reasoning.summary', 'previous_response_id', 'text.verbosity'],
  });
});

test('a body that is converted there and back is equivalent', () => {
  const { stream: _, ...still } = chatBody;
  for (const other of ['responses', native] as const) {
    const there = convert(still, chat, other);
    const back = convert(there.body, other, chat, 'm-1');
    const calls = back.body.messages[2].tool_calls;
    const id = calls[0].id;
    expect(back.body).toEqual({
      ...still,
      messages: [
        still.messages[0],
        still.messages[1],
        { ...still.messages[2], tool_calls: [{ ...still.messages[2]?.tool_calls?.[0], id }] },
        { ...still.messages[3], tool_call_id: id },
      ],
    });
  }
});

test('audio, files and what cannot be converted', () => {
  const body = {
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC', filename: 'a.pdf' } },
          { type: 'file', file: { file_id: 'file-1' } },
          { type: 'video_url', video_url: { url: 'https://x.test/v' } },
        ],
      },
    ],
  };
  expect(convert(body, chat, native)).toMatchObject({
    body: {
      contents: [
        {
          parts: [
            { inlineData: { mimeType: 'audio/mp3', data: 'BBBB' } },
            { inlineData: { mimeType: 'application/pdf', data: 'CCCC' } },
          ],
        },
      ],
    },
    unmapped: ['messages[0].content[3]', 'file file-1'],
  });
  expect(convert(body, chat, 'responses').body.input[0].content).toEqual([
    { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
    { type: 'input_file', file_data: 'data:application/pdf;base64,CCCC', filename: 'a.pdf' },
    { type: 'input_file', file_id: 'file-1' },
  ]);
});

test('a body that belongs to no text route is not converted', () => {
  expect(convertBody('{', chat, native)).toBeNull();
  expect(convertBody('[]', chat, native)).toBeNull();
  expect(convertBody('{}', 'embeddings', native)).toBeNull();
  expect(convert({}, chat, native).body).toEqual({ contents: [] });
});

test('inherited members are not read and prototypes are not written', () => {
  const hostile = JSON.parse(
    '{"model":"m","messages":[{"role":"user","content":"x","__proto__":{"polluted":1}}],"__proto__":{"polluted":1},"constructor":1}',
  );
  for (const to of ['responses', native] as const) convert(hostile, chat, to);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a body is recognized by the field that carries its prompt', () => {
  expect(recognizeBody({ messages: [] })).toEqual({ format: chat, field: 'messages' });
  expect(recognizeBody({ contents: [] })).toEqual({ format: native, field: 'contents' });
  expect(recognizeBody({ input: 'x' })).toEqual({ format: 'responses', field: 'input' });
  expect(recognizeBody({ prompt: 'x' })).toBeNull();
  expect(recognizeBody([])).toBeNull();
});
