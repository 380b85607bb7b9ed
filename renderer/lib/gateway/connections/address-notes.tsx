import { Tick } from '../../../ui/controls/tick.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useStrings } from '../../i18n/strings.ts';
import type { CheckedFields } from './connection-fields.ts';
import s from './connection-form.module.css';

/** What was left out of an address, what is odd about it, and the consent that plain http to another machine needs. */
export function AddressNotes({
  checked,
  onAccept,
}: {
  checked: CheckedFields;
  onAccept: (origin: string | null) => void;
}) {
  const t = useStrings().connections;
  const { base, needsConsent } = checked;
  const warnings = base.problems.filter(({ severity }) => severity === 'warning');
  if (!base.dropped && warnings.length === 0) return null;
  return (
    <div className={s.notes}>
      {base.dropped && <Note>{t.dropped(base.dropped)}</Note>}
      {warnings.map((problem) => (
        <Note key={problem.code} intent="warn">
          {t.addressProblem(problem)}
          {problem.code === 'insecure' && (
            <Tick
              checked={!needsConsent}
              onCheckedChange={(accepted) => onAccept(accepted ? base.origin : null)}
              label={t.acceptInsecure(base.origin)}
            />
          )}
        </Note>
      ))}
    </div>
  );
}
