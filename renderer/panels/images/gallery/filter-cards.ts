import type { Card } from '../model/card-note.ts';

export const cardFilters = ['all', 'starred', 'running', 'done', 'failed'] as const;
export type CardFilter = (typeof cardFilters)[number];

/** `failed` holds all that did not come whole: what was refused, what broke off and what was stopped. */
const fits: Readonly<Record<CardFilter, (card: Card) => boolean>> = {
  all: () => true,
  starred: ({ starred }) => starred,
  running: ({ state }) => state === 'running',
  done: ({ state }) => state === 'done' || state === 'done-with-warnings',
  failed: ({ state }) => state === 'failed' || state === 'interrupted' || state === 'cancelled',
};

export const countIn = (cards: readonly Card[], filter: CardFilter): number => cards.filter(fits[filter]).length;

/**
 * Newest first. Every word of the search must stand in the title or the model, unless the search of the library found
 * the document by what else is in it.
 */
export function filterCards(
  cards: readonly Card[],
  filter: CardFilter,
  search: string,
  found: ReadonlySet<string> = new Set(),
): Card[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ id, title, model }: Card) =>
    words.length === 0 || found.has(id) || words.every((word) => `${title} ${model}`.toLowerCase().includes(word));
  return cards
    .filter((card) => fits[filter](card) && matches(card))
    .sort((first, second) => second.createdAt - first.createdAt || (first.id < second.id ? 1 : -1));
}
