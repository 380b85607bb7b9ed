import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { embeddingsStore } from './embeddings.ts';
import { originOf } from './model/lab.ts';

export interface Home {
  /** Where the vectors are from; `null` while there are none. */
  origin: WorkOrigin | null;
  /** The vectors are from another connection than the selected one: nothing there can be compared with them. */
  isElsewhere: boolean;
  /** Nothing is sent before the user chose where. */
  mustChoose: boolean;
}

/** Where the open corpus belongs, beside what is selected for the page. */
export function useHome(): Home {
  const active = useActive();
  const base = useStore(embeddingsStore(), ({ corpus }) => corpus.base);
  const movedTo = useStore(embeddingsStore(), (state) => state.movedTo);
  const hasVectors = base?.items.some((item) => item?.vector) === true;
  const mustChoose = useMustChoose(hasVectors ? base : null, movedTo);
  if (!base || !hasVectors) return { origin: null, isElsewhere: false, mustChoose: false };
  const origin = originOf(base);
  const name = active.connections.find(({ id }) => id === base.connectionId)?.name ?? '';
  return {
    origin: { ...origin, connectionName: origin.connectionName || name },
    isElsewhere: active.ready && base.connectionId !== active.connection?.id,
    mustChoose,
  };
}
