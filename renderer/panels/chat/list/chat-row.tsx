import { Ellipsis, Star } from 'lucide-react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { chat } from '../chat.ts';
import s from './chat-list.module.css';
import { type RowQuestion, rowActs } from './row-acts.ts';

export interface ChatRowProps {
  row: ConversationRow;
  selected: boolean;
  onAsk: (row: ConversationRow, question: RowQuestion) => void;
}

/** One conversation of the list: opens at a press, and carries its menu. */
export function ChatRow({ row, selected, onAsk }: ChatRowProps) {
  const words = useStrings().chat;
  const streaming = useStore(chat(), ({ kept, runs }) =>
    Object.keys(runs).some((turnId) => kept[row.id]?.turns[turnId]),
  );
  return (
    <div className={s.row}>
      <OpenableRow
        title={row.title || words.list.untitled}
        meta={<RowNote row={row} streaming={streaming} />}
        selected={selected}
        onOpen={() => void chat().open(row.id)}
        trailing={row.starred && <Icon of={Star} size="s" label={words.list.starred} />}
      />
      <div className={s.menu}>
        <Menu
          trigger={
            <IconButton label={words.list.more} icon={<Icon of={Ellipsis} size="s" />} intent="quiet" size="sm" />
          }
          align="end"
          items={() => rowActs(row, words, (question) => onAsk(row, question))}
        />
      </div>
    </div>
  );
}

function RowNote({ row, streaming }: { row: ConversationRow; streaming: boolean }) {
  const words = useStrings().chat.list;
  const [turns = '0', state = ''] = row.note.split('|');
  if (streaming) return <span className={s.live}>{words.streaming}</span>;
  return (
    <>
      {state === 'interrupted' && <span className={s.bad}>{words.interrupted}</span>}
      {state === 'failed' && <span className={s.bad}>{words.failed}</span>}
      <span className="cut-text">{row.model}</span>
      <span>{words.turns(Number(turns))}</span>
    </>
  );
}
