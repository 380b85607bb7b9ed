import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useAsk } from '../../../lib/query.ts';
import { RenameDialog } from '../../../lib/rename-dialog.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { useDesk } from '../request-store.ts';
import { newRequest, openRequest, removeRequest, renameRequest } from './saved-acts.ts';
import s from './saved-list.module.css';

type Question = { what: 'rename' | 'remove'; row: ConversationRow };

/** Requests that were saved: each a panel of its own. */
export function SavedList() {
  const t = useStrings().request.saved;
  const { data: rows = [] } = useAsk('library', 'conversations', { panel: 'request' });
  const savedId = useDesk((desk) => desk.savedId);
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <>
      <PaneHead title={t.title} level={2}>
        <IconButton label={t.add} icon={<Icon of={Plus} />} intent="quiet" size="sm" onClick={newRequest} />
      </PaneHead>
      <nav className={s.scroll} aria-label={t.title}>
        {rows.length === 0 && <p className={s.empty}>{t.empty}</p>}
        {rows.map((row) => (
          <div key={row.id} className={s.row}>
            <OpenableRow
              title={row.title}
              meta={<span className="cut-text mono-s">{row.note}</span>}
              selected={row.id === savedId}
              onOpen={() => void openRequest(row.id).catch(tellFailure)}
            />
            <div className={s.menu}>
              <Menu
                trigger={<IconButton label={t.more} icon={<Icon of={Ellipsis} size="s" />} intent="quiet" size="sm" />}
                align="end"
                items={[
                  {
                    kind: 'action',
                    id: 'rename',
                    label: t.rename,
                    onSelect: () => setQuestion({ what: 'rename', row }),
                  },
                  { kind: 'separator', id: 'rule' },
                  {
                    kind: 'action',
                    id: 'remove',
                    label: t.remove,
                    danger: true,
                    onSelect: () => setQuestion({ what: 'remove', row }),
                  },
                ]}
              />
            </div>
          </div>
        ))}
      </nav>
      <Questions question={question} onDone={() => setQuestion(null)} />
    </>
  );
}

function Questions({ question, onDone }: { question: Question | null; onDone: () => void }) {
  const t = useStrings().request.saved;
  if (question === null) return null;
  const { what, row } = question;
  return (
    <>
      <RenameDialog
        open={what === 'rename'}
        name={row.title}
        words={{ title: t.renameTitle, name: t.name, save: t.save, cancel: t.cancel }}
        onDone={(title) => {
          onDone();
          if (title) void renameRequest(row.id, title).catch(tellFailure);
        }}
      />
      <ConfirmDialog
        open={what === 'remove'}
        onOpenChange={(open) => open || onDone()}
        title={t.removeTitle}
        body={t.removeBody}
        confirmLabel={t.remove}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => void removeRequest(row.id).catch(tellFailure)}
      />
    </>
  );
}
