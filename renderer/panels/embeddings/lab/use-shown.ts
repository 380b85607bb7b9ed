import { useEffect, useMemo, useState } from 'react';
import type { TextItem } from '../../../lib/corpus/text-column.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { Ranked } from '../../../lib/vectors/nearest.ts';
import { useCorpus } from '../embeddings.ts';
import { isShown, useSelection } from '../selection.ts';
import { analysis, useAnalysis, useEmbeddingsView } from './analysis.ts';
import { type Coloring, columnColoring, plainColoring } from './coloring.tsx';

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

/** Returns what the colors of the points mean: the selected column, where these texts have it. */
export function useColoring(): Coloring {
  const words = useStrings().embeddings.map.rest;
  const { items, columns, column: textColumn } = useCorpus((corpus) => corpus.read);
  const asked = useEmbeddingsView((state) => state.colorBy);
  const places = useAnalysis((state) => state.places);
  return useMemo(() => {
    if (asked === textColumn || !columns.includes(asked)) return plainColoring;
    const rows = places.map((place) => items[place] ?? noText);
    return columnColoring(rows, asked, words);
  }, [asked, items, columns, textColumn, places, words]);
}

const noText: TextItem = { text: '', line: 0, fields: {} };
const none: readonly never[] = [];

/** Returns the texts nearest to a text, by index; exact, because all others are compared. Empty until they are found. */
export function useNearest(place: number | null, count: number): readonly Ranked[] {
  const maps = useAnalysis((state) => state.maps.pca);
  const [found, setFound] = useState<{ of: unknown; place: number; results: readonly Ranked[] } | null>(null);
  useEffect(() => {
    if (place === null || !maps) return;
    let isWanted = true;
    analysis()
      .findNearest(place, count)
      .then((results) => isWanted && setFound({ of: maps, place, results }))
      // The worker was closed meanwhile; the next one is queried again.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [place, count, maps]);
  return found && found.place === place && found.of === maps ? found.results : none;
}
