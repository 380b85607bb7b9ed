import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

export interface RenameDialogProps {
  open: boolean;
  /** The name until now. */
  name: string;
  words: { title: string; name: string; save: string; cancel: string };
  /** With the new name, or `null` when the person left it. An empty name is none. */
  onDone: (name: string | null) => void;
}

/** Asks for a new name of something in a list. */
export function RenameDialog({ open, name, words, onDone }: RenameDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const done = (next: string | null) => {
    setText(null);
    onDone(next?.trim() || null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || done(null)}
      title={words.title}
      size="sm"
      closeLabel={words.cancel}
      footer={
        <>
          <Button onClick={() => done(null)}>{words.cancel}</Button>
          <Button intent="primary" onClick={() => done(text ?? name)}>
            {words.save}
          </Button>
        </>
      }
    >
      <TextField
        value={text ?? name}
        onValueChange={setText}
        aria-label={words.name}
        autoFocus
        onKeyDown={({ key }) => {
          if (key === 'Enter') done(text ?? name);
        }}
      />
    </Dialog>
  );
}
