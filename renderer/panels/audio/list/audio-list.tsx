import { useState } from 'react';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { audioStore } from '../audio.ts';
import { show, useForm } from '../form.ts';
import { AudioRow } from './audio-row.tsx';
import { openRow } from './open-row.ts';

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
