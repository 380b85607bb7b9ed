import type { Card } from '../model/card-note.ts';

export interface VariationRow {
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
