import { expect, test } from 'vitest';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { newConversation, type Turn } from '../../../../../renderer/panels/chat/model/conversation.ts';
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
  const { prompt, history } = nextOf(conversation, 'Three?');
  expect(prompt).toBe('Three?');
  expect(history.map(({ text }) => text)).toEqual(['One?', 'First.', 'Two?']);
});

test('without a draft the last prompt is compared, after the turns before it', () => {
  const { prompt, history } = nextOf(conversation, '  ');
  expect(prompt).toBe('Two?');
  expect(history.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'One?'],
    ['assistant', 'First.'],
  ]);
});

test('an empty conversation gives an empty comparison', () => {
  expect(nextOf(newConversation('x', 0), '')).toEqual({ prompt: '', history: [] });
});
