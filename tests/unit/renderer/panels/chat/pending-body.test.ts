import { expect, test } from 'vitest';
import { pendingBody } from '../../../../../renderer/panels/chat/composer/pending-request.ts';
import { addTurn, newConversation } from '../../../../../renderer/panels/chat/model/conversation.ts';

const conversation = addTurn(newConversation('c', 0, { model: 'm', connectionId: 'g' }), {
  id: 'u',
  parentId: null,
  createdAt: 1,
  role: 'user',
  text: 'asked before',
  attachments: [],
});
const messagesIn = (text: string) => (JSON.parse(text) as { messages: { content: string }[] }).messages;

test('what is typed stands behind the turns; without it they stand alone', () => {
  const contents = (text: string) =>
    messagesIn(pendingBody(conversation, { text, uploads: [] }).text).map(({ content }) => content);
  expect(contents('typed')).toEqual(['asked before', 'typed']);
  expect(contents('  ')).toEqual(['asked before']);
});

test('all that show the body get the one that was composed, until something of it changes', () => {
  const uploads: never[] = [];
  const first = pendingBody(conversation, { text: 'typed', uploads });
  expect(pendingBody(conversation, { text: 'typed', uploads })).toBe(first);
  expect(pendingBody(conversation, { text: 'typed on', uploads })).not.toBe(first);
  expect(pendingBody({ ...conversation, model: 'n' }, { text: 'typed', uploads }).text).toContain('"n"');
});
