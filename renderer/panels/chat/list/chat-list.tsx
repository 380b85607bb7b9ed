import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { client } from '../../../lib/client/client.ts';
import { TotalCost } from '../../../lib/cost/cost-fact.tsx';
import { readStored } from '../../../lib/documents/documents-in-parts.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { type RowQuestion, useRowQuestions } from '../../../lib/documents/row-questions.tsx';
import { type Strings, useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { chat } from '../chat.ts';
import { composerBox } from '../composer/composer-text.ts';
import { repliesOf } from '../model/conversation.ts';
import { conversationOf, storedTurns } from '../model/stored-conversation.ts';
import { exportConversation } from './export-conversation.ts';

/** Lists the conversations by day, starred ones first, with a search over every message. */
export function ChatList() {
  const words = useStrings().chat.list;
  const openId = useStore(chat(), ({ openId: id }) => id);
  const [questions, ask] = useRowQuestions<ConversationRow>({
    nameOf: ({ title }) => title,
    words,
    removeBody: ({ title }) => words.removeBody(title),
    onRename: ({ id }, title) => void editConversation(id, { title }),
    onRemove: ({ id }) => void removeConversation(id),
  });
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
        renderRow={(row) => <ChatRow key={row.id} row={row} selected={row.id === openId} onAsk={ask} />}
        onOpenHit={({ conversationId, messageId }) => void chat().openAt(conversationId, messageId)}
      />
      {questions}
    </>
  );
}

interface ChatRowProps {
  row: ConversationRow;
  selected: boolean;
  onAsk: (row: ConversationRow, question: RowQuestion) => void;
}

/** One conversation of the list, with its menu. */
function ChatRow({ row, selected, onAsk }: ChatRowProps) {
  const [isNear, setNear] = useState(false);
  const words = useStrings().chat;
  const streaming = useStore(chat(), ({ open, runs }) =>
    Object.keys(runs).some((turnId) => open[row.id]?.turns[turnId]),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the pointer and the focus are
    <div
      style={{ display: 'contents' }}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={({ currentTarget }) => setNear(currentTarget.contains(document.activeElement))}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => setNear(currentTarget.contains(relatedTarget))}
    >
      <OpenableRow
        title={row.title || words.list.untitled}
        meta={
          <>
            <RowNote row={row} streaming={streaming} />
            {isNear && !streaming && <RowCost row={row} />}
          </>
        }
        trailing={row.starred && <Icon of={Star} size="s" label={words.list.starred} />}
        selected={selected}
        onOpen={() => void chat().open(row.id)}
        menu={{ label: words.list.more, items: () => rowActs(row, words, (question) => onAsk(row, question)) }}
      />
    </div>
  );
}

function RowNote({ row, streaming }: { row: ConversationRow; streaming: boolean }) {
  const { chat, pieces } = useStrings();
  const { states } = pieces;
  const [turns = '0', state = ''] = row.note.split('|');
  if (streaming) return <RowState intent="live">{states.streaming}</RowState>;
  return (
    <>
      {(state === 'interrupted' || state === 'failed') && <RowState intent="bad">{states[state]}</RowState>}
      {row.model && <span className="cut-text">{row.model}</span>}
      <span>{chat.list.turns(Number(turns))}</span>
    </>
  );
}

/** Returns the menu items of a conversation in the list. */
function rowActs(row: ConversationRow, words: Strings['chat'], ask: (what: RowQuestion) => void): MenuItem[] {
  const exported = (format: 'markdown' | 'json') => exportConversation(row.id, format, words);
  return [
    menuAction('rename', words.list.rename, () => ask('rename')),
    menuAction(
      'star',
      row.starred ? words.list.unstar : words.list.star,
      () => void editConversation(row.id, { starred: !row.starred }),
    ),
    { kind: 'separator', id: 'between' },
    menuAction('markdown', words.list.exportMarkdown, () => void exported('markdown')),
    menuAction('json', words.list.exportJson, () => void exported('json')),
    { kind: 'separator', id: 'before-remove' },
    menuAction('remove', words.list.remove, () => ask('remove'), { danger: true }),
  ];
}

/** Renames or stars a conversation, open or not; the open one stays open. */
async function editConversation(id: string, change: { title?: string; starred?: boolean }): Promise<void> {
  await chat().edit(id, (conversation) => ({
    ...conversation,
    ...change,
    named: conversation.named || change.title !== undefined,
  }));
}

async function removeConversation(id: string): Promise<void> {
  await chat().remove(id);
}

/** A pointer that only passes over the list reads nothing. Milliseconds. */
const restMs = 300;

/** What the replies of a conversation of the list cost together; read when the pointer or the focus rests on its row. */
function RowCost({ row: { id, updatedAt } }: { row: ConversationRow }) {
  const [replies, setReplies] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the conversation was saved
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => {
      exchangesOf(id).then(
        (found) => isGone || setReplies(found),
        // A conversation that cannot be read has no cost to show; opening it says why.
        () => undefined,
      );
    }, restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, updatedAt]);
  return replies.length > 0 && <TotalCost exchangeIds={replies} />;
}

async function exchangesOf(id: string): Promise<string[]> {
  const found = await readStored(client.library, id);
  if (!found) return [];
  const conversation = conversationOf(found.stored);
  const turns = found.parts.map(({ content }) => storedTurns.read(content));
  return repliesOf(turns.length === 0 ? conversation : storedTurns.join(conversation, turns, true));
}
