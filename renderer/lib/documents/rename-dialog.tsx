import { useState } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

export interface RenameDialogProps {
  open: boolean;
  /** The current name. */
  name: string;
  words: { title: string; name: string; save: string; cancel: string };
  /** Called with the new name, or `null` when the user cancelled. An empty name counts as none. */
  onDone: (name: string | null) => void;
}

/** Asks for a new name of a list item. */
export function RenameDialog({ open, name, words, onDone }: RenameDialogProps) {
  const [text, setText] = useState<string | null>(null);
  const done = (next: string | null) => {
    setText(null);
    onDone(next?.trim() || null);
  };
  return (
    <FormDialog
      open={open}
      title={words.title}
      size="sm"
      cancelLabel={words.cancel}
      onCancel={() => done(null)}
      submitLabel={words.save}
      onSubmit={() => done(text ?? name)}
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
    </FormDialog>
  );
}
