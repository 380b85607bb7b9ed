import { Star } from 'lucide-react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { audioStore } from '../audio.ts';
import { kindOf, openRow } from './open-row.ts';

/** One sound or text of the list: opens at a press, and carries its menu. */
export function AudioRow({
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
    <OpenableRow
      title={row.title || t.untitled}
      meta={<RowNote row={row} />}
      trailing={row.starred && <Icon of={Star} size="s" label={t.starred} />}
      selected={selected}
      onOpen={() => openRow(row)}
      menu={{
        label: t.more,
        items: () => [
          {
            kind: 'action',
            id: 'star',
            label: row.starred ? t.unstar : t.star,
            onSelect: () => void audioStore().star(row.id, !row.starred),
          },
          { kind: 'separator', id: 'line' },
          { kind: 'action', id: 'remove', label: t.remove, danger: true, onSelect: onRemove },
        ],
      }}
    />
  );
}

function RowNote({ row }: { row: ConversationRow }) {
  const { list: t, modes } = useStrings().audio;
  const [, state = '', count = '0'] = row.note.split('|');
  const kind = kindOf(row);
  return (
    <>
      {state === 'running' && <RowState intent="live">{t.running}</RowState>}
      {(state === 'failed' || state === 'interrupted') && <RowState intent="bad">{t[state]}</RowState>}
      <span>{modes[kind]}</span>
      <span className="num">{kind === 'hear' ? formatMs(Number(count) * 1000) : t.takes(Number(count))}</span>
    </>
  );
}
