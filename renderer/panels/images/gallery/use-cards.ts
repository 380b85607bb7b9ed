import { useMemo } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { type Card, cardOf } from '../model/card-note.ts';

/** Every generation of the library as a card, in no order. `undefined` while they are read for the first time. */
export function useCards(): Card[] | undefined {
  const { data } = useCall('library', 'conversations', { panel: 'images' }, { keepPrevious: true });
  return useMemo(() => data?.map(cardOf), [data]);
}

export const cardFilters = ['all', 'starred', 'running', 'done', 'failed'] as const;
type CardFilter = (typeof cardFilters)[number];

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
