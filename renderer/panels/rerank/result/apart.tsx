import { useStrings } from '../../../lib/i18n/strings.ts';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { disagreements, rankedOrder } from '../model/orders.ts';
import type { Outcome } from '../model/rank-set.ts';
import s from './result.module.css';

/** The documents on which the two models differ, most of all first. */
export function Apart({ outcome }: { outcome: Outcome }) {
  const t = useStrings().rerank.apart;
  const [one, other] = [rankedOrder(outcome, 0), rankedOrder(outcome, 1)];
  const rows = one && other ? disagreements(one, other) : [];
  return (
    <section className={s.apart} aria-label={t.label}>
      <div className={s.apartHead}>
        <span>{t.label}</span>
        {outcome.calls.map(({ slot, model }) => (
          <span key={slot} className="mono-s cut-text" title={model}>
            {model}
          </span>
        ))}
      </div>
      <VirtualList
        label={t.label}
        items={rows}
        itemKey={({ place }) => String(place)}
        rowHeight={48}
        empty={<p className={s.empty}>{t.none}</p>}
        renderItem={({ place, ranks, apart }) => (
          <div className={s.apartRow}>
            <span className={s.two}>{outcome.documents[place]?.text}</span>
            <span className="num">{t.rank(ranks[0])}</span>
            <span className="num">{t.rank(ranks[1])}</span>
            <span className={`num ${s.strong}`}>{t.by(apart)}</span>
          </div>
        )}
      />
    </section>
  );
}
