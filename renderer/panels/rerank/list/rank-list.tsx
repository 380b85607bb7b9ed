import { useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationRow, SearchHit } from '#shared/contract/library.ts';
import { LibraryList } from '../../../lib/documents/library-list.tsx';
import { type RowQuestion, RowQuestions } from '../../../lib/documents/row-questions.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lab } from '../rerank.ts';
import { showView } from '../view.ts';
import { editSet, openSet, removeSet } from './acts.ts';
import { RankRow } from './rank-row.tsx';

/** What is kept of this panel by day, starred first, and a search over every query and document. */
export function RankList() {
  const t = useStrings().rerank.list;
  const openId = useStore(lab(), (state) => state.openId);
  const [subject, setSubject] = useState<ConversationRow | null>(null);
  const [question, setQuestion] = useState<RowQuestion | null>(null);
  return (
    <>
      <LibraryList
        panel="rerank"
        words={t}
        searchType="search"
        addLabel={t.add}
        onAdd={() => {
          lab().create();
          showView('documents');
        }}
        renderRow={(row) => (
          <RankRow
            key={row.id}
            row={row}
            selected={row.id === openId}
            onAsk={(what) => {
              setSubject(row);
              setQuestion(what);
            }}
          />
        )}
        chooseHits={unmarked}
        onOpenHit={({ conversationId }) => void openSet(conversationId)}
      />
      {subject && (
        <RowQuestions
          question={question}
          name={subject.title}
          words={t}
          removeBody={t.removeBody(subject.title || t.untitled)}
          onDone={() => setQuestion(null)}
          onRename={(name) => void editSet(subject.id, { name })}
          onRemove={() => void removeSet(subject.id)}
        />
      )}
    </>
  );
}

/** This list shows what was found without a mark on the hit. */
const unmarked = (hits: readonly SearchHit[]): SearchHit[] =>
  hits.map((hit) => ({ ...hit, excerpt: hit.excerpt.replaceAll('\u0002', '').replaceAll('\u0003', '') }));
