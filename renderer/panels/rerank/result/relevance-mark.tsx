import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { withGrade } from '../model/rank-set.ts';
import { rankStore, useSet } from '../store.ts';
import s from '../work.module.css';

/** Marks whether a document is relevant, or how much. @param number of the document in the original order, from 1. */
export function RelevanceMark({ documentId, number }: { documentId: number; number: number }) {
  const t = useStrings().rerank;
  const { grades, graded } = useSet();
  const grade = grades[documentId] ?? 0;
  const mark = (next: number) => rankStore().change((set) => withGrade(set, documentId, next));
  return (
    <span className={s.mark}>
      {graded ? (
        <NumberField
          value={grade}
          onValueChange={(next) => mark(Math.min(3, Math.max(0, Math.round(next ?? 0))))}
          min={0}
          max={3}
          clamp
          width={44}
          label={t.grade(number)}
        />
      ) : (
        <Tick checked={grade > 0} onCheckedChange={(on) => mark(on ? 1 : 0)} ariaLabel={t.relevant(number)} />
      )}
    </span>
  );
}
