import { useState } from 'react';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { attachTo } from '../live-session.ts';
import { startSession } from '../start-session.ts';
import { useSessionDraft } from '../start-work.tsx';

/** From here on saying it all again is dear, and the person is asked first. */
const manyTurns = 20;
const manyCharacters = 8_000;

/** Starts a new session to which the words of this one are said again. @param mustChoose where, before that. */
export function ContinueButton({ sessionId, mustChoose }: { sessionId: string; mustChoose: boolean }) {
  const origin = useStrings().pieces.origin;
  const t = useStrings().realtime.start;
  const { draft, missing } = useSessionDraft();
  const [isAsking, setAsking] = useState(false);
  const start = useAction(async () => {
    if (draft) await startSession({ ...draft, continueFrom: sessionId });
  });
  const { sayings } = attachTo(sessionId).view.getState();
  const said = sayings.filter(({ text, tool }) => text !== '' && tool === null);
  const characters = said.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      <Button
        busy={start.busy}
        disabledReason={mustChoose ? origin.needsChoice : missing}
        onClick={() => (said.length > manyTurns || characters > manyCharacters ? setAsking(true) : void start.run())}
      >
        {t.continue}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.continueTitle}
        body={t.continueBody(said.length, formatNumber(characters))}
        confirmLabel={t.continue}
        cancelLabel={t.cancel}
        intent="primary"
        onConfirm={() => void start.run()}
      />
    </>
  );
}
