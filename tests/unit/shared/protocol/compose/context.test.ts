import { expect, test } from 'vitest';
import { collectFiles } from '#shared/protocol/compose/compose.ts';
import { entriesOf, turnsFor } from '#shared/protocol/compose/context.ts';
import { fileToken } from '#shared/protocol/compose/inline-file.ts';
import type { PromptReplyTurn, PromptTarget, PromptTurn } from '#shared/protocol/compose/material.ts';
import type { ReplyForm } from '#shared/protocol/part.ts';

const ask = (text: string): PromptTurn => ({ role: 'user', text, attachments: [] });
const outputs = (...ids: string[]): PromptTurn => ({
  role: 'tool',
  outputs: ids.map((callId) => ({ callId, name: 'f', output: '1' })),
});
const call = (id: string) => ({ id, name: 'f', arguments: '{}' });
const reply = (routeId: PromptReplyTurn['routeId'], answer: Partial<PromptReplyTurn['answer']>): PromptReplyTurn => ({
  role: 'assistant',
  routeId,
  connectionId: 'c',
  model: 'm',
  answer: { text: '', calls: [], answerId: null, ...answer },
});

function entries(turns: PromptTurn[], target: Partial<PromptTarget> = {}): { list: unknown[]; files: string[] } {
  const to: PromptTarget = {
    routeId: 'chat.completions',
    connectionId: 'c',
    model: 'm',
    sendsImages: true,
    sendsForms: true,
    storesNothing: false,
    ...target,
  };
  const { base64Of, inline } = collectFiles();
  const list = turnsFor(turns, to).flatMap((turn) => entriesOf(to.routeId, turn, base64Of));
  return { list, files: inline().map(({ fileId }) => fileId) };
}

const chatForm: ReplyForm = {
  protocol: 'chat.completions',
  entries: [
    {
      role: 'assistant',
      reasoning_content: 'why',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'ENC' }],
      content: '<think>why</think>So',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' }, extra_content: { google: { s: 1 } } },
      ],
    },
  ],
};
const withCall = reply('chat.completions', { text: 'So', calls: [call('c1')], form: chatForm });

test('chat: a reply with calls goes back as received, with its reasoning and the signatures of its calls', () => {
  const { list } = entries([ask('?'), withCall, outputs('c1')]);
  expect(list[1]).toEqual(chatForm.entries[0]);
});

test('chat: a reply of nothing but sealed reasoning has an empty content, since null needs calls', () => {
  const form: ReplyForm = {
    protocol: 'chat.completions',
    entries: [{ role: 'assistant', opaque: 's', content: null }],
  };
  const [, sent] = entries([ask('?'), reply('chat.completions', { form }), ask('!')]).list;
  expect(sent).toEqual({ role: 'assistant', opaque: 's', content: '' });
});

test('chat: reasoning goes back with calls and the replies to their outputs, opaque fields always', () => {
  const message = { role: 'assistant', reasoning: 'r', opaque: 's', content: 'Done' };
  const plain = reply('chat.completions', {
    text: 'Done',
    form: { protocol: 'chat.completions', entries: [message] },
  });
  expect(entries([ask('?'), withCall, outputs('c1'), plain]).list[3]).toEqual(message);
  expect(entries([ask('?'), plain, ask('!')]).list[1]).toEqual({ role: 'assistant', opaque: 's', content: 'Done' });
});

test.each<[string, Partial<PromptTarget>]>([
  ['another model', { model: 'other' }],
  ['another connection', { connectionId: 'd' }],
  ['a target without forms', { sendsForms: false }],
])('a reply goes to %s as text and calls only', (_name, target) => {
  expect(entries([ask('?'), withCall, outputs('c1')], target).list[1]).toEqual({
    role: 'assistant',
    content: 'So',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  });
});

