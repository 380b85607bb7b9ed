import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CardImage } from '../gallery/card-image.tsx';
import { useCards } from '../gallery/use-cards.ts';
import { openGeneration } from '../open-generation.ts';
import { variationsOf } from './variations.ts';
import s from './variations-list.module.css';

/** What this was made from, and what was made from it; nothing while it stands alone. */
export function Variations({ id }: { id: string }) {
  const t = useStrings().images.variations;
  const active = useActive();
  const cards = useCards();
  const rows = cards ? variationsOf(cards, id) : [];
  if (rows.length < 2) return null;
  return (
    <section aria-label={t.title} className={s.section}>
      <h3>{t.title}</h3>
      <ul className={s.tree}>
        {rows.map(({ card, depth }) => (
          <li key={card.id} style={{ marginInlineStart: Math.min(depth, 8) * 20 }}>
            <button
              type="button"
              className={s.row}
              aria-current={card.id === id}
              aria-label={t.open(card.title, depth)}
              onClick={() => void openGeneration(card.id, active)}
            >
              <span className={s.thumb}>
                <CardImage card={card} />
              </span>
              <span className="cut-text">{card.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
