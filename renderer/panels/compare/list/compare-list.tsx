import { Star } from 'lucide-react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { useRowQuestions } from '../../../lib/documents/row-questions.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { compareStore, editComparison, openComparison, removeComparison } from '../compare.ts';

/** The saved comparisons by day, starred first, with a search over their prompts. */
export function CompareList() {
  const t = useStrings().compare.list;
  const openId = useStore(compareStore(), (state) => state.openId);
  const [questions, ask] = useRowQuestions<ConversationRow>({
    nameOf: ({ title }) => title,
    words: t,
    removeBody: ({ title }) => t.removeBody(title || t.untitled),
    onRename: ({ id }, name) => void editComparison(id, { name }),
    onRemove: ({ id }) => void removeComparison(id),
  });
  return (
    <>
      <LibraryList
        panel="compare"
        words={t}
        searchType="search"
        addLabel={t.add}
        onAdd={() => compareStore().create()}
        renderRow={(row) => (
          <OpenableRow
            key={row.id}
            title={row.title || t.untitled}
            meta={<span>{t.lanes(Number(row.note))}</span>}
            trailing={row.starred && <Icon of={Star} size="s" label={t.starredMark} />}
            selected={row.id === openId}
            onOpen={() => void openComparison(row.id)}
            menu={{
              label: t.more,
              items: () => [
                {
                  kind: 'action',
                  id: 'star',
                  label: row.starred ? t.unstar : t.star,
                  onSelect: () => void editComparison(row.id, { starred: !row.starred }),
                },
                { kind: 'action', id: 'rename', label: t.rename, onSelect: () => ask(row, 'rename') },
                { kind: 'separator', id: 'line' },
                { kind: 'action', id: 'remove', label: t.remove, danger: true, onSelect: () => ask(row, 'remove') },
              ],
            }}
          />
        )}
        onOpenHit={({ conversationId }) => void openComparison(conversationId)}
      />
      {questions}
    </>
  );
}
