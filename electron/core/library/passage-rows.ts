import type { Database } from '../store/database.ts';

export interface PassageRows {
  /**
   * Makes these the passages of a conversation. A changed one gets a new id, so that an id stands for one text for ever.
   *
   * @returns ids that are gone.
   */
  replace(conversationId: string, passages: readonly { messageId: string; text: string }[]): number[];
}

export function createPassageRows({ sql }: Database): PassageRows {
  const ofConversation = sql.prepare('SELECT id, message_id, text FROM passages WHERE conversation_id = ?');
  const insert = sql.prepare('INSERT INTO passages (conversation_id, message_id, text) VALUES (?, ?, ?)');
  const remove = sql.prepare('DELETE FROM passages WHERE id = ?');
  return {
    replace(conversationId, passages) {
      const wanted = byMessage(passages);
      const gone: number[] = [];
      for (const { id, message_id: messageId, text } of ofConversation.all(conversationId)) {
        if (wanted.get(String(messageId)) === text) wanted.delete(String(messageId));
        else gone.push(Number(id));
      }
      for (const id of gone) remove.run(id);
      for (const [messageId, text] of wanted) insert.run(conversationId, messageId, text);
      return gone;
    },
  };
}

/** The texts of one message become one; a message without text has no passage. */
function byMessage(passages: readonly { messageId: string; text: string }[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { messageId, text } of passages) {
    const known = texts.get(messageId);
    if (text !== '') texts.set(messageId, known === undefined ? text : `${known}\n${text}`);
  }
  return texts;
}
