import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { CardImage } from '../gallery/gallery-card.tsx';
import { useCards } from '../gallery/use-cards.ts';
import { openGeneration } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import s from './result-view.module.css';

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

interface VariationRow {
  card: Card;
  /** Steps below the first ancestor. */
  depth: number;
}

/** The family of a generation: its first ancestor, and all that was made from it, each below its parent. */
export function variationsOf(cards: readonly Card[], id: string): VariationRow[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const children = new Map<string, Card[]>();
  for (const card of cards)
    if (card.parentId !== null) children.set(card.parentId, [...(children.get(card.parentId) ?? []), card]);
  const start = byId.get(id);
  if (!start) return [];
  let root = start;
  const seen = new Set([root.id]);
  for (;;) {
    const parent: Card | undefined = root.parentId === null ? undefined : byId.get(root.parentId);
    if (!parent || seen.has(parent.id)) break;
    seen.add(parent.id);
    root = parent;
  }
  const rows: VariationRow[] = [];
  const listed = new Set<string>();
  const list = (card: Card, depth: number) => {
    if (listed.has(card.id)) return;
    listed.add(card.id);
    rows.push({ card, depth });
    const below = [...(children.get(card.id) ?? [])].sort((first, second) => first.createdAt - second.createdAt);
    for (const child of below) list(child, depth + 1);
  };
  list(root, 0);
  return rows;
}
