import { Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { dayGroup } from '../../../lib/format.ts';
import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListCaption } from '../../../ui/list-row.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { show, useDesk } from '../desk.ts';
import { book } from '../open-book.ts';
import { openRow } from './open-row.ts';
import s from './sound-list.module.css';
import { SoundRow } from './sound-row.tsx';

/** Everything that was heard and said, by day, starred first, and a search over every text of it. */
export function SoundList() {
  const t = useStrings().audio.list;
  const { data: rows = [] } = useAsk('library', 'conversations', { panel: 'audio' });
  const mode = useDesk((state) => state.mode);
  const openId = useDesk((state) => state.shown[state.mode]);
  const [searching, setSearching] = useState(false);
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const [leaving, setLeaving] = useState<ConversationRow | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PaneHead title={t.title} level={2}>
        <IconButton
          label={t.search}
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
          label={t.add}
          icon={<Icon of={Plus} />}
          intent="quiet"
          size="sm"
          onClick={() => {
            show(mode, null);
            if (mode === 'speak') useDesk.setState({ text: '' });
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
          <Hits text={asked} rows={rows} />
        ) : rows.length === 0 ? (
          <p className={s.empty}>{t.empty}</p>
        ) : (
          grouped(rows).map(([group, members]) => (
            <section key={group} aria-label={t[group]}>
              <ListCaption>{t[group]}</ListCaption>
              {members.map((row) => (
                <SoundRow
                  key={row.id}
                  row={row}
                  selected={row.id === openId}
                  onRemove={() => {
                    setLeaving(row);
                    setAsking(true);
                  }}
                />
              ))}
            </section>
          ))
        )}
      </nav>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.removeTitle}
        body={t.removeBody(leaving?.title ?? '')}
        confirmLabel={t.remove}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() =>
          leaving &&
          void book()
            .remove(leaving.id)
            .then(() => forget(leaving.id))
        }
      />
    </>
  );
}

/** Where a removed document was open, there is nothing now. */
function forget(id: string): void {
  useDesk.setState(({ shown }) => ({
    shown: {
      hear: shown.hear === id ? null : shown.hear,
      speak: shown.speak === id ? null : shown.speak,
      trip: shown.trip === id ? null : shown.trip,
    },
  }));
}

function Hits({ text, rows }: { text: string; rows: readonly ConversationRow[] }) {
  const t = useStrings().audio.list;
  const { data: hits } = useAsk('library', 'search', { panel: 'audio', text }, { keepPrevious: true });
  const titled = rows.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const found = [
    ...titled.map(({ id, title }) => ({ id, title, excerpt: '' })),
    ...(hits ?? [])
      .filter(({ conversationId }) => !titled.some(({ id }) => id === conversationId))
      .map(({ conversationId, title, excerpt }) => ({ id: conversationId, title, excerpt })),
  ];
  if (!hits) return null;
  if (found.length === 0) return <p className={s.empty}>{t.noHits(text)}</p>;
  return (
    <>
      <ListCaption>{t.hits(found.length)}</ListCaption>
      {found.map(({ id, title, excerpt }) => (
        <OpenableRow
          key={`${id} ${excerpt}`}
          title={title || t.untitled}
          meta={<Excerpt text={excerpt} />}
          onOpen={() => {
            const row = rows.find((each) => each.id === id);
            if (row) openRow(row);
          }}
        />
      ))}
    </>
  );
}

/** The hit stands between U+0002 and U+0003. */
function Excerpt({ text }: { text: string }) {
  const [before = '', rest = ''] = text.split('\u0002', 2);
  const [hit = '', after = ''] = rest.split('\u0003', 2);
  return (
    <span className="cut-text">
      {before}
      {hit && <mark className={s.hit}>{hit}</mark>}
      {after}
    </span>
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
