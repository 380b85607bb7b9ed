import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Ranked } from '../../lib/vectors/nearest.ts';

export type Side = 'matrix' | 'nearest' | 'cleanup' | 'second';

/** What is focused, selected and searched for; shared by the map, the table, the list and the matrix. */
interface Selection {
  /** The focused text, by index. */
  focus: number | null;
  /** The text under the pointer. */
  hover: number | null;
  /** Texts selected with the lasso or by their cluster; `null`: all. */
  chosen: ReadonlySet<number> | null;
  /** What is shown next to the map; `null`: automatic. */
  side: Side | null;
  /** Text that the texts must contain. */
  query: string;
  /** The texts nearest to an embedded query, by index, and where the query is on the PCA map. */
  ranking: Ranking | null;
}

export interface Ranking {
  query: string;
  results: readonly Ranked[];
  at: readonly [x: number, y: number];
}

const nothing: Selection = { focus: null, hover: null, chosen: null, side: null, query: '', ranking: null };

export const selection = createStore<Selection>(() => nothing);

export const useSelection = <T>(pick: (state: Selection) => T): T => useStore(selection, pick);

export const showSide = (side: Side): void => selection.setState({ side });

export const focusOn = (focus: number | null): void => selection.setState({ focus });

/** Focuses a text and shows its neighbors, except beside a second model, whose comparison stays. */
export const lookAt = (focus: number | null): void =>
  selection.setState(({ side }) => ({ focus, side: side === 'second' || side === 'nearest' ? side : null }));

/** An empty selection means no selection. */
export const select = (places: Iterable<number> | null): void => {
  const chosen = places === null ? null : new Set(places);
  selection.setState({ chosen: chosen && chosen.size > 0 ? chosen : null });
};

/** Adds one text to the selection, or removes it. */
export function toggleSelected(place: number): void {
  const { chosen } = selection.getState();
  const next = new Set(chosen);
  if (!next.delete(place)) next.add(place);
  select(next);
}

export const setQuery = (query: string): void => selection.setState({ query, ranking: null });

/** Clears the selection when another corpus is opened. */
export const clearSelection = (): void => selection.setState(({ side }) => ({ ...nothing, side }));

/** Whether a text matches the selection and the query. */
export function isShown(place: number, text: string, { chosen, query }: Pick<Selection, 'chosen' | 'query'>): boolean {
  return (chosen?.has(place) ?? true) && (query === '' || text.toLowerCase().includes(query.toLowerCase()));
}
