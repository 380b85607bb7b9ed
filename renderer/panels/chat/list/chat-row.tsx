import { Ellipsis, Star } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationRow } from '#shared/contract/library.ts';
import { client } from '../../../lib/client.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { chat } from '../chat.ts';
import s from './chat-list.module.css';
import { exportConversation } from './export-conversation.ts';
import { OpenableRow } from './openable-row.tsx';

/** One conversation of the list: opens at a press, and carries its menu. */
export function ChatRow({ row, selected }: { row: ConversationRow; selected: boolean }) {
  const words = useStrings().chat;
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null);
  const streaming = useStore(chat(), ({ kept, runs }) =>
    Object.keys(kept[row.id]?.turns ?? {}).some((turnId) => runs[turnId]),
  );
  const edit = async (change: { title?: string; starred?: boolean }) => {
    const before = chat().getState().openId;
    await chat().open(row.id);
    chat().change((conversation) => ({
      ...conversation,
      ...change,
      named: conversation.named || change.title !== undefined,
    }));
    if (before !== row.id) await chat().open(before);
  };
  const remove = async () => {
    chat().forget(row.id);
    await client.library.remove({ id: row.id });
  };
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
          items={[
            { kind: 'action', id: 'rename', label: words.list.rename, onSelect: () => setAsking('rename') },
            {
              kind: 'action',
              id: 'star',
              label: row.starred ? words.list.unstar : words.list.star,
              onSelect: () => void edit({ starred: !row.starred }),
            },
            { kind: 'separator', id: 'between' },
            {
              kind: 'action',
              id: 'markdown',
              label: words.list.exportMarkdown,
              onSelect: () => void exportConversation(row.id, 'markdown', words),
            },
            {
              kind: 'action',
              id: 'json',
              label: words.list.exportJson,
              onSelect: () => void exportConversation(row.id, 'json', words),
            },
            { kind: 'separator', id: 'before-remove' },
            {
              kind: 'action',
              id: 'remove',
              label: words.list.remove,
              danger: true,
              onSelect: () => setAsking('remove'),
            },
          ]}
        />
      </div>
      <RenameDialog
        open={asking === 'rename'}
        title={row.title}
        onDone={(title) => {
          setAsking(null);
          if (title) void edit({ title });
        }}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={(open) => open || setAsking(null)}
        title={words.list.removeTitle}
        body={words.list.removeBody(row.title)}
        confirmLabel={words.list.remove}
        cancelLabel={words.list.cancel}
        intent="danger"
        onConfirm={() => void remove()}
      />
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

function RenameDialog(props: { open: boolean; title: string; onDone: (title: string | null) => void }) {
  const words = useStrings().chat.list;
  const [text, setText] = useState<string | null>(null);
  const done = (title: string | null) => {
    setText(null);
    props.onDone(title?.trim() || null);
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => open || done(null)}
      title={words.renameTitle}
      size="sm"
      closeLabel={words.cancel}
      footer={
        <>
          <Button onClick={() => done(null)}>{words.cancel}</Button>
          <Button intent="primary" onClick={() => done(text ?? props.title)}>
            {words.save}
          </Button>
        </>
      }
    >
      <TextField
        value={text ?? props.title}
        onValueChange={setText}
        aria-label={words.name}
        autoFocus
        onKeyDown={({ key }) => {
          if (key === 'Enter') done(text ?? props.title);
        }}
      />
    </Dialog>
  );
}
