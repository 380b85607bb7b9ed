import { useMemo } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAnalysis } from './analysis.ts';

const none: readonly string[] = [];

/** What each cluster is called: by its words, else by its number. */
export function useNames(): readonly string[] {
  const { clusterName } = useStrings().embeddings.map;
  const clusters = useAnalysis((state) => state.clusters);
  return useMemo(
    () => clusters?.words.map((words, group) => (words.length > 0 ? words.join(', ') : clusterName(group + 1))) ?? none,
    [clusters, clusterName],
  );
}
