import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { DropZone } from '../controls/drop-zone.tsx';
import { Note } from '../feedback/note.tsx';
import { toasts } from '../feedback/toast.tsx';
import { ContextMenu } from '../overlays/context-menu.tsx';
import { ConfirmDialog, Dialog } from '../overlays/dialog.tsx';
import type { MenuItem } from '../overlays/menu.tsx';
import { Menu } from '../overlays/menu.tsx';
import { Popover } from '../overlays/popover.tsx';
import s from './gallery.module.css';
import { Piece } from './piece.tsx';

/** Menus, dialogs, popovers, toasts and the drop area. */
export function GalleryFloating() {
  const [dialog, setDialog] = useState(false);
  const [confirm, setConfirm] = useState(false);
  const [pinned, setPinned] = useState(true);
  const [order, setOrder] = useState('newest');
  const [dropped, setDropped] = useState('no files yet');
  const items: MenuItem[] = [
    {
      kind: 'action',
      id: 'copy',
      label: 'Copy as cURL',
      shortcut: 'C',
      onSelect: () => {},
    },
    { kind: 'check', id: 'pin', label: 'Pinned', checked: pinned, onCheckedChange: setPinned },
    {
      kind: 'submenu',
      id: 'more',
      label: 'Export',
      items: [{ kind: 'action', id: 'har', label: 'HAR', hint: 'without the key', onSelect: () => {} }],
    },
    { kind: 'separator', id: 'line' },
    {
      kind: 'radio',
      id: 'order',
      label: 'Order',
      value: order,
      onValueChange: setOrder,
      options: [
        { value: 'newest', label: 'Newest first' },
        { value: 'slowest', label: 'Slowest first' },
      ],
    },
    { kind: 'separator', id: 'line 2' },
    {
      kind: 'action',
      id: 'delete',
      label: 'Delete',
      danger: true,
      onSelect: () => {},
    },
  ];
  return (
    <>
      <h2>Overlays</h2>
      <div className={s.kit}>
        <Piece title="Menus and popovers">
          <div className={s.row}>
            <Menu
              trigger={<IconButton label="More actions" icon={<Icon of={Ellipsis} />} intent="plain" />}
              items={items}
            />
            <Popover title="Unexpected format" trigger={<Button>Details</Button>}>
              The body is an array. Most clients expect <code>results</code>.
            </Popover>
          </div>
          <ContextMenu items={items}>
            <Note>Right-click for the same actions</Note>
          </ContextMenu>
        </Piece>
        <Piece title="Dialogs">
          <div className={s.row}>
            <Button onClick={() => setDialog(true)}>Share</Button>
            <Button intent="danger" onClick={() => setConfirm(true)}>
              Delete key
            </Button>
          </div>
          <Dialog
            open={dialog}
            onOpenChange={setDialog}
            title="Share this connection"
            description="The file contains the base URL and the names of the keys, but no secrets."
            closeLabel="Close"
            footer={
              <>
                <Button onClick={() => setDialog(false)}>Cancel</Button>
                <Button intent="primary" onClick={() => setDialog(false)}>
                  Save file
                </Button>
              </>
            }
          />
          <ConfirmDialog
            open={confirm}
            onOpenChange={setConfirm}
            title="Delete team-eval?"
            body="It will be removed from the system keychain. Recorded requests are kept."
            confirmLabel="Delete key"
            cancelLabel="Cancel"
            intent="danger"
            onConfirm={() => {}}
          />
        </Piece>
        <Piece title="Toasts">
          <div className={s.row}>
            <Button
              onClick={() =>
                toasts.add({
                  intent: 'ok',
                  title: 'Video saved',
                  body: 'Dunes at noon, 11.4 MB',
                  action: { label: 'Show', onSelect: () => {} },
                })
              }
            >
              Saved
            </Button>
            <Button
              onClick={() =>
                toasts.add({
                  intent: 'warn',
                  title: 'Key not found in the keychain',
                  body: 'Enter it again to continue.',
                })
              }
            >
              Warning
            </Button>
          </div>
        </Piece>
        <Piece title="Drop area">
          <DropZone
            title="Attach files"
            hint="Up to 20 MB each"
            onFiles={(files) => setDropped(files.map((file) => file.name).join(', '))}
            onText={setDropped}
          >
            <Note>Drop or paste files here: {dropped}</Note>
            <br />
            <br />
          </DropZone>
        </Piece>
      </div>
    </>
  );
}
