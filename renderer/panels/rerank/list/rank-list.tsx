import { useStore } from 'zustand';
import type { SearchHit } from '#shared/contract/library.ts';
import { DocumentList } from '../../../lib/documents/document-list.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { copySet, editSet, openSet, rankStore, removeSet, showView } from '../rerank.ts';

/** The saved rankings by day, starred first, with a search over every query and document. */
export function RankList() {
  const t = useStrings().rerank.list;
  return (
    <DocumentList
      panel="rerank"
      words={t}
      openId={useStore(rankStore(), (state) => state.openId)}
      metaOf={({ note }) => <RankNote note={note} />}
      actsOf={({ id }) => [menuAction('copy', t.copy, () => void copySet(id))]}
      chooseHits={unmarked}
      onAdd={() => {
        rankStore().create();
        showView('documents');
      }}
      onOpen={(id) => void openSet(id)}
      onEdit={(id, change) => void editSet(id, change)}
      onRemove={(id) => void removeSet(id)}
    />
  );
}

/** This list shows search hits without highlighting. */
const unmarked = (hits: readonly SearchHit[]): SearchHit[] =>
  hits.map((hit) => ({ ...hit, excerpt: hit.excerpt.replaceAll('\u0002', '').replaceAll('\u0003', '') }));

function RankNote({ note }: { note: string }) {
  const {
    rerank: t,
    pieces: { states },
  } = useStrings();
  const [count = '0', state = '', queries] = note.split('|');
  return (
    <>
      <span>{t.list.documents(Number(count))}</span>
      {queries !== undefined && <span>{t.queries.count(Number(queries))}</span>}
      {state === 'running' && <RowState intent="live">{states.running}</RowState>}
      {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{states[state]}</RowState>}
    </>
  );
}
