import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { useAsk } from '../../../lib/query.ts';
import { type RowQuestion, RowQuestions } from '../../../lib/row-questions.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { ListNote, ListPane } from '../../../ui/list-pane.tsx';
import { OpenableRow } from '../../../ui/openable-row.tsx';
import { readDesk } from '../model/request-desk.ts';
import { useAside, useDesk } from '../request-store.ts';
import { newRequest, openRequest, removeRequest, renameRequest, takeBack } from './saved-acts.ts';

/** Requests that were saved: each a panel of its own. */
export function SavedList() {
  const t = useStrings().request.saved;
  const { data: rows = [] } = useAsk('library', 'conversations', { panel: 'request' });
  const savedId = useDesk((desk) => desk.savedId);
  const content = useAside((kept) => kept.content);
  const aside = content === '' ? null : readDesk(content);
  const [asked, setAsked] = useState<{ what: RowQuestion; row: ConversationRow } | null>(null);
  return (
    <>
      <ListPane title={t.title} addLabel={t.add} onAdd={newRequest}>
        {aside && (
          <OpenableRow title={aside.title || `${aside.method} ${aside.path}`} meta={t.unsaved} onOpen={takeBack} />
        )}
        {rows.length === 0 && !aside && <ListNote>{t.empty}</ListNote>}
        {rows.map((row) => (
          <OpenableRow
            key={row.id}
            title={row.title}
            meta={<span className="cut-text mono-s">{row.note}</span>}
            selected={row.id === savedId}
            onOpen={() => void openRequest(row.id).catch(tellFailure)}
            menu={{
              label: t.more,
              items: () => [
                { kind: 'action', id: 'rename', label: t.rename, onSelect: () => setAsked({ what: 'rename', row }) },
                { kind: 'separator', id: 'rule' },
                {
                  kind: 'action',
                  id: 'remove',
                  label: t.remove,
                  danger: true,
                  onSelect: () => setAsked({ what: 'remove', row }),
                },
              ],
            }}
          />
        ))}
      </ListPane>
      {asked && (
        <RowQuestions
          question={asked.what}
          name={asked.row.title}
          words={t}
          removeBody={t.removeBody}
          onDone={() => setAsked(null)}
          onRename={(title) => void renameRequest(asked.row.id, title).catch(tellFailure)}
          onRemove={() => void removeRequest(asked.row.id).catch(tellFailure)}
        />
      )}
    </>
  );
}
