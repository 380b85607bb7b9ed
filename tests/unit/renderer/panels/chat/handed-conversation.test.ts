import { expect, test } from 'vitest';
import { newConversation, shownTurns } from '../../../../../renderer/panels/chat/model/conversation.ts';
import { withHandedTurns } from '../../../../../renderer/panels/chat/model/handed-conversation.ts';

test('a conversation that was held elsewhere is shown in order, with its replies complete', () => {
  let count = 0;
  const made = withHandedTurns(
    newConversation('x', 0),
    {
      connectionId: 'c',
      keyId: null,
      routeId: 'responses',
      model: 'm',
      system: '',
      parameters: {},
      turns: [
        { role: 'user', text: 'One?', attachments: [] },
        { role: 'assistant', text: 'First.' },
      ],
    },
    () => `t${++count}`,
    5,
  );
  expect(made.title).toBe('One?');
  expect(shownTurns(made)).toMatchObject([
    { role: 'user', text: 'One?', parentId: null },
    { role: 'assistant', model: 'm', routeId: 'responses', parentId: 't1', answer: { state: 'done', text: 'First.' } },
  ]);
});
