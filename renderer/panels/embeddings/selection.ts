import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Ranked } from '../../lib/vectors/nearest.ts';

export type Side = 'matrix' | 'nearest' | 'second';

/** What is pointed at, chosen and looked for; the map, the table, the list and the matrix share it. */
interface Selection {
  /** The text that is looked at, by place. */
  focus: number | null;
  /** The text under the pointer. */
  hover: number | null;
  /** Texts that were caught with the lasso or chosen by their cluster; `null`: all. */
  chosen: ReadonlySet<number> | null;
  /** What is shown beside the map; `null`: what fits best. */
  side: Side | null;
  /** Words that texts must hold. */
  query: string;
  /** The texts nearest to a sentence that was embedded for it, by place. */
  ranking: { query: string; results: readonly Ranked[] } | null;
}

const nothing: Selection = { focus: null, hover: null, chosen: null, side: null, query: '', ranking: null };

export const selection = createStore<Selection>(() => nothing);

export const useSelection = <T>(pick: (state: Selection) => T): T => useStore(selection, pick);

export const showSide = (side: Side): void => selection.setState({ side });

export const focusOn = (focus: number | null): void => selection.setState({ focus });

/** An empty choice is no choice. */
export const choose = (places: Iterable<number> | null): void => {
  const chosen = places === null ? null : new Set(places);
  selection.setState({ chosen: chosen && chosen.size > 0 ? chosen : null });
};

/** Takes one text into the choice, or out of it. */
export function toggleChosen(place: number): void {
  const { chosen } = selection.getState();
  const next = new Set(chosen);
  if (!next.delete(place)) next.add(place);
  choose(next);
}

export const lookFor = (query: string): void => selection.setState({ query, ranking: null });

/** Another corpus: nothing of the former one is pointed at. */
export const forgetSelection = (): void => selection.setState(({ side }) => ({ ...nothing, side }));

/** Whether a text is what the choice and the words leave over. */
export function isShown(place: number, text: string, { chosen, query }: Pick<Selection, 'chosen' | 'query'>): boolean {
  return (chosen?.has(place) ?? true) && (query === '' || text.toLowerCase().includes(query.toLowerCase()));
}
