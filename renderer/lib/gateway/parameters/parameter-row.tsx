import type { ReactNode } from 'react';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { ParamRow, type ParamRowProps } from '../../../ui/layout/param-row.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { useDates } from '../../i18n/use-dates.ts';
import { openWireRecord } from '../../navigation/wire-focus.ts';
import { limitSentence } from '../models/use-limits.ts';
import s from './parameters.module.css';

export { LimitHint };

/** One request field: ticked means sent. */
export interface ParameterItem extends Omit<ParamRowProps, 'notSentText' | 'note'> {
  /** Shown where no limit is known. */
  note?: ReactNode;
  /** Listed although it is not sent. */
  isKept?: boolean;
}

interface ParameterRowProps extends ParameterItem {
  /** Limits learned from refusals of the route and model; the one about this field is shown. */
  limits: readonly LearnedLimit[];
}

/** One request field in a panel's parameters column: selected means sent. With what is known of it, and its control. */
export function ParameterRow({ limits, note, ...row }: ParameterRowProps) {
  const { notSent } = useStrings().texts;
  // A list in a form is called `field[]` on the wire.
  const limit = limits.find(({ field }) => field?.replace('[]', '') === row.name);
  return <ParamRow {...row} notSentText={notSent} note={limit ? <LimitHint limit={limit} /> : note} />;
}

/** What a refusal revealed about a field, when, and a link to the exchange that shows it. */
function LimitHint({ limit }: { limit: LearnedLimit }) {
  const t = useStrings();
  const dates = useDates();
  const { learned } = t.gateway;
  return (
    <span className={s.limit} title={learned.says(limit.said)}>
      {learned.hint(limitSentence(limit, t), dates.formatDay(limit.seenAt))}{' '}
      <button type="button" className={s.evidence} onClick={() => openWireRecord(limit.exchangeId, 'response')}>
        {learned.evidence}
      </button>
    </span>
  );
}
