import { useRef } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../lib/i18n/strings.ts';
import { keysLabel } from '../../lib/page/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { refusedCopy } from './refused-copy.ts';

const close = () => refusedCopy.setState({ refused: null });

/** Text that the clipboard refused, selected, so that the keys of the system copy it. */
export function CopyDialog() {
  const t = useStrings().frame.copyByHand;
  const refused = useStore(refusedCopy, (state) => state.refused);
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={refused !== null}
      onOpenChange={(open) => !open && close()}
      title={t.title}
      description={t.body(keysLabel('$mod+C'))}
      closeLabel={t.close}
      initialFocus={area}
      footer={<Button onClick={close}>{t.close}</Button>}
    >
      <TextArea
        ref={area}
        value={refused?.text ?? ''}
        onValueChange={() => undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
        aria-label={t.label}
        readOnly
        mono
        minRows={2}
        maxRows={12}
      />
      {refused?.note && (
        <Note intent="warn">
          <span lang="en">{refused.note}</span>
        </Note>
      )}
    </Dialog>
  );
}
