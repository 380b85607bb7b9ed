import { Star } from 'lucide-react';
import { useStore } from 'zustand';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { type RowQuestion, useRowQuestions } from '../../../lib/documents/row-questions.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { copySet, editSet, openSet, rankStore, removeSet, showView } from '../rerank.ts';

/** The saved rankings by day, starred first, with a search over every query and document. */
export function RankList() {
  const t = useStrings().rerank.list;
  const openId = useStore(rankStore(), (state) => state.openId);
  const [questions, ask] = useRowQuestions<ConversationRow>({
    nameOf: ({ title }) => title,
    words: t,
    removeBody: ({ title }) => t.removeBody(title || t.untitled),
    onRename: ({ id }, name) => void editSet(id, { name }),
    onRemove: ({ id }) => void removeSet(id),
  });
  return (
    <>
      <LibraryList
        panel="rerank"
        words={t}
        searchType="search"
        addLabel={t.add}
        onAdd={() => {
          rankStore().create();
          showView('documents');
        }}
        renderRow={(row) => (
          <RankRow key={row.id} row={row} selected={row.id === openId} onAsk={(what) => ask(row, what)} />
        )}
        chooseHits={unmarked}
        onOpenHit={({ conversationId }) => void openSet(conversationId)}
      />
      {questions}
    </>
  );
}

/** This list shows search hits without highlighting. */
const unmarked = (hits: readonly SearchHit[]): SearchHit[] =>
  hits.map((hit) => ({ ...hit, excerpt: hit.excerpt.replaceAll('\u0002', '').replaceAll('\u0003', '') }));

interface RankRowProps {
  row: ConversationRow;
  selected: boolean;
  onAsk: (what: RowQuestion) => void;
}

/** One ranking of the list, with its menu. */
function RankRow({ row, selected, onAsk }: RankRowProps) {
  const {
    rerank: t,
    pieces: { states },
  } = useStrings();
  const [count = '0', state = '', queries] = row.note.split('|');
  return (
    <OpenableRow
      title={row.title || t.list.untitled}
      meta={
        <>
          <span>{t.list.documents(Number(count))}</span>
          {queries !== undefined && <span>{t.queries.count(Number(queries))}</span>}
          {state === 'running' && <RowState intent="live">{states.running}</RowState>}
          {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{states[state]}</RowState>}
        </>
      }
      trailing={row.starred && <Icon of={Star} size="s" label={t.list.starredMark} />}
      selected={selected}
      onOpen={() => void openSet(row.id)}
      menu={{
        label: t.list.more,
        items: () => [
          {
            kind: 'action',
            id: 'star',
            label: row.starred ? t.list.unstar : t.list.star,
            onSelect: () => void editSet(row.id, { starred: !row.starred }),
          },
          { kind: 'action', id: 'rename', label: t.list.rename, onSelect: () => onAsk('rename') },
          { kind: 'action', id: 'copy', label: t.list.copy, onSelect: () => void copySet(row.id) },
          { kind: 'separator', id: 'line' },
          { kind: 'action', id: 'remove', label: t.list.remove, danger: true, onSelect: () => onAsk('remove') },
        ],
      }}
    />
  );
}
