import { Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { dayGroup } from '../../../lib/format.ts';
import { useAsk } from '../../../lib/query.ts';
import { RenameDialog } from '../../../lib/rename-dialog.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListCaption } from '../../../ui/list-row.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { lab } from '../rerank.ts';
import { showView } from '../view.ts';
import { editSet, removeSet } from './acts.ts';
import s from './rank-list.module.css';
import { RankRow } from './rank-row.tsx';
import { SearchHits } from './search-hits.tsx';

/** What is kept of this panel by day, starred first, and a search over every query and document. */
export function RankList() {
  const t = useStrings().rerank.list;
  const { data: rows = [] } = useAsk('library', 'conversations', { panel: 'rerank' });
  const openId = useStore(lab(), (state) => state.openId);
  const [searching, setSearching] = useState(false);
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const [subject, setSubject] = useState<ConversationRow | null>(null);
  const [question, setQuestion] = useState<'rename' | 'remove' | null>(null);
  return (
    <>
      <PaneHead title={t.title} level={2}>
        <IconButton
          label={t.search}
          icon={<Icon of={Search} />}
          size="sm"
          pressed={searching}
          onClick={() => {
            setSearching(!searching);
            setText('');
          }}
        />
        <IconButton
          label={t.add}
          icon={<Icon of={Plus} />}
          size="sm"
          onClick={() => {
            lab().create();
            showView('documents');
          }}
        />
      </PaneHead>
      {searching && (
        <div className={s.search}>
          <TextField
            type="search"
            value={text}
            onValueChange={setText}
            aria-label={t.search}
            placeholder={t.searchPlaceholder}
            icon={<Icon of={Search} size="s" />}
            autoFocus
            onKeyDown={({ key }) => {
              if (key === 'Escape') setSearching(false);
            }}
          />
        </div>
      )}
      <nav className={s.scroll} aria-label={t.title}>
        {searching && asked ? (
          <SearchHits text={asked} />
        ) : rows.length === 0 ? (
          <p className={s.empty}>{t.empty}</p>
        ) : (
          grouped(rows).map(([group, members]) => (
            <section key={group} aria-label={t[group]}>
              <ListCaption>{t[group]}</ListCaption>
              {members.map((row) => (
                <RankRow
                  key={row.id}
                  row={row}
                  selected={row.id === openId}
                  onAsk={(what) => {
                    setSubject(row);
                    setQuestion(what);
                  }}
                />
              ))}
            </section>
          ))
        )}
      </nav>
      {subject && (
        <>
          <RenameDialog
            key={subject.id}
            open={question === 'rename'}
            name={subject.title}
            words={{ title: t.renameTitle, name: t.name, save: t.save, cancel: t.cancel }}
            onDone={(name) => {
              setQuestion(null);
              if (name) void editSet(subject.id, { name });
            }}
          />
          <ConfirmDialog
            open={question === 'remove'}
            onOpenChange={(open) => open || setQuestion(null)}
            title={t.removeTitle}
            body={t.removeBody(subject.title || t.untitled)}
            confirmLabel={t.remove}
            cancelLabel={t.cancel}
            intent="danger"
            onConfirm={() => void removeSet(subject.id)}
          />
        </>
      )}
    </>
  );
}

type Group = 'starred' | ReturnType<typeof dayGroup>;

function grouped(rows: readonly ConversationRow[]): [Group, ConversationRow[]][] {
  const groups = new Map<Group, ConversationRow[]>();
  const newestFirst = rows.toSorted(
    (first, second) => Number(second.starred) - Number(first.starred) || second.updatedAt - first.updatedAt,
  );
  for (const row of newestFirst) {
    const group = row.starred ? 'starred' : dayGroup(row.updatedAt);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups];
}
