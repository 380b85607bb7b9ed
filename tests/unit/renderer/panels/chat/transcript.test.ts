import { expect, test } from 'vitest';
import { toJson, toMarkdown } from '../../../../../renderer/panels/chat/list/export-conversation.ts';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { addTurn, newConversation } from '../../../../../renderer/panels/chat/model/conversation.ts';
import { textOf } from '../../../../../renderer/panels/chat/model/stored-conversation.ts';

const words = {
  label: (name: string) => `${name}:`,
  system: 'System',
  you: 'You',
  reasoning: 'Reasoning',
  toolCall: (name: string) => `Call ${name}`,
  toolOutput: (name: string) => `Output of ${name}`,
  interrupted: 'Interrupted',
};

const chat = [
  { id: 'u1', parentId: null, createdAt: 1, role: 'user' as const, text: 'Question one', attachments: [] },
  {
    id: 'a1',
    parentId: 'u1',
    createdAt: 2,
    role: 'assistant' as const,
    routeId: 'responses' as const,
    connectionId: 'c',
    model: 'demo-chat',
    exchangeId: 'x',
    answer: {
      ...emptyAnswer,
      text: 'An answer',
      reasoning: 'Some thought',
      calls: [{ index: 0, id: 'c', name: 'f', arguments: '{"a":"```"}', valid: true }],
    },
  },
].reduce(addTurn, newConversation('c1', 0, { title: 'Talk', system: 'Be brief.' }));

test('the transcript names each speaker and fences text that contains fences', () => {
  const text = toMarkdown(chat, words);
  expect(text).toContain('# Talk');
  expect(text).toContain('## You\n\nQuestion one');
  expect(text).toContain('## demo-chat');
  expect(text).toContain('````json\n{"a":"```"}\n````');
});

test('the JSON export reads back as the same conversation', () => {
  expect(JSON.parse(toJson(chat))).toEqual({ format: 'patchbay-conversation', version: 1, conversation: chat });
});

test('a search finds every turn, including the reasoning', () => {
  expect(Object.values(chat.turns).map(textOf)).toEqual(['Question one', 'An answer\nSome thought']);
});
