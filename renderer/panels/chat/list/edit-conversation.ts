import { chat } from '../chat.ts';

/** Changes the name or the star of a conversation, open or not; the open one stays open. */
export async function editConversation(id: string, change: { title?: string; starred?: boolean }): Promise<void> {
  await chat().edit(id, (conversation) => ({
    ...conversation,
    ...change,
    named: conversation.named || change.title !== undefined,
  }));
}

export async function removeConversation(id: string): Promise<void> {
  await chat().remove(id);
}
