import { Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { dayGroup } from '../../../lib/format.ts';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { ListCaption } from '../../../ui/list-row.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { chat } from '../chat.ts';
import s from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';
import type { RowQuestion } from './row-acts.ts';

const searchHits = lazyModule(() => import('./search-hits.tsx'));
const rowDialogs = lazyModule(() => import('./row-dialogs.tsx'));

/** The conversations of this panel by day, starred ones first, and a search over every message. */
export function ChatList() {
  const words = useStrings().chat.list;
  const { data: rows = [] } = useAsk('library', 'conversations', { panel: 'chat' });
  const openId = useStore(chat(), ({ openId: id }) => id);
  const [searching, setSearching] = useState(false);
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const hits = useLazyModule(searchHits, searching);
  const [subject, setSubject] = useState<ConversationRow | null>(null);
  const [question, setQuestion] = useState<RowQuestion | null>(null);
  const dialogs = useLazyModule(rowDialogs, subject !== null);
  const onAsk = (row: ConversationRow, what: RowQuestion) => {
    setSubject(row);
    setQuestion(what);
  };
  return (
    <>
      <PaneHead title={words.title} level={2}>
        <IconButton
          label={words.search}
          icon={<Icon of={Search} />}
          intent="quiet"
          size="sm"
          pressed={searching}
          onClick={() => {
            setSearching(!searching);
            setText('');
          }}
        />
        <IconButton
          label={words.newChat}
          icon={<Icon of={Plus} />}
          intent="quiet"
          size="sm"
          onClick={() => chat().create()}
        />
      </PaneHead>
      {searching && (
        <div className={s.search}>
          <TextField
            value={text}
            onValueChange={setText}
            aria-label={words.search}
            placeholder={words.searchPlaceholder}
            icon={<Icon of={Search} size="s" />}
            autoFocus
            onKeyDown={({ key }) => {
              if (key === 'Escape') setSearching(false);
            }}
          />
        </div>
      )}
      <nav className={s.scroll} aria-label={words.title}>
        {searching && asked ? (
          hits && <hits.SearchHits text={asked} />
        ) : rows.length === 0 ? (
          <p className={s.empty}>{words.empty}</p>
        ) : (
          grouped(rows).map(([group, members]) => (
            <section key={group} aria-label={words[group]}>
              <ListCaption>{words[group]}</ListCaption>
              {members.map((row) => (
                <ChatRow key={row.id} row={row} selected={row.id === openId} onAsk={onAsk} />
              ))}
            </section>
          ))
        )}
      </nav>
      {subject && dialogs && <dialogs.RowDialogs row={subject} question={question} onDone={() => setQuestion(null)} />}
    </>
  );
}

type Group = 'starred' | ReturnType<typeof dayGroup>;

function grouped(rows: readonly ConversationRow[]): [Group, ConversationRow[]][] {
  const groups = new Map<Group, ConversationRow[]>();
  const newestFirst = [...rows].sort(
    (first, second) => Number(second.starred) - Number(first.starred) || second.updatedAt - first.updatedAt,
  );
  for (const row of newestFirst) {
    const group = row.starred ? 'starred' : dayGroup(row.updatedAt);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups];
}
