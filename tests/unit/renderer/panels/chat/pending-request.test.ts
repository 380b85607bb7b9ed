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

test('the typed text follows the turns; without it they are sent alone', () => {
  const contents = (text: string) =>
    messagesIn(pendingBody(conversation, { text, uploads: [] }).text).map(({ content }) => content);
  expect(contents('typed')).toEqual(['asked before', 'typed']);
  expect(contents('  ')).toEqual(['asked before']);
});

test('all views of the body share the composed one, until something in it changes', () => {
  const uploads: never[] = [];
  const first = pendingBody(conversation, { text: 'typed', uploads });
  expect(pendingBody(conversation, { text: 'typed', uploads })).toBe(first);
  expect(pendingBody(conversation, { text: 'typed on', uploads })).not.toBe(first);
  expect(pendingBody({ ...conversation, model: 'n' }, { text: 'typed', uploads }).text).toContain('"n"');
});
