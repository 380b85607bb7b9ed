import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { OpenableRow } from '../../ui/lists/openable-row.tsx';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { LibraryList, type LibraryListLabels, type LibraryListProps } from './library-list.tsx';
import { type RowQuestionsProps, useRowQuestions } from './row-questions.tsx';

type Words = LibraryListLabels &
  RowQuestionsProps['words'] &
  Readonly<Record<'add' | 'more' | 'star' | 'unstar' | 'starredMark' | 'rename', string>> & {
    removeBody: (title: string) => string;
  };

export interface DocumentListProps extends Pick<LibraryListProps, 'panel' | 'onAdd' | 'chooseHits'> {
  words: Words;
  openId: string;
  metaOf: (row: ConversationRow) => ReactNode;
  /** Further actions, after those that every document has. */
  actsOf?: ((row: ConversationRow) => MenuItem[]) | undefined;
  onOpen: (id: string) => void;
  onEdit: (id: string, change: { name?: string; starred?: boolean }) => void;
  onRemove: (id: string) => void;
}

/** The library's documents of a panel by day, starred first, with a search; each can be renamed, starred and deleted. */
export function DocumentList(props: DocumentListProps) {
  const { panel, words, openId, metaOf, actsOf, chooseHits, onAdd, onOpen, onEdit, onRemove } = props;
  const [questions, ask] = useRowQuestions<ConversationRow>({
    nameOf: ({ title }) => title,
    words,
    removeBody: ({ title }) => words.removeBody(title || words.untitled),
    onRename: ({ id }, name) => onEdit(id, { name }),
    onRemove: ({ id }) => onRemove(id),
  });
  const itemsOf = (row: ConversationRow): MenuItem[] => [
    menuAction('star', row.starred ? words.unstar : words.star, () => onEdit(row.id, { starred: !row.starred })),
    menuAction('rename', words.rename, () => ask(row, 'rename')),
    ...(actsOf?.(row) ?? []),
    { kind: 'separator', id: 'line' },
    menuAction('remove', words.remove, () => ask(row, 'remove'), { danger: true }),
  ];
  return (
    <>
      <LibraryList
        panel={panel}
        words={words}
        searchType="search"
        addLabel={words.add}
        onAdd={onAdd}
        renderRow={(row) => (
          <OpenableRow
            key={row.id}
            title={row.title || words.untitled}
            meta={metaOf(row)}
            trailing={row.starred && <Icon of={Star} size="s" label={words.starredMark} />}
            selected={row.id === openId}
            onOpen={() => onOpen(row.id)}
            menu={{ label: words.more, items: () => itemsOf(row) }}
          />
        )}
        chooseHits={chooseHits}
        onOpenHit={({ conversationId }) => onOpen(conversationId)}
      />
      {questions}
    </>
  );
}
