import { Star } from 'lucide-react';
import { useState } from 'react';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { LibraryList } from '../../lib/documents/library-list.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { RowState } from '../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../ui/lists/openable-row.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { audioStore } from './audio.ts';
import { type Mode, show, useForm } from './form.ts';

/** All transcriptions and speeches by day, starred first, with a search over all their texts. */
export function AudioList() {
  const t = useStrings().audio.list;
  const mode = useForm((state) => state.mode);
  const openId = useForm((state) => state.shown[state.mode]);
  const [deleting, setDeleting] = useState<ConversationRow | null>(null);
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
              setDeleting(row);
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
        body={t.removeBody(deleting?.title ?? '')}
        confirmLabel={t.remove}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() =>
          deleting &&
          void audioStore()
            .remove(deleting.id)
            .then(() => closeDocument(deleting.id))
        }
      />
    </>
  );
}

/** Closes a deleted document in whichever mode it was open. */
function closeDocument(id: string): void {
  useForm.setState(({ shown }) => ({
    shown: {
      hear: shown.hear === id ? null : shown.hear,
      speak: shown.speak === id ? null : shown.speak,
    },
  }));
}

/** Puts documents whose name matches first, then those whose text matches; each once, however many transcripts it has. */
function namesFirst(hits: readonly SearchHit[], text: string, rows: readonly ConversationRow[]): SearchHit[] {
  const words = text.toLowerCase();
  const named = rows.filter(({ title }) => title.toLowerCase().includes(words));
  const ids = new Set(named.map(({ id }) => id));
  const isFirst = ({ conversationId }: SearchHit) => !ids.has(conversationId) && ids.add(conversationId);
  return [
    ...named.map(({ id, title, updatedAt }) => ({ conversationId: id, title, messageId: '', excerpt: '', updatedAt })),
    ...hits.filter(isFirst),
  ];
}

/** One row of the list: a click opens the document; it has a menu. */
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
          menuAction('star', row.starred ? t.unstar : t.star, () => void audioStore().star(row.id, !row.starred)),
          { kind: 'separator', id: 'line' },
          menuAction('remove', t.remove, onRemove, { danger: true }),
        ],
      }}
    />
  );
}

function RowNote({ row }: { row: ConversationRow }) {
  const {
    audio: { list: t, modes },
    pieces: { states },
  } = useStrings();
  const [, state = '', count = '0'] = row.note.split('|');
  const kind = kindOf(row);
  const seconds = Number(count);
  return (
    <>
      {state === 'running' && <RowState intent="live">{states.running}</RowState>}
      {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{states[state]}</RowState>}
      <span>{modes[kind]}</span>
      {kind !== 'hear' ? (
        <span className="num">{t.takes(Number(count))}</span>
      ) : (
        seconds > 0 && <span className="num">{formatMs(seconds * 1000)}</span>
      )}
    </>
  );
}

/** Returns the mode of a row, read from its note; a round trip of an earlier version is a text with its takes. */
const kindOf = ({ note }: ConversationRow): Mode => (note.startsWith('hear') ? 'hear' : 'speak');

/** Opens the document of a row; its text is put back into the form. */
function openRow(row: ConversationRow): void {
  const kind = kindOf(row);
  show(kind, row.id);
  if (kind === 'hear') return;
  void audioStore()
    .open(row.id)
    .then((document) => {
      if (document?.kind === 'speak') useForm.setState({ text: document.text });
    })
    .catch(() => undefined);
}
