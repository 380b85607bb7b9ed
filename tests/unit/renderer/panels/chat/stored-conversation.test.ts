import { expect, test } from 'vitest';
import { newConversation, type Turn } from '../../../../../renderer/panels/chat/model/conversation.ts';
import { conversationOf, rowOf, storedTurns } from '../../../../../renderer/panels/chat/model/stored-conversation.ts';

test('a conversation whose earlier turns are not read yet is stored with the same end as the whole one', () => {
  const turns = Array.from({ length: 100 }, (_, at): Turn => {
    const node = { id: `t${at}`, parentId: at === 0 ? null : `t${at - 1}`, createdAt: at };
    return { ...node, role: 'user', text: `Message ${at}`, attachments: [] };
  });
  const whole = { ...newConversation('c', 0), turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])) };
  const { content } = rowOf(whole);
  const head = conversationOf({ content, title: '', starred: false });
  const read = turns.filter(({ id }) => storedTurns.first(head).includes(id));
  expect(read).toHaveLength(40);
  const partial = storedTurns.join(head, read, false);
  expect(JSON.parse(rowOf(partial).content).end).toEqual(JSON.parse(content).end);
  expect(JSON.parse(content).end.earlier).toBe(60);
});
