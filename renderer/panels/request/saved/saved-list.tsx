import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { useCall } from '../../../lib/client/query.ts';
import { RowQuestions, type RowQuestionsProps } from '../../../lib/documents/row-questions.tsx';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ListNote, ListPane } from '../../../ui/lists/list-pane.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { readForm } from '../model/request-form.ts';
import { useForm, useUnsavedRequests } from '../store.ts';
import { dropUnsaved, newRequest, openRequest, removeRequest, renameRequest, restoreUnsaved } from './saved-acts.ts';

/** The open question, about a saved request or one that was set aside. */
type OpenQuestion = Omit<RowQuestionsProps, 'removeBody' | 'onDone'>;

/** Lists the saved requests, each a panel of its own. */
export function SavedList() {
  const t = useStrings().request.saved;
  const { data: rows } = useCall('library', 'conversations', { panel: 'request' });
  const savedId = useForm((form) => form.savedId);
  const contents = useUnsavedRequests((unsaved) => unsaved.contents);
  const [asked, setAsked] = useState<OpenQuestion | null>(null);

  const askAboutRow = (question: OpenQuestion['question'], { id, title }: ConversationRow) =>
    setAsked({
      question,
      name: title,
      words: t,
      onRename: (name) => void renameRequest(id, name).catch(notifyFailure),
      onRemove: () => void removeRequest(id).catch(notifyFailure),
    });
  const askAboutUnsaved = (content: string) =>
    setAsked({
      question: 'remove',
      name: nameOf(content),
      words: { ...t, removeTitle: t.removeAsideTitle },
      onRename: () => undefined,
      onRemove: () => dropUnsaved(content),
    });

  return (
    <>
      <ListPane title={t.title} addLabel={t.add} onAdd={newRequest}>
        {contents.map((content) => (
          <OpenableRow
            key={content}
            title={nameOf(content)}
            meta={t.unsaved}
            onOpen={() => restoreUnsaved(content)}
            menu={{
              label: t.more,
              items: () => [menuAction('remove', t.remove, () => askAboutUnsaved(content), { danger: true })],
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
                menuAction('rename', t.rename, () => askAboutRow('rename', row)),
                { kind: 'separator', id: 'rule' },
                menuAction('remove', t.remove, () => askAboutRow('remove', row), { danger: true }),
              ],
            }}
          />
        ))}
      </ListPane>
      {asked && <RowQuestions {...asked} removeBody={t.removeBody} onDone={() => setAsked(null)} />}
    </>
  );
}

function nameOf(content: string): string {
  const { title, method, path } = readForm(content);
  return title || `${method} ${path}`;
}
