import { Star } from 'lucide-react';
import { useState } from 'react';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { audioStore } from '../audio.ts';
import { type Mode, show, useForm } from '../form.ts';

/** Everything that was heard and said, by day, starred first, and a search over every text of it. */
export function AudioList() {
  const t = useStrings().audio.list;
  const mode = useForm((state) => state.mode);
  const openId = useForm((state) => state.shown[state.mode]);
  const [leaving, setLeaving] = useState<ConversationRow | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <LibraryList
        panel="audio"
        words={t}
        searchType="search"
        addLabel={t.add}
        onAdd={() => {
          show(mode, null);
          if (mode === 'speak') useForm.setState({ text: '' });
        }}
        renderRow={(row) => (
          <AudioRow
            key={row.id}
            row={row}
            selected={row.id === openId}
            onRemove={() => {
              setLeaving(row);
              setAsking(true);
            }}
          />
        )}
        chooseHits={namesFirst}
        onOpenHit={(hit, rows) => {
          const row = rows.find(({ id }) => id === hit.conversationId);
          if (row) openRow(row);
        }}
      />
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
          void audioStore()
            .remove(leaving.id)
            .then(() => forget(leaving.id))
        }
      />
    </>
  );
}

/** Where a removed document was open, there is nothing now. */
function forget(id: string): void {
  useForm.setState(({ shown }) => ({
    shown: {
      hear: shown.hear === id ? null : shown.hear,
      speak: shown.speak === id ? null : shown.speak,
      trip: shown.trip === id ? null : shown.trip,
    },
  }));
}

/** What has the words in its name stands once and first, then the texts of the others. */
function namesFirst(hits: readonly SearchHit[], text: string, rows: readonly ConversationRow[]): SearchHit[] {
  const words = text.toLowerCase();
  const named = rows.filter(({ title }) => title.toLowerCase().includes(words));
  const ids = new Set(named.map(({ id }) => id));
  return [
    ...named.map(({ id, title, updatedAt }) => ({ conversationId: id, title, messageId: '', excerpt: '', updatedAt })),
    ...hits.filter(({ conversationId }) => !ids.has(conversationId)),
  ];
}

/** One sound or text of the list: opens at a press, and carries its menu. */
function AudioRow({ row, selected, onRemove }: { row: ConversationRow; selected: boolean; onRemove: () => void }) {
  const t = useStrings().audio.list;
  return (
    <OpenableRow
      title={row.title || t.untitled}
      meta={<RowNote row={row} />}
      trailing={row.starred && <Icon of={Star} size="s" label={t.starred} />}
      selected={selected}
      onOpen={() => openRow(row)}
      menu={{
        label: t.more,
        items: () => [
          {
            kind: 'action',
            id: 'star',
            label: row.starred ? t.unstar : t.star,
            onSelect: () => void audioStore().star(row.id, !row.starred),
          },
          { kind: 'separator', id: 'line' },
          { kind: 'action', id: 'remove', label: t.remove, danger: true, onSelect: onRemove },
        ],
      }}
    />
  );
}

function RowNote({ row }: { row: ConversationRow }) {
  const { list: t, modes } = useStrings().audio;
  const [, state = '', count = '0'] = row.note.split('|');
  const kind = kindOf(row);
  return (
    <>
      {state === 'running' && <RowState intent="live">{t.running}</RowState>}
      {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{t[state]}</RowState>}
      <span>{modes[kind]}</span>
      <span className="num">{kind === 'hear' ? formatMs(Number(count) * 1000) : t.takes(Number(count))}</span>
    </>
  );
}

/** Which mode a row belongs to, from its note. */
const kindOf = ({ note }: ConversationRow): Mode => (note.split('|')[0] as Mode | undefined) ?? 'hear';

/** Shows what a row stands for; its text comes back to be changed. */
function openRow(row: ConversationRow): void {
  const kind = kindOf(row);
  show(kind, row.id);
  if (kind === 'hear') return;
  void audioStore()
    .open(row.id)
    .then((document) => {
      if (document?.kind === 'speak') useForm.setState({ text: document.text });
      if (document?.kind === 'trip') useForm.setState({ tripText: document.text });
    })
    .catch(() => undefined);
}
