import { client } from '../../../lib/client.ts';
import { chat } from '../chat.ts';

/** Changes the name or the star of a conversation, open or not; the open one stays open. */
export async function editConversation(id: string, change: { title?: string; starred?: boolean }): Promise<void> {
  const before = chat().getState().openId;
  await chat().open(id);
  chat().change((conversation) => ({
    ...conversation,
    ...change,
    named: conversation.named || change.title !== undefined,
  }));
  if (before !== id) await chat().open(before);
}

export async function removeConversation(id: string): Promise<void> {
  chat().forget(id);
  await client.library.remove({ id });
}
