import { useEffect, useMemo, useState } from 'react';
import type { TextItem } from '../../../lib/corpus/text-column.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { Slot } from '../../../lib/vectors/analysis.ts';
import type { Ranked } from '../../../lib/vectors/nearest.ts';
import { useCorpus } from '../embeddings.ts';
import { isShown, useSelection } from '../selection.ts';
import { analysis, useAnalysis, useEmbeddingsView } from './analysis.ts';
import { type Coloring, clusterColoring, columnColoring } from './coloring.ts';

/** Returns the indexes of the texts that match the selection, the query and a ranking; `null` when all do. */
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

/** Returns what the colors of the points mean: the selected column, where these texts have it, else their clusters. */
export function useColoring(): Coloring {
  const words = useStrings().embeddings.map.rest;
  const { items, columns, column: textColumn } = useCorpus((corpus) => corpus.read);
  const asked = useEmbeddingsView((state) => state.colorBy);
  const groups = useAnalysis((state) => state.clusters?.groups ?? null);
  const places = useAnalysis((state) => state.places);
  const names = useNames();
  return useMemo(
    () =>
      asked !== textColumn && columns.includes(asked)
        ? columnColoring(
            places.map((place) => items[place] ?? noText),
            asked,
            words,
          )
        : clusterColoring(groups, names),
    [asked, items, columns, textColumn, places, groups, names, words],
  );
}

const noText: TextItem = { text: '', line: 0, fields: {} };
const none: readonly never[] = [];

/** Returns the name of each cluster: its words, else its number. */
export function useNames(): readonly string[] {
  const { clusterName } = useStrings().embeddings.map;
  const clusters = useAnalysis((state) => state.clusters);
  return useMemo(
    () => clusters?.words.map((words, group) => (words.length > 0 ? words.join(', ') : clusterName(group + 1))) ?? none,
    [clusters, clusterName],
  );
}

/** Returns the texts nearest to a text, by index; exact, because all others are compared. Empty until they are found. */
export function useNearest(place: number | null, count: number, slot: Slot = 'base'): readonly Ranked[] {
  const maps = useAnalysis((state) => state.maps.pca);
  const [found, setFound] = useState<{ of: unknown; place: number; results: readonly Ranked[] } | null>(null);
  useEffect(() => {
    if (place === null || !maps) return;
    let isWanted = true;
    analysis()
      .findNearest(place, count, slot)
      .then((results) => isWanted && setFound({ of: maps, place, results }))
      // The worker was closed meanwhile; the next one is queried again.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [place, count, slot, maps]);
  return found && found.place === place && found.of === maps ? found.results : none;
}
