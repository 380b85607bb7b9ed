import { formatRate } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { Figure } from '../../ui/layout/figure.tsx';
import { useForm } from './form.ts';
import { type ErrorRate, type ErrorStep, runsOf } from './model/error-rate.ts';
import { gapAfter } from './model/words.ts';
import s from './panel.module.css';

/** The error rate as a figure, which one it is, and what it counts. Nothing where the reference has no words. */
export function ErrorSummary({ errors }: { errors: ErrorRate }) {
  const t = useStrings().audio.errors;
  const { unit, units, substitutions, deletions, insertions, rate, isCut } = errors;
  if (rate === null) return null;
  return (
    <p className={s.summary}>
      <Figure unit="%">{formatRate(rate * 100)}</Figure>
      <abbr className={s.unit} title={t.names[unit]}>
        {t.rates[unit]}
      </abbr>
      <span className={s.counts}>
        {t.counts[unit](units, substitutions, deletions, insertions)}
        {isCut && ` · ${t.cut[unit](units)}`}
      </span>
    </p>
  );
}

/** Marks the best final value of a column. */
export function BestDot() {
  return <i className={s.best} role="img" aria-label={useStrings().audio.errors.best} />;
}

/** Which differences are no error, for every rate of the panel. */
export function NormalizationChoice() {
  const t = useStrings().audio.errors;
  const { ignoreCase, ignorePunctuation } = useForm((form) => form.normalization);
  const put = (by: Partial<{ ignoreCase: boolean; ignorePunctuation: boolean }>) =>
    useForm.setState(({ normalization }) => ({ normalization: { ...normalization, ...by } }));
  return (
    <fieldset className={s.choice} aria-label={t.normalization}>
      <Chip pressed={ignoreCase} onPressedChange={(on) => put({ ignoreCase: on })}>
        {t.ignoreCase}
      </Chip>
      <Chip pressed={ignorePunctuation} onPressedChange={(on) => put({ ignorePunctuation: on })}>
        {t.ignorePunctuation}
      </Chip>
    </fieldset>
  );
}

/** The reference with what the transcript changed: deleted text struck through, inserted text underlined. */
export function ErrorDiff({ errors }: { errors: ErrorRate }) {
  return (
    <p className={s.diff} dir="auto">
      {runsOf(errors).map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position of a step is its identity
        <DiffRun key={at} step={step} unit={errors.unit} />
      ))}
    </p>
  );
}

function DiffRun({ step: { kind, reference, transcribed }, unit }: { step: ErrorStep; unit: ErrorRate['unit'] }) {
  const gap = (text: string) => (unit === 'character' ? '' : gapAfter(text));
  if (kind === 'equal') return `${reference}${gap(reference)}`;
  return (
    <>
      {reference !== '' && <del className={s.deleted}>{reference}</del>}
      {reference !== '' && transcribed !== '' && gap(reference)}
      {transcribed !== '' && <ins className={s.inserted}>{transcribed}</ins>}
      {gap(transcribed || reference)}
    </>
  );
}
