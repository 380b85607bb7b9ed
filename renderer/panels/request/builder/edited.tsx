import type { Failure } from '#shared/protocol/failure.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { usePreview } from '../../../lib/inspector/use-preview.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { editExchange } from '../../../lib/inspector/wire-acts.ts';
import { useWire } from '../../../lib/navigation/wire-focus.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { missingSecrets } from '../model/request-form.ts';
import { changeForm, useForm } from '../store.ts';

/** Returns why the core would not send a request to a known route. */
export function useMisfit(): Failure | null {
  const draft = useWire((focus) => (focus.draft?.routeId === 'custom' ? null : focus.draft));
  const { preview, failure } = usePreview(draft);
  return draft && (failure ?? preview?.problem ?? null);
}

/** Where an edited request came from, what it lacks, and whether it is sent although it does not fit its route. */
export function Edited({ misfit }: { misfit: Failure | null }) {
  const { request: t, pieces } = useStrings();
  const form = useForm();
  const lost = missingSecrets(form);
  const allowsMisuse = form.options.allowMisuse ?? false;
  const isMisuse = misfit?.code === 'misuse' || misfit?.code === 'route-off' || allowsMisuse;
  return (
    <>
      {form.from !== '' && (
        <Note
          action={
            <>
              <ViewRequest exchangeId={form.from} />
              <Button size="sm" intent="quiet" onClick={() => void editExchange(form.from)}>
                {t.edited.startOver}
              </Button>
            </>
          }
        >
          {t.edited.from}
        </Note>
      )}
      {lost.length > 0 && <Note intent="warn">{t.edited.lost(pieces.list(lost))}</Note>}
      {misfit && (
        <Note intent="warn">
          <FailureText failure={misfit} alone />
        </Note>
      )}
      {isMisuse && (
        <Tick
          label={t.edited.allowMisuse}
          checked={allowsMisuse}
          onCheckedChange={(allowMisuse) => changeForm({ options: { ...form.options, allowMisuse } })}
        />
      )}
    </>
  );
}
