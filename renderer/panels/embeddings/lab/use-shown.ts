import { useMemo } from 'react';
import { isShown, useSelection } from '../selection.ts';

/** The texts that the choice, the words and a ranking leave over, by place; `null` when that is all of them. */
export function useShown(texts: readonly string[]): ReadonlySet<number> | null {
  const chosen = useSelection((state) => state.chosen);
  const query = useSelection((state) => state.query);
  const ranking = useSelection((state) => state.ranking);
  return useMemo(() => {
    if (ranking) return new Set(ranking.results.map(({ row }) => row));
    if (chosen === null && query === '') return null;
    return new Set(texts.flatMap((text, place) => (isShown(place, text, { chosen, query }) ? [place] : [])));
  }, [texts, chosen, query, ranking]);
}
