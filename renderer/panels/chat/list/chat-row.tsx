import { Star } from 'lucide-react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import type { RowQuestion } from '../../../lib/documents/row-questions.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { chat } from '../chat.ts';
import { rowActs } from './row-acts.ts';

export interface ChatRowProps {
  row: ConversationRow;
  selected: boolean;
  onAsk: (row: ConversationRow, question: RowQuestion) => void;
}

/** One conversation of the list: opens at a press, and carries its menu. */
export function ChatRow({ row, selected, onAsk }: ChatRowProps) {
  const words = useStrings().chat;
  const streaming = useStore(chat(), ({ open, runs }) =>
    Object.keys(runs).some((turnId) => open[row.id]?.turns[turnId]),
  );
  return (
    <OpenableRow
      title={row.title || words.list.untitled}
      meta={<RowNote row={row} streaming={streaming} />}
      trailing={row.starred && <Icon of={Star} size="s" label={words.list.starred} />}
      selected={selected}
      onOpen={() => void chat().open(row.id)}
      menu={{ label: words.list.more, items: () => rowActs(row, words, (question) => onAsk(row, question)) }}
    />
  );
}

function RowNote({ row, streaming }: { row: ConversationRow; streaming: boolean }) {
  const words = useStrings().chat.list;
  const [turns = '0', state = ''] = row.note.split('|');
  if (streaming) return <RowState intent="live">{words.streaming}</RowState>;
  return (
    <>
      {(state === 'interrupted' || state === 'failed') && <RowState intent="bad">{words[state]}</RowState>}
      <span className="cut-text">{row.model}</span>
      <span>{words.turns(Number(turns))}</span>
    </>
  );
}
