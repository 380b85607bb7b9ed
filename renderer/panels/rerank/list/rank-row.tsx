import { Ellipsis, Star } from 'lucide-react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { copySet, editSet, openSet } from './acts.ts';
import s from './rank-list.module.css';

interface RankRowProps {
  row: ConversationRow;
  selected: boolean;
  onAsk: (what: 'rename' | 'remove') => void;
}

/** One ranking of the list: opens at a press, and carries its menu. */
export function RankRow({ row, selected, onAsk }: RankRowProps) {
  const t = useStrings().rerank;
  const [count = '0', state = ''] = row.note.split('|');
  return (
    <div className={s.row}>
      <OpenableRow
        title={row.title || t.list.untitled}
        meta={
          <>
            <span>{t.list.documents(Number(count))}</span>
            {state === 'running' && <span className={s.live}>{t.state.running}</span>}
            {(state === 'failed' || state === 'interrupted') && <span className={s.bad}>{t.state[state]}</span>}
          </>
        }
        selected={selected}
        onOpen={() => void openSet(row.id)}
        trailing={row.starred && <Icon of={Star} size="s" label={t.list.starredMark} />}
      />
      <div className={s.menu}>
        <Menu
          trigger={<IconButton label={t.list.more} icon={<Icon of={Ellipsis} size="s" />} size="sm" />}
          align="end"
          items={() => [
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
          ]}
        />
      </div>
    </div>
  );
}
