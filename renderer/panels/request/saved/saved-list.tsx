import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { useCall } from '../../../lib/client/query.ts';
import { RowQuestions, type RowQuestionsProps } from '../../../lib/documents/row-questions.tsx';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ListNote, ListPane } from '../../../ui/lists/list-pane.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { readForm } from '../model/request-form.ts';
import { useAside, useForm } from '../store.ts';
import { dropAside, newRequest, openRequest, removeRequest, renameRequest, takeBack } from './saved-acts.ts';

/** What is asked, about which saved request or about which that was set aside. */
type Asked = Omit<RowQuestionsProps, 'removeBody' | 'onDone'>;

/** Requests that were saved: each a panel of its own. */
export function SavedList() {
  const t = useStrings().request.saved;
  const { data: rows } = useCall('library', 'conversations', { panel: 'request' });
  const savedId = useForm((form) => form.savedId);
  const contents = useAside((kept) => kept.contents);
  const [asked, setAsked] = useState<Asked | null>(null);

  const askAboutRow = (question: Asked['question'], { id, title }: ConversationRow) =>
    setAsked({
      question,
      name: title,
      words: t,
      onRename: (name) => void renameRequest(id, name).catch(notifyFailure),
      onRemove: () => void removeRequest(id).catch(notifyFailure),
    });
  const askAboutQuarantined = (aside: string) =>
    setAsked({
      question: 'remove',
      name: nameOf(aside),
      words: { ...t, removeTitle: t.removeAsideTitle },
      onRename: () => undefined,
      onRemove: () => dropAside(aside),
    });

  return (
    <>
      <ListPane title={t.title} addLabel={t.add} onAdd={newRequest}>
        {contents.map((aside) => (
          <OpenableRow
            key={aside}
            title={nameOf(aside)}
            meta={t.unsaved}
            onOpen={() => takeBack(aside)}
            menu={{
              label: t.more,
              items: () => [
                {
                  kind: 'action',
                  id: 'remove',
                  label: t.remove,
                  danger: true,
                  onSelect: () => askAboutQuarantined(aside),
                },
              ],
            }}
          />
        ))}
        {rows?.length === 0 && contents.length === 0 && <ListNote>{t.empty}</ListNote>}
        {rows?.map((row) => (
          <OpenableRow
            key={row.id}
            title={row.title}
            meta={<span className="cut-text mono-s">{row.note}</span>}
            selected={row.id === savedId}
            onOpen={() => void openRequest(row.id).catch(notifyFailure)}
            menu={{
              label: t.more,
              items: () => [
                { kind: 'action', id: 'rename', label: t.rename, onSelect: () => askAboutRow('rename', row) },
                { kind: 'separator', id: 'rule' },
                {
                  kind: 'action',
                  id: 'remove',
                  label: t.remove,
                  danger: true,
                  onSelect: () => askAboutRow('remove', row),
                },
              ],
            }}
          />
        ))}
      </ListPane>
      {asked && <RowQuestions {...asked} removeBody={t.removeBody} onDone={() => setAsked(null)} />}
    </>
  );
}

function nameOf(aside: string): string {
  const { title, method, path } = readForm(aside);
  return title || `${method} ${path}`;
}
