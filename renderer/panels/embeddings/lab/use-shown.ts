import { useEffect, useMemo, useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { Slot } from '../../../lib/vectors/analysis.ts';
import type { Ranked } from '../../../lib/vectors/nearest.ts';
import { isShown, useSelection } from '../selection.ts';
import { analysis, useAnalysis } from './analysis.ts';

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

const none: readonly never[] = [];

/** What each cluster is called: by its words, else by its number. */
export function useNames(): readonly string[] {
  const { clusterName } = useStrings().embeddings.map;
  const clusters = useAnalysis((state) => state.clusters);
  return useMemo(
    () => clusters?.words.map((words, group) => (words.length > 0 ? words.join(', ') : clusterName(group + 1))) ?? none,
    [clusters, clusterName],
  );
}

/** The texts nearest to a text, by place; all others are compared, so they are exact. Empty until they are found. */
export function useNear(place: number | null, count: number, slot: Slot = 'base'): readonly Ranked[] {
  const maps = useAnalysis((state) => state.maps.pca);
  const [found, setFound] = useState<{ of: unknown; place: number; results: readonly Ranked[] } | null>(null);
  useEffect(() => {
    if (place === null || !maps) return;
    let isWanted = true;
    analysis()
      .near(place, count, slot)
      .then((results) => isWanted && setFound({ of: maps, place, results }))
      // A worker that was ended meanwhile: the next one is asked again.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [place, count, slot, maps]);
  return found && found.place === place && found.of === maps ? found.results : none;
}
