import { useState } from 'react';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { client } from '../../../lib/client/client.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { forgetKeyCheck } from '../../../lib/gateway/connections/key-checks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

export interface KeyQuestion {
  ask: 'rename' | 'forget';
  key: KeyStatus;
}

/** Renaming asks for a name, forgetting for a word of consent. */
export function KeyDialogs({ question, onClose }: { question: KeyQuestion | null; onClose: () => void }) {
  const t = useStrings().connections;
  const forget = async (key: KeyStatus) => {
    try {
      await client.keys.forget({ id: key.id });
      forgetKeyCheck(key.id);
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <>
      {question?.ask === 'rename' && <RenameDialog keyStatus={question.key} onClose={onClose} />}
      <ConfirmDialog
        open={question?.ask === 'forget'}
        onOpenChange={(open) => !open && onClose()}
        title={t.forgetTitle(question?.key.alias ?? '')}
        body={t.forgetBody}
        confirmLabel={t.forget}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => question && void forget(question.key)}
      />
    </>
  );
}

function RenameDialog({ keyStatus, onClose }: { keyStatus: KeyStatus; onClose: () => void }) {
  const t = useStrings().connections;
  const [alias, setAlias] = useState(keyStatus.alias);
  const rename = useAction(async () => {
    await client.keys.rename({ id: keyStatus.id, alias: alias.trim() });
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.renameTitle}
      size="sm"
      closeLabel={t.cancel}
      footer={
        <Button intent="primary" busy={rename.busy} disabled={alias.trim() === ''} onClick={() => void rename.run()}>
          {t.rename}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (alias.trim()) void rename.run();
        }}
      >
        <Field label={t.keyAlias}>
          <TextField value={alias} onValueChange={setAlias} maxLength={80} />
        </Field>
      </form>
      {rename.failure && <FailureCard failure={rename.failure} />}
    </Dialog>
  );
}
