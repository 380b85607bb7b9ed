import { expect, test } from 'vitest';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { newConversation, type Turn } from '../../../../../renderer/panels/chat/model/conversation.ts';
import { toolsAndSchema } from '../../../../../renderer/panels/chat/model/tools-and-schema.ts';
import { nextOf } from '../../../../../renderer/panels/chat/thread/compare-with.ts';

const turns = {
  u1: { id: 'u1', parentId: null, role: 'user', text: 'One?', attachments: [] },
  a1: {
    id: 'a1',
    parentId: 'u1',
    role: 'assistant',
    routeId: 'responses',
    connectionId: 'c',
    model: 'm',
    exchangeId: null,
    answer: { ...emptyAnswer, state: 'done', text: 'First.' },
  },
  u2: { id: 'u2', parentId: 'a1', role: 'user', text: 'Two?', attachments: [] },
} as unknown as Record<string, Turn>;
const conversation = { ...newConversation('x', 0), turns };

test('a draft is compared after all turns of the conversation', () => {
  const { prompt, history } = nextOf(conversation, { text: 'Three?', attachments: [] });
  expect(prompt).toBe('Three?');
  expect(history.map(({ text }) => text)).toEqual(['One?', 'First.', 'Two?']);
});

test('without a draft the last prompt is compared, after the turns before it', () => {
  const { prompt, history } = nextOf(conversation, { text: '  ', attachments: [] });
  expect(prompt).toBe('Two?');
  expect(history.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'One?'],
    ['assistant', 'First.'],
  ]);
});

test('an empty conversation gives an empty comparison', () => {
  expect(nextOf(newConversation('x', 0), { text: '', attachments: [] })).toEqual({
    prompt: '',
    attachments: [],
    history: [],
  });
});

test('files of the draft come along, also without a text', () => {
  const file = { file: { id: 'f', name: 'a.txt', type: 'text/plain', sizeBytes: 1 }, text: 'a' };
  const { prompt, attachments, history } = nextOf(conversation, { text: '', attachments: [file] });
  expect({ prompt, attachments }).toEqual({ prompt: '', attachments: [file] });
  expect(history).toHaveLength(3);
});

test('tools and the schema of the draft come along as they would be sent', () => {
  const tool = { id: 't', name: 'look_up', description: 'Looks up', parameters: '{"type":"object"}' };
  const withTools = {
    ...conversation,
    tools: [tool],
    schema: { on: true, name: '', text: '{"type":"string"}' },
  } as unknown as typeof conversation;
  expect(toolsAndSchema(withTools)).toEqual({
    tools: [{ name: 'look_up', description: 'Looks up', schema: { type: 'object' } }],
    schema: { name: 'answer', schema: { type: 'string' } },
    problems: [],
  });
});
