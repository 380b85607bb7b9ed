import { useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { type RowQuestion, RowQuestions } from '../../../lib/documents/row-questions.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { chat } from '../chat.ts';
import { composerBox } from '../composer/composer-box.ts';
import { ChatRow } from './chat-row.tsx';
import { editConversation, removeConversation } from './edit-conversation.ts';

/** The conversations of this panel by day, starred ones first, and a search over every message. */
export function ChatList() {
  const words = useStrings().chat.list;
  const openId = useStore(chat(), ({ openId: id }) => id);
  const [subject, setSubject] = useState<ConversationRow | null>(null);
  const [question, setQuestion] = useState<RowQuestion | null>(null);
  const onAsk = (row: ConversationRow, what: RowQuestion) => {
    setSubject(row);
    setQuestion(what);
  };
  return (
    <>
      <LibraryList
        panel="chat"
        words={words}
        addLabel={words.newChat}
        onAdd={() => {
          chat().create();
          composerBox.current?.focus();
        }}
        renderRow={(row) => <ChatRow key={row.id} row={row} selected={row.id === openId} onAsk={onAsk} />}
        onOpenHit={({ conversationId, messageId }) => void chat().openAt(conversationId, messageId)}
      />
      {subject && (
        <RowQuestions
          question={question}
          name={subject.title}
          words={words}
          removeBody={words.removeBody(subject.title)}
          onDone={() => setQuestion(null)}
          onRename={(title) => void editConversation(subject.id, { title })}
          onRemove={() => void removeConversation(subject.id)}
        />
      )}
    </>
  );
}
