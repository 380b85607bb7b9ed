import type { LearnedLimit } from '#shared/contract/limits.ts';
import { useStrings } from '../../i18n/strings.ts';
import { useDates } from '../../i18n/use-dates.ts';
import { openWireRecord } from '../../navigation/wire-focus.ts';
import { limitSentence } from '../models/use-limits.ts';
import s from './limit-hint.module.css';

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
