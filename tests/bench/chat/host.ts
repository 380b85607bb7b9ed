// The browser host with a demo gateway and conversations of several lengths: host.ts <tokens per second> <messages ...>
import { emptyAnswer } from '../../../renderer/panels/chat/model/answer.ts';
import { newConversation, type Turn } from '../../../renderer/panels/chat/model/conversation.ts';
import { rowOf } from '../../../renderer/panels/chat/model/stored-conversation.ts';
import { openDemoHost } from '../demo-host.ts';
import { messageText } from './texts.ts';

const [pace = '', ...lengths] = process.argv.slice(2);
const { handlers, connection, signal, serve } = await openDemoHost(Number(pace));

for (const [number, length] of lengths.entries()) {
  const turns = Array.from({ length: Number(length) }, (_, at): Turn => {
    const node = { id: `t${at}`, parentId: at === 0 ? null : `t${at - 1}`, createdAt: at };
    const text = messageText(at);
    if (at % 2 === 0) return { ...node, role: 'user', text, attachments: [] };
    const answer = { ...emptyAnswer, state: 'done' as const, text, finishReason: 'stop', status: 200 };
    const { id: connectionId } = connection;
    return {
      ...node,
      role: 'assistant',
      routeId: 'chat.completions',
      connectionId,
      model: 'demo-long',
      exchangeId: null,
      answer,
    };
  });
  const conversation = {
    ...newConversation(`c${number}`, 0, { connectionId: connection.id, model: 'demo-long' }),
    // Without the names, each opening would look for the record of the newest reply.
    connectionName: connection.name,
    title: `${length} messages`,
    named: true,
    turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])),
  };
  const { parts: saved = [], ...row } = rowOf(conversation);
  const parts = saved.map(({ id, write }) => ({ id, ...write() }));
  await handlers.library.save(
    {
      ...row,
      parts: parts.map(({ id, content }) => ({ id, content })),
      passages: parts.map(({ id, text }) => ({ messageId: id, text })),
      revision: 0,
    },
    { signal },
  );
}
await serve();
