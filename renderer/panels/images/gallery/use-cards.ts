import { useMemo } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { type Card, cardOf } from '../model/card-note.ts';

/** Returns every generation of the library as a card, in no particular order. `undefined` during the first read. */
export function useCards(): Card[] | undefined {
  const { data } = useCall('library', 'conversations', { panel: 'images' }, { keepPrevious: true });
  return useMemo(() => data?.map(cardOf), [data]);
}

export const cardFilters = ['all', 'starred', 'running', 'done', 'failed'] as const;
type CardFilter = (typeof cardFilters)[number];

/** `failed` contains everything incomplete: refused, broken off, or stopped. */
const fits: Readonly<Record<CardFilter, (card: Card) => boolean>> = {
  all: () => true,
  starred: ({ starred }) => starred,
  running: ({ state }) => state === 'running',
  done: ({ state }) => state === 'done' || state === 'done-with-warnings',
  failed: ({ state }) => state === 'failed' || state === 'interrupted' || state === 'cancelled',
};

export const countIn = (cards: readonly Card[], filter: CardFilter): number => cards.filter(fits[filter]).length;

/**
 * Filters cards, newest first. Every word of the search must be in the title or the model, unless the library search
 * found the document by its other content.
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
