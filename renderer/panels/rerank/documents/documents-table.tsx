import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { VirtualList, type VirtualListHandle } from '../../../ui/lists/virtual-list.tsx';
import { type RankDocument, withDocumentAfter, withoutDocument, withText } from '../model/rank-set.ts';
import { RelevanceMark } from '../result/board-row.tsx';
import { rankStore, useSet } from '../store.ts';
import s from './documents.module.css';
import { importText } from './import-dialog.tsx';

/** The documents in the order they will be sent; each can be edited in place. */
export function DocumentsTable() {
  const t = useStrings().rerank;
  const { documents, graded } = useSet();
  const list = useRef<VirtualListHandle>(null);
  // The document added last takes the focus once it is rendered.
  const [freshId, setFreshId] = useState<number | null>(null);
  const rows = documents.map((document, at) => ({ document, number: at + 1 }));
  const addBelow = (id: number, at: number) => {
    setFreshId(rankStore().current().nextId);
    rankStore().change((set) => withDocumentAfter(set, id));
    list.current?.scrollToIndex(at + 1);
  };
  return (
    <div className={layout.fill}>
      <div className={s.head}>
        <span>{t.table.keys}</span>
        <span>{graded ? t.gradeHead : t.relevantHead}</span>
      </div>
      <VirtualList
        ref={list}
        label={t.table.label}
        items={rows}
        itemKey={({ document }) => String(document.id)}
        rowHeight={41}
        measured
        renderItem={({ document, number }) => (
          <DocumentRow
            document={document}
            number={number}
            takesFocus={document.id === freshId}
            onAddBelow={() => addBelow(document.id, number - 1)}
          />
        )}
      />
    </div>
  );
}

interface DocumentRowProps {
  document: RankDocument;
  number: number;
  takesFocus: boolean;
  onAddBelow: () => void;
}

function DocumentRow({ document: { id, text }, number, takesFocus, onAddBelow }: DocumentRowProps) {
  const t = useStrings().rerank.table;
  const remove = () => rankStore().change((set) => withoutDocument(set, id));
  return (
    <div className={s.row}>
      <span className={s.number}>{number}</span>
      <div className={s.text}>
        <TextArea
          bare
          value={text}
          onValueChange={(next) => rankStore().change((set) => withText(set, id, next))}
          aria-label={t.document(number)}
          {...(number === 1 && { 'data-place': 'documents' })}
          maxRows={5}
          autoFocus={takesFocus}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
              event.preventDefault();
              onAddBelow();
            }
            if (event.key === 'Backspace' && text === '') {
              event.preventDefault();
              remove();
            }
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            // Several lines pasted into an empty document become several documents.
            if (text !== '' || !pasted.trim().includes('\n')) return;
            event.preventDefault();
            event.stopPropagation();
            importText(pasted);
          }}
        />
      </div>
      <IconButton label={t.remove(number)} icon={<Icon of={X} size="s" />} size="sm" onClick={remove} />
      <RelevanceMark documentId={id} number={number} />
    </div>
  );
}