test('a reply goes to another protocol as text and calls only', () => {
  expect(entries([ask('?'), withCall], { routeId: 'responses' }).list.slice(1)).toEqual([
    { role: 'assistant', content: [{ type: 'output_text', text: 'So' }] },
    { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
  ]);
});

const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: null, status: null };
const sealed = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'ENC' };
const called = { id: 'fc_1', type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
const nameless = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
const responsesReply = (items: Record<string, unknown>[], isUnstored?: true) =>
  reply('responses', {
    calls: [call('c1')],
    form: { protocol: 'responses', entries: items, ...(isUnstored ? { isUnstored } : {}) },
  });
const itemsOf = (turn: PromptTurn, target: Partial<PromptTarget> = {}) =>
  entries([ask('?'), turn, outputs('c1')], { routeId: 'responses', ...target }).list.slice(1, -1);

test('responses: items go back in order, without empty fields', () => {
  expect(itemsOf(responsesReply([reasoning, called]))).toEqual([
    { id: 'rs_1', type: 'reasoning', summary: [] },
    called,
  ]);
});

test('responses: where nothing is stored, items that are only an id are left out, and no id refers to them', () => {
  const search = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
  expect(itemsOf(responsesReply([reasoning, search, called], true))).toEqual([nameless]);
  expect(itemsOf(responsesReply([reasoning, called]), { storesNothing: true })).toEqual([nameless]);
  expect(itemsOf(responsesReply([sealed, called], true))).toEqual([sealed, called]);
  const own = { id: 'rs_2', type: 'reasoning', content: [{ type: 'reasoning_text', text: 'r' }] };
  expect(itemsOf(responsesReply([own, called], true))).toEqual([own, called]);
});

test('responses: reasoning never goes back without the item that followed it', () => {
  expect(itemsOf(responsesReply([called, sealed]))).toEqual([nameless]);
});

test('native: parts go back as received; calls and outputs have an id only if the model gave one', () => {
  const parts = [
    { text: '', thoughtSignature: 'S0' },
    { functionCall: { name: 'f', id: 'x', args: {} }, thoughtSignature: 'S' },
  ];
  const native = reply('native.generateContent', { calls: [call('x')], form: { protocol: 'native', entries: parts } });
  const to = { routeId: 'native.streamGenerateContent' } as const;
  expect(entries([ask('?'), native, outputs('x')], to).list.slice(1)).toEqual([
    { role: 'model', parts },
    { role: 'user', parts: [{ functionResponse: { id: 'x', name: 'f', response: { result: '1' } } }] },
  ]);
  expect(JSON.stringify(entries([ask('?'), withCall, outputs('c1')], to).list)).not.toContain('c1');
  const bare = reply('native.generateContent', { calls: [call('')] });
  expect(JSON.stringify(entries([ask('?'), bare, outputs('')], to).list)).not.toContain('"id"');
});

test.each(['chat.completions', 'responses'] as const)(
  '%s: a call without an id gets one of its own, in call and output',
  (routeId) => {
    const turns = [ask('?'), reply(routeId, { calls: [call(''), call('')] }), outputs('', '')];
    const { list } = entries([...turns, reply(routeId, { calls: [call('')] }), outputs('')], { routeId });
    const text = JSON.stringify(list);
    for (const id of ['patchbay_call_1', 'patchbay_call_2', 'patchbay_call_3'])
      expect(text.split(`"${id}"`)).toHaveLength(3);
    expect(text).not.toContain('id":""');
  },
);

const file = { id: 'f1', name: 'image-1.png', type: 'image/png', sizeBytes: 9 };
const image = { file };
const drawn = (routeId: PromptReplyTurn['routeId']) =>
  reply(routeId, { text: 'A cat', images: [image, { ...image, isPreview: true }, {}] });
const dataUrl = `data:image/png;base64,${fileToken('f1')}`;

test('images of a reply are sent where the protocol has a place for them, or not at all', () => {
  const on = (routeId: PromptReplyTurn['routeId'], sendsImages = true) =>
    entries([ask('Draw'), drawn(routeId), ask('Bluer')], { routeId, sendsImages });
  expect(on('chat.completions')).toEqual({
    list: [
      { role: 'user', content: 'Draw' },
      { role: 'assistant', content: 'A cat' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Bluer' },
          { type: 'image_url', image_url: { url: dataUrl } },
        ],
      },
    ],
    files: ['f1'],
  });
  expect(on('responses').list[2]).toEqual({
    role: 'user',
    content: [
      { type: 'input_text', text: 'Bluer' },
      { type: 'input_image', image_url: dataUrl },
    ],
  });
  expect(on('native.generateContent').list[1]).toEqual({
    role: 'model',
    parts: [{ text: 'A cat' }, { inlineData: { mimeType: 'image/png', data: fileToken('f1') } }],
  });
  for (const routeId of ['chat.completions', 'responses', 'native.generateContent'] as const)
    expect(on(routeId, false).files).toEqual([]);
});

