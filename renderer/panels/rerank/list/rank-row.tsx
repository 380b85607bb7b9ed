import { Star } from 'lucide-react';
import type { ConversationRow } from '#shared/contract/library.ts';
import type { RowQuestion } from '../../../lib/documents/row-questions.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { copySet, editSet, openSet } from './acts.ts';

interface RankRowProps {
  row: ConversationRow;
  selected: boolean;
  onAsk: (what: RowQuestion) => void;
}

/** One ranking of the list: opens at a press, and carries its menu. */
export function RankRow({ row, selected, onAsk }: RankRowProps) {
  const t = useStrings().rerank;
  const [count = '0', state = ''] = row.note.split('|');
  return (
    <OpenableRow
      title={row.title || t.list.untitled}
      meta={
        <>
          <span>{t.list.documents(Number(count))}</span>
          {state === 'running' && <RowState intent="live">{t.state.running}</RowState>}
          {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{t.state[state]}</RowState>}
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
