import { useStore } from 'zustand';
import { type SelectedPlace, useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { originOf } from './model/place.ts';
import { holdsRanking, isRunning } from './model/rank-set.ts';
import { lab, useSet } from './rerank.ts';

export interface Home {
  /** Where the ranking that is shown was made; `null` while there is none. */
  origin: WorkOrigin | null;
  /** Where the user moved the set to. */
  movedTo: SelectedPlace | null;
  /** Nothing is sent before the user chose where. */
  mustChoose: boolean;
}

/** Where the open set belongs, beside what is selected for the page. */
export function useHome(): Home {
  const set = useSet();
  const movedTo = useStore(lab(), ({ moved }) => moved[set.id] ?? null);
  const isRanked = set.outcome !== null && (holdsRanking(set.outcome) || isRunning(set.outcome));
  const origin = isRanked ? originOf(set) : null;
  return { origin, movedTo, mustChoose: useMustChoose(origin, movedTo) };
}