test('an image that belongs to what goes back as received is sent once, there', () => {
  const parts = [{ inlineData: { mimeType: 'image/png', data: fileToken('f1') }, thoughtSignature: 'S' }];
  const native = reply('native.generateContent', {
    images: [image],
    form: { protocol: 'native', entries: parts, files: [file] },
  });
  const to = { routeId: 'native.generateContent' } as const;
  const sent = entries([ask('Draw'), native, ask('Bluer')], to);
  expect(sent).toMatchObject({ list: [{}, { role: 'model', parts }, { parts: [{ text: 'Bluer' }] }], files: ['f1'] });
  const without = entries([ask('Draw'), native, ask('Bluer')], { ...to, sendsImages: false });
  expect(without).toMatchObject({ list: [{ role: 'user' }, { role: 'user' }], files: [] });
  const item = { id: 'ig_1', type: 'image_generation_call', result: fileToken('f1') };
  const made = reply('responses', { images: [image], form: { protocol: 'responses', entries: [item], files: [file] } });
  const items = entries([ask('Draw'), made, ask('Bluer')], { routeId: 'responses' });
  expect(items).toMatchObject({ list: [{}, item, { role: 'user', content: 'Bluer' }], files: ['f1'] });
});

test('the same turns give the same objects, so that a long conversation is written once', () => {
  const bare = reply('chat.completions', { calls: [call('')] });
  const turns = [ask('?'), withCall, outputs('c1'), drawn('chat.completions'), ask('!'), bare, outputs('')];
  const target = { connectionId: 'c', model: 'm', sendsImages: true, sendsForms: true, storesNothing: false };
  const [first, second] = [1, 2].map(() => turnsFor(turns, { routeId: 'chat.completions', ...target }));
  first?.forEach((turn, at) => {
    expect(turn).toBe(second?.[at]);
  });
});

test('responses: the output of a custom call goes back as such, that of a function beside it does not', () => {
  const form: ReplyForm = {
    protocol: 'responses',
    entries: [
      { type: 'custom_tool_call', id: 'x1', call_id: 'c1', name: 'shell', input: 'ls' },
      { type: 'function_call', id: 'x2', call_id: 'c2', name: 'f', arguments: '{}' },
    ],
  };
  const both = reply('responses', { calls: [call('c1'), call('c2')], form });
  const { list } = entries([ask('?'), both, outputs('c1', 'c2')], { routeId: 'responses' });
  expect(list.slice(3)).toEqual([
    { type: 'custom_tool_call_output', call_id: 'c1', output: '1' },
    { type: 'function_call_output', call_id: 'c2', output: '1' },
  ]);
  const elsewhere = entries([ask('?'), both, outputs('c1')], { routeId: 'responses', model: 'other' });
  expect(elsewhere.list.at(-1)).toEqual({ type: 'function_call_output', call_id: 'c1', output: '1' });
});
