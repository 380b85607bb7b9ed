import { useEffect, useState } from 'react';
import type { Slot } from '../../../lib/vectors/analysis.ts';
import type { Ranked } from '../../../lib/vectors/nearest.ts';
import { analysis, useAnalysis } from './analysis.ts';

const none: readonly Ranked[] = [];

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
