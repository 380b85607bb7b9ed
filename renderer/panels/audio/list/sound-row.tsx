import { Ellipsis, Star } from 'lucide-react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { clockOf } from '../clock-of.ts';
import { book } from '../open-book.ts';
import { kindOf, openRow } from './open-row.ts';
import s from './sound-list.module.css';

/** One sound or text of the list: opens at a press, and carries its menu. */
export function SoundRow({
  row,
  selected,
  onRemove,
}: {
  row: ConversationRow;
  selected: boolean;
  onRemove: () => void;
}) {
  const t = useStrings().audio.list;
  return (
    <div className={s.row}>
      <OpenableRow
        title={row.title || t.untitled}
        meta={<RowNote row={row} />}
        selected={selected}
        onOpen={() => openRow(row)}
        trailing={row.starred && <Icon of={Star} size="s" label={t.starred} />}
      />
      <div className={s.menu}>
        <Menu
          trigger={<IconButton label={t.more} icon={<Icon of={Ellipsis} size="s" />} intent="quiet" size="sm" />}
          align="end"
          items={() => [
            {
              kind: 'action',
              id: 'star',
              label: row.starred ? t.unstar : t.star,
              onSelect: () => void book().star(row.id, !row.starred),
            },
            { kind: 'separator', id: 'line' },
            { kind: 'action', id: 'remove', label: t.remove, danger: true, onSelect: onRemove },
          ]}
        />
      </div>
    </div>
  );
}

function RowNote({ row }: { row: ConversationRow }) {
  const { list: t, modes } = useStrings().audio;
  const [, state = '', count = '0'] = row.note.split('|');
  const kind = kindOf(row);
  return (
    <>
      {state === 'running' && <span className={s.live}>{t.running}</span>}
      {(state === 'failed' || state === 'interrupted') && <span className={s.bad}>{t[state]}</span>}
      <span>{modes[kind]}</span>
      <span className="num">{kind === 'hear' ? clockOf(Number(count)) : t.takes(Number(count))}</span>
    </>
  );
}
