import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Ranked } from '../../lib/vectors/nearest.ts';

export type Side = 'matrix' | 'nearest' | 'pair';

/** What is focused, selected and searched for; shared by the map, the table, the list and the matrix. */
interface Selection {
  /** The focused text, by index. */
  focus: number | null;
  /** The text under the pointer. */
  hover: number | null;
  /** Texts selected with the lasso or by their group; `null`: all. */
  chosen: ReadonlySet<number> | null;
  /** What is shown next to the map; `null`: automatic. */
  side: Side | null;
  /** Text that the texts must contain. */
  query: string;
  /** The texts nearest to an embedded query, by index, and where the query is on the PCA map. */
  ranking: Ranking | null;
  /** The two texts that are compared. */
  pair: Pair;
}

/** Two texts, by index; a text that is selected while they are shown takes the open one of both places. */
export interface Pair {
  places: readonly [number | null, number | null];
  open: 0 | 1;
}

export interface Ranking {
  query: string;
  results: readonly Ranked[];
  at: readonly [x: number, y: number];
}

const noPair: Pair = { places: [null, null], open: 0 };
const nothing: Selection = {
  focus: null,
  hover: null,
  chosen: null,
  side: null,
  query: '',
  ranking: null,
  pair: noPair,
};

export const selection = createStore<Selection>(() => nothing);

export const useSelection = <T>(pick: (state: Selection) => T): T => useStore(selection, pick);

/** Shows a view. A pair begins with what is selected: two texts, or the focused one. */
export const showSide = (side: Side): void =>
  selection.setState(({ chosen, focus, pair }) => {
    if (side !== 'pair') return { side };
    if (chosen?.size === 2) {
      const [first = null, second = null] = chosen;
      return { side, pair: { places: [first, second], open: 1 } };
    }
    return { side, pair: pair.places[0] === null && focus !== null ? { places: [focus, null], open: 1 } : pair };
  });

/** Opens one of the two places of the pair. */
export const openPlace = (open: 0 | 1): void => selection.setState(({ pair }) => ({ pair: { ...pair, open } }));

export const focusOn = (focus: number | null): void =>
  selection.setState(({ side, pair }) => ({ focus, pair: side === 'pair' ? withText(pair, focus) : pair }));

const withText = ({ places: [first, second], open }: Pair, place: number | null): Pair =>
  place === null
    ? { places: [first, second], open }
    : { places: open === 0 ? [place, second] : [first, place], open: second === null && open === 0 ? 1 : open };

/** Views that stay when a text is selected; instead of the others its neighbors are shown. */
const staying: readonly (Side | null)[] = ['nearest', 'pair'];

/** Focuses a text and shows its neighbors, except where the view is about texts that are selected one by one. */
export const lookAt = (focus: number | null): void => {
  focusOn(focus);
  selection.setState(({ side }) => ({ side: staying.includes(side) ? side : null }));
};

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
