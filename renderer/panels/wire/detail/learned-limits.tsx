import { X } from 'lucide-react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { client } from '../../../lib/client/client.ts';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { limitSentence, useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import s from './detail.module.css';

/** What this exchange taught about the route, where it did. */
export function LearnedLimits({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings();
  const { connectionId, routeId, model, id } = exchange;
  const limits = useLimits(connectionId, routeId, model).filter(({ exchangeId }) => exchangeId === id);
  if (limits.length === 0) return null;
  return (
    <section className={s.learned}>
      <h3>{t.wireDetail.learned.title}</h3>
      {limits.map((limit) => (
        <div key={limit.id} className={s.limit}>
          <span title={t.wireDetail.learned.says(limit.said)}>
            {t.wireDetail.learned.line(limitSentence(limit, t), limit.times)}
          </span>
          <IconButton
            label={t.wireDetail.learned.forget}
            size="sm"
            icon={<Icon of={X} size="s" />}
            onClick={() => void client.limits.forget({ id: limit.id }).catch(notifyFailure)}
          />
        </div>
      ))}
    </section>
  );
}
