import { useStore } from 'zustand';
import { useActive } from '../../lib/active.ts';
import { matchOrigin, needsChoice, type WorkOrigin } from '../../lib/origin/work-origin.ts';
import { lab } from './embeddings.ts';
import { originOf } from './model/lab.ts';

export interface Home {
  /** Where the vectors are from; `null` while there are none. */
  origin: WorkOrigin | null;
  /** The selected connection and key are those of the vectors. */
  isHere: boolean;
  /** Nothing is sent before the user chose where. */
  mustChoose: boolean;
}

/** Where the open corpus belongs, beside what is selected for the page. */
export function useHome(): Home {
  const active = useActive();
  const base = useStore(lab(), ({ corpus }) => corpus.base);
  const movedTo = useStore(lab(), (state) => state.movedTo);
  if (!base?.items.some((item) => item?.vector)) return { origin: null, isHere: true, mustChoose: false };
  const origin = originOf(base);
  const name = active.connections.find(({ id }) => id === base.connectionId)?.name ?? '';
  const isHere = !needsChoice(matchOrigin(base, active));
  return {
    origin: { ...origin, connectionName: origin.connectionName || name },
    isHere,
    mustChoose: active.ready && !isHere && (movedTo === null || needsChoice(matchOrigin(movedTo, active))),
  };
}
