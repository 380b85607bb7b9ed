import type { LearnedLimit } from '#shared/contract/limits.ts';
import { ParamRow, type ParamRowProps } from '../../../ui/layout/param-column.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { useDates } from '../../i18n/use-dates.ts';
import { openWireRecord } from '../../navigation/wire-focus.ts';
import s from './parameter-row.module.css';
import { limitSentence } from './use-limits.ts';

interface ParameterRowProps extends Omit<ParamRowProps, 'notSentText' | 'hint'> {
  hint?: string | undefined;
  /** Limits learned from refusals of the route and model; the one about this field is shown. */
  limits: readonly LearnedLimit[];
}

/** One request field in a panel's parameters column: selected means sent. With its hints and its control. */
export function ParameterRow({ hint, limits, ...row }: ParameterRowProps) {
  const { notSent } = useStrings().texts;
  // A list in a form is called `field[]` on the wire.
  const limit = limits.find(({ field }) => field?.replace('[]', '') === row.name);
  const known = (hint || limit) && (
    <>
      {hint} {limit && <LimitHint limit={limit} />}
    </>
  );
  return <ParamRow {...row} notSentText={notSent} {...(known ? { hint: known } : {})} />;
}

/** What a refusal revealed about a field, when, and a link to the exchange that shows it. */
export function LimitHint({ limit }: { limit: LearnedLimit }) {
  const t = useStrings();
  const dates = useDates();
  const { learned } = t.gateway;
  return (
    <span className={s.hint} title={learned.says(limit.said)}>
      {learned.hint(limitSentence(limit, t), dates.formatDay(limit.seenAt))}{' '}
      <button type="button" className={s.evidence} onClick={() => openWireRecord(limit.exchangeId, 'response')}>
        {learned.evidence}
      </button>
    </span>
  );
}
